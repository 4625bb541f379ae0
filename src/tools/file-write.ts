import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { ToolOutput } from '../core/index.ts';
import { writeAtomically } from '../workspace/index.ts';
import { type Place, placeToWrite } from './place.ts';
import { linesOf } from './text-file.ts';
import { defineTool, done, refused } from './tool.ts';

const mostBytes = 1_048_576;

/** Writes a whole file. */
export const fileWrite = defineTool({
	name: 'file_write',
	description: 'Write a whole file of the checkout, creating it and its folders where they are missing.',
	args: z.strictObject({ path: z.string(), content: z.string() }),
	run: async ({ path, content }, bench) => {
		const placed = placeToWrite(bench.workspace.root, path);
		return placed.ok ? writeText(placed.place, content) : placed.output;
	},
});

/** Writes a text in one step; an existing file keeps its mode. */
export function writeText(place: Place, text: string): ToolOutput {
	const bytes = Buffer.from(text);
	if (bytes.length > mostBytes) {
		return refused(
			`The content has ${bytes.length} bytes; a file may have ${mostBytes}. Split it, or make it with a program.`,
		);
	}
	mkdirSync(dirname(place.absolute), { recursive: true });
	writeAtomically(place.absolute, bytes, place.stat === undefined ? 0o644 : place.stat.mode & 0o777);
	const verb = place.stat === undefined ? 'Created' : 'Wrote';
	return done(`${verb} \`${place.path}\` (${linesOf(text).length} lines, ${bytes.length} bytes).`);
}
