import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { statIfThere } from '../workspace/index.ts';
import { placeToRead } from './place.ts';
import { defineTool, done, refused } from './tool.ts';

const mostEntries = 1_000;

/** Lists one folder. */
export const fileList = defineTool({
	name: 'file_list',
	description: 'List the files and folders of a folder of the checkout.',
	args: z.strictObject({ path: z.string().optional() }),
	run: async ({ path = '.' }, bench) => {
		const placed = placeToRead(bench.workspace.root, path);
		if (!placed.ok) return placed.output;
		const { absolute, stat } = placed.place;
		if (stat?.isDirectory() !== true) return refused(`\`${path}\` is a file. Use file_read.`);
		const names = readdirSync(absolute)
			.filter((name) => name !== '.git')
			.sort();
		if (names.length === 0) return done(`\`${path}\` is empty.`);
		const lines = names.slice(0, mostEntries).map((name) => describeEntry(absolute, name));
		const rest = names.length - lines.length;
		return done(
			rest === 0 ? lines.join('\n') : `${lines.join('\n')}\n[${rest} more; name a folder below, or use file_search]`,
		);
	},
});

function describeEntry(dir: string, name: string): string {
	const path = join(dir, name);
	const stat = statIfThere(path);
	const shown = /[\n\r]/.test(name) ? JSON.stringify(name) : name;
	if (stat?.isDirectory() === true) return `${shown}/`;
	if (stat?.isSymbolicLink() === true) return `${shown} -> ${linkText(readlinkSync(path))}`;
	return stat?.isFile() === true ? `${shown} (${stat.size} bytes)` : `${shown} (special file)`;
}

/** A link's absolute target is a path of the machine, and no tool goes there. */
function linkText(target: string): string {
	return target.startsWith('/') ? '(outside the checkout)' : target;
}
