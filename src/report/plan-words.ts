import type { PlannedMode } from '../core/index.ts';
import { fenced, quoted, span } from './markdown.ts';
import { spelledText } from './spelled.ts';

/** A plan, as it is asked about. */
export interface ShownPlan {
	/** The model's answer, whole. */
	readonly text: string;
	readonly mode: PlannedMode;
	/** Whether the model writes another one after a no with a reason. */
	readonly isRevisable: boolean;
}

const unasked: Readonly<Record<PlannedMode, string>> = {
	default: 'whatever changes something asks again, step by step',
	contained:
		'whatever ends inside the sandbox runs without asking; what leaves it, or asks by a rule of the repository, asks again',
	edit: 'ordinary files of the checkout are written without asking; what asks by a rule, or leaves the checkout, asks again',
};

/** Characters of a plan in one block, which comments are divided between. */
const longestBlock = 12_000;

/** The plan as it reads and as it is, what either answer leads to, and what an answer is bound to. */
export function planBlocks(id: string, binding: string, plan: ShownPlan): readonly string[] {
	const { text, mode, isRevisable } = plan;
	const denied = isRevisable
		? `\`/deny ${id} because …\`: the model reads why, and writes another plan. Without a reason, or without an answer, the run ends.`
		: `\`/deny ${id}\`, or no answer: the run ends.`;
	return [
		'The run has only read so far. This is what it wants to do, in the words of the model. Signed, it is told to do exactly this; every step is still judged.',
		...textBlocks(text),
		[
			`- \`/approve ${id}\`: this run carries it out in mode \`${mode}\`: ${unasked[mode]}. What is blocked stays blocked.`,
			`- ${denied}`,
		].join('\n'),
		`<sub>bound to ${span(binding.slice(0, 16))}: this text on this base, signed once, so neither \`for-run\` nor \`always\` can stand behind it</sub>`,
	];
}

/** What is rendered can hide something, a link's address, say: the signature is for the exact text. */
function textBlocks(text: string): readonly string[] {
	const read = quoted(text);
	const exact = chunks(spelledText(text)).map((chunk) => fenced(chunk));
	if (exact.length > 1 || read.length > longestBlock) return exact;
	return [
		read,
		`<details><summary>The exact text, to which the signature is bound</summary>\n\n${exact.join('\n\n')}\n\n</details>`,
	];
}

/** Pieces of whole lines, each as long as a block may be; a line alone may be longer. */
function chunks(text: string): readonly string[] {
	const pieces: string[] = [];
	let piece: string[] = [];
	let length = 0;
	for (const line of text.split('\n')) {
		if (piece.length > 0 && length + line.length > longestBlock) {
			pieces.push(piece.join('\n'));
			piece = [];
			length = 0;
		}
		piece.push(line);
		length += line.length + 1;
	}
	return [...pieces, piece.join('\n')];
}
