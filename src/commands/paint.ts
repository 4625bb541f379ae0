import { styleText } from 'node:util';
import type { Decision } from '../core/index.ts';

/** Colours for a terminal; elsewhere each of them leaves the text as it is. */
export interface Paint {
	readonly bold: (text: string) => string;
	readonly dim: (text: string) => string;
	readonly good: (text: string) => string;
	readonly bad: (text: string) => string;
	/** In the colour of a decision. */
	readonly decision: (decision: Decision, text?: string) => string;
}

const decisionColours = { allow: 'green', confirm: 'yellow', block: 'red' } as const;

/** The paint of a terminal that shows colours, or of anything else. */
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

/** Text of ours in which a name stands that somebody else chose, as of a file: its lines stay, and nothing in it steers a terminal. */
export function steerless(text: string): string {
	return text
		.split('\n')
		.map((line) => plain(line, line.length))
		.join('\n');
}

/** Text of a call in one line: a command must not be able to move the cursor, or to turn its own text around. */
export function plain(text: string, longest = 300): string {
	const seen = text.length > longest ? `${text.slice(0, longest)}…` : text;
	return seen.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
		character === '\n' ? '\\n' : `\\u{${character.codePointAt(0)?.toString(16)}}`,
	);
}
