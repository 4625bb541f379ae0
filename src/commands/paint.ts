import { styleText } from 'node:util';
import type { Decision } from '../core/index.ts';

/** Colours for a terminal. Without a terminal, the text does not change. */
export interface Paint {
	readonly bold: (text: string) => string;
	readonly dim: (text: string) => string;
	readonly good: (text: string) => string;
	readonly bad: (text: string) => string;
	/** Returns a text in the colour of a decision. */
	readonly decision: (decision: Decision, text?: string) => string;
}

const decisionColours = { allow: 'green', confirm: 'yellow', block: 'red' } as const;

/** Returns functions that colour text, or leave it unchanged if `colours` is false. */
export function createPaint(colours: boolean): Paint {
	const style =
		(format: Parameters<typeof styleText>[0]) =>
		(text: string): string =>
			colours ? styleText(format, text, { validateStream: false }) : text;
	return {
		bold: style('bold'),
		dim: style('dim'),
		good: style('green'),
		bad: style('red'),
		decision: (decision, text = decision) => style(decisionColours[decision])(text),
	};
}

/**
 * Makes our text safe to print if it contains a name that somebody else chose, such as a file name. Its lines stay, but it cannot control
 * a terminal.
 */
export function steerless(text: string): string {
	return text
		.split('\n')
		.map((line) => plain(line, line.length))
		.join('\n');
}

/** Returns a call's text on one line. A command must not be able to move the cursor, or to reverse its own text. */
export function plain(text: string, longest = 300): string {
	const seen = text.length > longest ? `${text.slice(0, longest)}…` : text;
	return seen.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
		character === '\n' ? '\\n' : `\\u{${character.codePointAt(0)?.toString(16)}}`,
	);
}
