import type { Stats } from 'node:fs';
import { z } from 'zod';
import type { ToolOutput } from '../core/index.ts';
import { mostBytes, writeText } from './file-write.ts';
import { nearestLines } from './nearest-lines.ts';
import { type Place, placeToWrite } from './place.ts';
import { isWindows, readTextFile } from './text-file.ts';
import { defineTool, refused } from './tool.ts';

const mostTold = 100;

/** Replaces one piece of text that occurs exactly once. */
export const fileEdit = defineTool({
	name: 'file_edit',
	description: 'Replace one piece of text in a file of the checkout. The old text must occur exactly once.',
	args: z.strictObject({ path: z.string(), old_text: z.string(), new_text: z.string() }),
	run: async ({ path, old_text, new_text }, services) => {
		const placed = placeToWrite(services, path);
		if (!placed.ok) return placed.output;
		if (placed.place.stat === undefined) return refused(`\`${path}\` does not exist. Use file_write to create it.`);
		if (old_text === '') return refused('`old_text` is empty. Name the text to replace, or use file_write.');
		if (old_text === new_text) return refused('`old_text` and `new_text` are the same: nothing to change.');
		const file = readTextFile(placed.place, mostBytes);
		return file.ok ? edit(placed.place, file, { old: old_text, new: new_text }) : file.output;
	},
	rewrite: ({ path, old_text, new_text }) => ({
		path,
		determined: [],
		after: (before) => (before === undefined ? undefined : edited(before, { old: old_text, new: new_text })),
	}),
});

interface Change {
	readonly old: string;
	readonly new: string;
}

function edit(place: Place, file: { readonly text: string; readonly stat: Stats }, asked: Change): ToolOutput {
	const { text } = file;
	const change = changeIn(text, asked);
	if (!text.includes(change.old))
		return refused(`\`old_text\` is not in \`${place.path}\`. ${nearestLines(text, asked.old)}`);
	const after = edited(text, asked);
	if (after === undefined) {
		const lines = lineNumbers(text, change.old);
		const times = lines.length < mostTold ? lines.length : `${mostTold} or more`;
		return refused(
			`\`old_text\` occurs ${times} times in \`${place.path}\` (lines ${lines.join(', ')}). Take in the lines around the one you mean.`,
		);
	}
	return writeText(place, after, file.stat);
}

/** Returns the text after the change, or undefined if the old text does not occur exactly once. */
function edited(text: string, asked: Change): string | undefined {
	const change = changeIn(text, asked);
	const [before, after, ...others] = change.old === '' ? [] : text.split(change.old);
	const isOnce = after !== undefined && others.length === 0 && !overlaps(text, change.old);
	return isOnce ? `${before}${change.new}${after}` : undefined;
}

/** Returns the change with the line endings of the file, because a model writes plain line feeds even for a Windows file. */
function changeIn(text: string, asked: Change): Change {
	return isWindows(text) ? asWindows(asked) : asked;
}

function asWindows(change: Change): Change {
	const convert = (text: string): string => text.replace(/\r?\n/g, '\r\n');
	return { old: convert(change.old), new: convert(change.new) };
}

/** Returns whether a part occurs more than once. Splitting would miss overlapping occurrences: `aa` occurs twice in `aaa`. */
function overlaps(text: string, part: string): boolean {
	return text.indexOf(part) !== text.lastIndexOf(part);
}

function lineNumbers(text: string, part: string): readonly number[] {
	const numbers: number[] = [];
	for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
		numbers.push(text.slice(0, at).split('\n').length);
		if (numbers.length >= mostTold) break;
	}
	return numbers;
}
