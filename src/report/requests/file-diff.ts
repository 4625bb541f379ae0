import { structuredPatch } from 'diff';
import { spelledText, spelledValue } from '../text/spelled.ts';

/** A file before and after a change. A side is undefined if there is no file. */
export interface FileChange {
	readonly path: string;
	readonly before: string | undefined;
	readonly after: string | undefined;
}

/** The most lines that may differ. With more, the search for common lines stops. */
const mostEdits = 3000;

/**
 * Returns the whole unified diff, with every character visible. Undefined if nothing differs. The diff is complete: the old file and the
 * diff determine the new file.
 */
export function fileDiff({ path, before, after }: FileChange, context = 3): string | undefined {
	const hunks = hunksOf(before ?? '', after ?? '', context);
	if (hunks.length === 0) return undefined;
	const name = spelledValue(path);
	return [
		before === undefined ? '--- /dev/null' : `--- a/${name}`,
		after === undefined ? '+++ /dev/null' : `+++ b/${name}`,
		...hunks.flatMap(hunkLines),
	].join('\n');
}

/** Returns the lines of a unified diff without the file names. The characters are not changed. */
export function rawHunks(before: string, after: string): readonly string[] {
	return hunksOf(before, after, 3).flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
		`@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`,
		...lines,
	]);
}

interface Hunk {
	readonly oldStart: number;
	readonly oldLines: number;
	readonly newStart: number;
	readonly newLines: number;
	readonly lines: readonly string[];
}

function hunksOf(before: string, after: string, context: number): readonly Hunk[] {
	const found = structuredPatch('', '', before, after, '', '', { context, maxEditLength: mostEdits });
	if (found !== undefined) return found.hunks;
	const removed = prefixed('-', before);
	const added = prefixed('+', after);
	const lines = [...removed, ...added];
	return [{ oldStart: 1, oldLines: linesIn(removed), newStart: 1, newLines: linesIn(added), lines }];
}

const unended = '\\ No newline at end of file';

function prefixed(sign: string, text: string): readonly string[] {
	if (text === '') return [];
	const lines = text.split('\n').map((line) => `${sign}${line}`);
	return text.endsWith('\n') ? lines.slice(0, -1) : [...lines, unended];
}

function linesIn(lines: readonly string[]): number {
	return lines.filter((line) => line !== unended).length;
}

function hunkLines({ oldStart, oldLines, newStart, newLines, lines }: Hunk): readonly string[] {
	const shown = isOnlyBlanks(lines) ? (text: string) => spelledText(text).replaceAll('\t', '\\u{9}') : spelledText;
	return [
		`@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`,
		...lines.map((line) => (line === unended ? line : `${line[0]}${shown(line.slice(1))}`)),
	];
}

/** Returns the range of a hunk. For a range without lines, a diff gives the number of the line before it. */
function range(start: number, lines: number): string {
	return `${lines === 0 ? start - 1 : start},${lines}`;
}

/** Returns whether the removed and the added lines differ only in white space. */
function isOnlyBlanks(lines: readonly string[]): boolean {
	const side = (sign: string): string =>
		lines
			.filter((line) => line.startsWith(sign))
			.map((line) =>
				line
					.slice(1)
					.replace(/[ \t]+/g, ' ')
					.trim(),
			)
			.join('\n');
	return side('-') === side('+');
}
