import { spelledAgain, spelledUnseen } from '../report/index.ts';
import { beside, foldedLine } from './folded-line.ts';

/** How a line of ours stands out. */
export interface Style {
	readonly bold: (text: string) => string;
	readonly dim: (text: string) => string;
	readonly good: (text: string) => string;
	readonly bad: (text: string) => string;
	/** How wide the terminal is now, where that is known. */
	readonly columns?: () => number | undefined;
}

/** How one answers on GitHub; here the question below tells it. */
const saidElsewhere = /^(The run that @\S+ started has stopped here\.|Who may answer: )/;
/** The line that heads the answers a request offers. They follow as a list. */
const offersBegin = /^\*\*Answer\*\* with a new comment/;

/**
 * A comment of ours as lines of a terminal. Nothing is left out but marks that nobody sees on GitHub either, and how one answers there; what
 * would move the cursor, hide or turn round is spelled out, and what stands in a fence stays as it is, a bar
 * beside each of its lines: nothing in it looks like the end of the fence, or like words of ours behind it.
 */
export function shownComment(body: string, { bold, dim, columns }: Style): readonly string[] {
	const width = columns?.();
	const fold = (text: string, paint = plainly): readonly string[] => foldedLine(text, '', width).map(paint);
	let fence: string | undefined;
	let isOffer = false;
	return body
		.replace(/(?:\s*<!-- countersign:[^\n]* -->)+\s*$/, '')
		.trimEnd()
		.split('\n')
		.flatMap((line): readonly string[] => {
			// The sign of our own headings, which a terminal shows without its colour.
			const text = spelledAgain(line.replace(/^### ✍\ufe0f/, '### ✍'));
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
			isOffer = offersBegin.test(line) || (isOffer && line.startsWith('- '));
			if (isOffer || /^<!-- .* -->$/.test(line) || line === '</details>' || saidElsewhere.test(line)) return [];
			const heading = /^#{1,6} (.*)$/.exec(text)?.[1];
			if (heading !== undefined) return fold(heading, bold);
			const folded = /^<details><summary>(.*)<\/summary>$/.exec(text)?.[1];
			if (folded !== undefined) return fold(folded, bold);
			const small = /^<sub>(.*)<\/sub>$/.exec(text)?.[1];
			return small === undefined ? fold(text, (part) => emphasised(part, bold)) : fold(small, dim);
		})
		.filter((line, index, all) => line !== '' || all[index - 1] !== '');
}

const plainly = (text: string): string => text;

function emphasised(text: string, bold: Style['bold']): string {
	return text.replace(/^\*\*([^*]+)\*\*/, (_, word: string) => bold(word));
}

/** A line as it is indented, and harmless. */
export function harmlessText(line: string): string {
	return spelledUnseen(line.replace(/\t/g, '    ').replace(/[\r\n]+/g, ' '));
}

/** Any text as one harmless line. */
export function harmlessLine(text: string): string {
	return spelledUnseen(text.replace(/[\r\n\t]+/g, ' ')).trim();
}
