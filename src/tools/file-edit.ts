import { z } from 'zod';
import type { ToolOutput } from '../core/index.ts';
import { writeText } from './file-write.ts';
import { nearestLines } from './nearest-lines.ts';
import { type Place, placeToWrite } from './place.ts';
import { readTextFile } from './text-file.ts';
import { defineTool, refused } from './tool.ts';

/** Replaces one piece of text that occurs exactly once. */
export const fileEdit = defineTool({
	name: 'file_edit',
	description: 'Replace one piece of text in a file of the checkout. The old text must occur exactly once.',
	args: z.strictObject({ path: z.string(), old_text: z.string(), new_text: z.string() }),
	run: async ({ path, old_text, new_text }, bench) => {
		const placed = placeToWrite(bench.workspace.root, path);
		if (!placed.ok) return placed.output;
		if (placed.place.stat === undefined) return refused(`\`${path}\` does not exist. Use file_write to create it.`);
		if (old_text === '') return refused('`old_text` is empty. Name the text to replace, or use file_write.');
		if (old_text === new_text) return refused('`old_text` and `new_text` are the same: nothing to change.');
		const file = readTextFile(placed.place);
		return file.ok ? edit(placed.place, file.text, { old: old_text, new: new_text }) : file.output;
	},
});

interface Change {
	readonly old: string;
	readonly new: string;
}

function edit(place: Place, text: string, asked: Change): ToolOutput {
	const change = !text.includes(asked.old) && isWindows(text) ? asWindows(asked) : asked;
	const [before, after, ...others] = text.split(change.old);
	if (after === undefined) return refused(`\`old_text\` is not in \`${place.path}\`. ${nearestLines(text, asked.old)}`);
	if (others.length > 0 || overlaps(text, change.old)) {
		const lines = lineNumbers(text, change.old);
		return refused(
			`\`old_text\` occurs ${lines.length} times in \`${place.path}\` (lines ${lines.join(', ')}). Take in the lines around the one you mean.`,
		);
	}
	return writeText(place, `${before}${change.new}${after}`);
}

function isWindows(text: string): boolean {
	return text.includes('\r\n') && !/(^|[^\r])\n/.test(text);
}

function asWindows(change: Change): Change {
	const convert = (text: string): string => text.replace(/\r?\n/g, '\r\n');
	return { old: convert(change.old), new: convert(change.new) };
}

/** `aa` occurs twice in `aaa`, though splitting finds it once. */
function overlaps(text: string, part: string): boolean {
	return text.indexOf(part) !== text.lastIndexOf(part);
}

function lineNumbers(text: string, part: string): readonly number[] {
	const numbers: number[] = [];
	for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
		numbers.push(text.slice(0, at).split('\n').length);
		if (numbers.length >= 100) break;
	}
	return numbers;
}
