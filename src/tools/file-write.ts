import type { Stats } from 'node:fs';
import { z } from 'zod';
import type { ToolOutput } from '../core/index.ts';
import { writeBeneath } from '../workspace/index.ts';
import { type Place, placeToWrite } from './place.ts';
import { linesOf } from './text-file.ts';
import { defineTool, done, refused } from './tool.ts';

/** The longest file that one call can write. */
export const mostBytes = 1_048_576;

/** Writes a whole file. */
export const fileWrite = defineTool({
	name: 'file_write',
	description: 'Write a whole file of the checkout. Creates the file and its folders if they are missing.',
	args: z.strictObject({ path: z.string(), content: z.string() }),
	run: async ({ path, content }, services) => {
		const placed = placeToWrite(services, path);
		return placed.ok ? writeText(placed.place, content) : placed.output;
	},
	rewrite: ({ path, content }) => ({ path, determined: ['content'], after: () => content }),
});

/** Writes a text to a file in one step. An existing file keeps its mode. If the file changed since `seen`, the write is refused. */
export function writeText(place: Place, text: string, seen?: Stats): ToolOutput {
	const bytes = Buffer.from(text);
	if (bytes.length > mostBytes) {
		return refused(
			`The content has ${bytes.length} bytes; a file may have ${mostBytes}. Split it, or make it with a program.`,
		);
	}
	writeBeneath(place.root, place.path, bytes, seen);
	const verb = place.stat === undefined ? 'Created' : 'Wrote';
	return done(`${verb} \`${place.path}\` (${linesOf(text).length} lines, ${bytes.length} bytes).`);
}
