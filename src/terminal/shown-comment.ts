import { spelledAgain, spelledUnseen } from '../report/index.ts';

/** How a line of ours stands out. */
export interface Style {
	readonly bold: (text: string) => string;
	readonly dim: (text: string) => string;
	readonly good: (text: string) => string;
	readonly bad: (text: string) => string;
}

/** How one answers on GitHub; here the question below tells it. */
const saidElsewhere = /^(The run that @\S+ started has stopped here\.|\*\*Answer\*\* with a new comment|Who may: )/;

/**
 * A comment of ours as lines of a terminal. Nothing is left out but marks that nobody sees on GitHub either, and how one answers there; what would move the cursor, hide
 * or turn round is spelled out, and what stands in a fence stays as it is.
 */
export function shownComment(body: string, { bold, dim }: Style): readonly string[] {
	let fence: string | undefined;
	return body
		.replace(/(?:\s*<!-- countersign:[^\n]* -->)+\s*$/, '')
		.trimEnd()
		.split('\n')
		.flatMap((line): readonly string[] => {
			// The sign of our own headings, which a terminal shows without its colour.
			const text = spelledAgain(line.replace(/^### ✍\ufe0f/, '### ✍'));
			if (fence !== undefined) {
				if (line !== fence) return [`  ${text}`];
				fence = undefined;
				return [dim('  └──')];
			}
			const opened = /^(`{3,}|~{3,})/.exec(line)?.[1];
			if (opened !== undefined) {
				fence = opened;
				return [dim('  ┌──')];
			}
			if (/^<!-- .* -->$/.test(line) || line === '</details>' || saidElsewhere.test(line)) return [];
			const heading = /^#{1,6} (.*)$/.exec(text)?.[1];
			if (heading !== undefined) return [bold(heading)];
			const folded = /^<details><summary>(.*)<\/summary>$/.exec(text)?.[1];
			if (folded !== undefined) return [bold(folded)];
			const small = /^<sub>(.*)<\/sub>$/.exec(text)?.[1];
			return [small === undefined ? text.replace(/^\*\*([^*]+)\*\*/, (_, word: string) => bold(word)) : dim(small)];
		})
		.filter((line, index, all) => line !== '' || all[index - 1] !== '');
}

/** A line as it is indented, and harmless. */
export function harmlessText(line: string): string {
	return spelledUnseen(line.replace(/\t/g, '    ').replace(/[\r\n]+/g, ' '));
}

/** Any text as one harmless line. */
export function harmlessLine(text: string): string {
	return spelledUnseen(text.replace(/[\r\n\t]+/g, ' ')).trim();
}
