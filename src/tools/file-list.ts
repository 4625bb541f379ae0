import { readdirSync, readlinkSync } from 'node:fs';
import { z } from 'zod';
import type { ToolOutput } from '../core/index.ts';
import { type HeldDirectory, statIfThere, withDirectory } from '../workspace/index.ts';
import { placeToRead } from './place.ts';
import { defineTool, done, refused } from './tool.ts';

const mostEntries = 1_000;

/** Lists one folder. */
export const fileList = defineTool({
	name: 'file_list',
	description: 'List the files and folders of a folder of the checkout.',
	args: z.strictObject({ path: z.string().optional() }),
	run: async ({ path = '.' }, services) => {
		const placed = placeToRead(services, path);
		if (!placed.ok) return placed.output;
		const { place } = placed;
		if (place.stat?.isDirectory() !== true) return refused(`\`${path}\` is a file. Use file_read.`);
		return withDirectory(place.root, place.path, (directory) => listDirectory(directory, path));
	},
});

function listDirectory(directory: HeldDirectory, path: string): ToolOutput {
	const names = readdirSync(directory.self)
		.filter((name) => name !== '.git')
		.sort();
	if (names.length === 0) return done(`\`${path}\` is empty.`);
	const lines = names.slice(0, mostEntries).map((name) => describeEntry(directory.at(name), name));
	const rest = names.length - lines.length;
	return done(
		rest === 0 ? lines.join('\n') : `${lines.join('\n')}\n[${rest} more; name a folder below, or use file_search]`,
	);
}

function describeEntry(path: string, name: string): string {
	const stat = statIfThere(path);
	const shown = /[\n\r]/.test(name) ? JSON.stringify(name) : name;
	if (stat?.isDirectory() === true) return `${shown}/`;
	if (stat?.isSymbolicLink() === true) return `${shown} -> ${linkText(readlinkSync(path))}`;
	return stat?.isFile() === true ? `${shown} (${stat.size} bytes)` : `${shown} (special file)`;
}

/**
 * Returns the text for a link's target. It does not show an absolute target, because that is a path of the machine, which no tool may read.
 */
function linkText(target: string): string {
	return target.startsWith('/') ? '(outside the checkout)' : target;
}
