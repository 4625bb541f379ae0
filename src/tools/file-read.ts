import { z } from 'zod';
import { placeToRead } from './place.ts';
import { linesOf, readTextFile } from './text-file.ts';
import { count, defineTool, done, refused } from './tool.ts';

const mostBytes = 262_144;

/** Reads a text file, or lines of it. */
export const fileRead = defineTool({
	name: 'file_read',
	description: 'Read a text file of the checkout. Lines are numbered from 1.',
	args: z.strictObject({ path: z.string(), offset: count.optional(), limit: count.optional() }),
	run: async ({ path, offset = 1, limit }, bench) => {
		const placed = placeToRead(bench.workspace.root, path);
		if (!placed.ok) return placed.output;
		const file = readTextFile(placed.place);
		if (!file.ok) return file.output;
		const lines = linesOf(file.text);
		if (lines.length === 0) return done(`\`${path}\` is empty.`);
		if (offset > lines.length)
			return refused(`\`${path}\` has ${lines.length} lines; \`offset\` ${offset} is behind its end.`);
		return done(renderLines(lines, offset, limit ?? lines.length));
	},
});

function renderLines(lines: readonly string[], offset: number, limit: number): string {
	const shown: string[] = [];
	let bytes = 0;
	for (const [index, line] of lines.slice(offset - 1, offset - 1 + limit).entries()) {
		const numbered = `${offset + index}\t${line}`;
		bytes += Buffer.byteLength(numbered) + 1;
		if (bytes > mostBytes && shown.length > 0) break;
		shown.push(bytes > mostBytes ? `${numbered.slice(0, mostBytes)}[… the rest of this line is left out]` : numbered);
		if (bytes > mostBytes) break;
	}
	const last = offset + shown.length - 1;
	const whole = offset === 1 && last === lines.length;
	const more = last < lines.length ? ` Read on with \`offset\`: ${last + 1}.` : '';
	return whole ? shown.join('\n') : `${shown.join('\n')}\n[lines ${offset}–${last} of ${lines.length}.${more}]`;
}
