import { withoutMarker } from '../core/index.ts';
import { requestLines, spelledAgain, spelledUnseen } from '../report/index.ts';
import { beside, foldedLine } from './folded-line.ts';

/** How our own lines are highlighted. */
export interface Style {
	readonly bold: (text: string) => string;
	readonly dim: (text: string) => string;
	readonly good: (text: string) => string;
	readonly bad: (text: string) => string;
	/** The current width of the terminal, if it is known. */
	readonly columns?: () => number | undefined;
}

/**
 * Converts one of our comments to lines of a terminal. It leaves out marks that are invisible on GitHub, too, and the lines that say how to
 * answer there, because the terminal's own question says how to answer here. The comment's marker says which lines these are.
 * Characters that could move the cursor, hide text or reverse it are spelled out. Text in a fence is unchanged, with a bar before each
 * line. So nothing in it looks like the end of the fence or like our words after it.
 */
export function shownComment(body: string, { bold, dim, columns }: Style): readonly string[] {
	const width = columns?.();
	const fold = (text: string, paint = plainly): readonly string[] => foldedLine(text, '', width).map(paint);
	let fence: string | undefined;
	const { answers = [], github = [] } = requestLines(body);
	const isForGitHub = (at: number): boolean => [...answers, ...github].some(([from, to]) => from <= at && at <= to);
	return withoutMarker(body)
		.replace(earlierMarkers, '')
		.trimEnd()
		.split('\n')
		.flatMap((line, at): readonly string[] => {
			// The emoji of our own headings ends with an invisible sign, which would be spelled out here. So the sign is removed.
			const text = spelledAgain(line.replace(/^(#{1,6} \p{Extended_Pictographic})\ufe0f/u, '$1'));
			if (fence !== undefined) {
				if (line !== fence) return foldedLine(text, beside.line, width);
				fence = undefined;
				return [dim('  └──')];
			}
			const opened = /^(`{3,}|~{3,})/.exec(line)?.[1];
			if (opened !== undefined) {
				fence = opened;
				return [dim('  ┌──')];
			}
			if (isForGitHub(at) || /^<!-- .* -->$/.test(line) || line === '</details>') return [];
			const heading = /^#{1,6} (.*)$/.exec(text)?.[1];
			if (heading !== undefined) return fold(heading, bold);
			const folded = /^<details><summary>(.*)<\/summary>$/.exec(text)?.[1];
			if (folded !== undefined) return fold(folded, bold);
			const small = /^<sub>(.*)<\/sub>$/.exec(text)?.[1];
			return small === undefined ? fold(text, (part) => emphasised(part, bold)) : fold(small, dim);
		})
		.filter((line, index, all) => line !== '' || all[index - 1] !== '');
}

/** Further hidden lines, with which earlier versions ended a request. */
const earlierMarkers = /(?:\s*<!-- countersign:[^\n]* -->)+$/;

const plainly = (text: string): string => text;

function emphasised(text: string, bold: Style['bold']): string {
	return text.replace(/^\*\*([^*]+)\*\*/, (_, word: string) => bold(word));
}

/** A line with its indentation, made harmless. */
export function harmlessText(line: string): string {
	return spelledUnseen(line.replace(/\t/g, '    ').replace(/[\r\n]+/g, ' '));
}

/** Any text as one harmless line. */
export function harmlessLine(text: string): string {
	return spelledUnseen(text.replace(/[\r\n\t]+/g, ' ')).trim();
}
