import type { PlannedMode } from '../../core/index.ts';
import { fenced, quoted, span } from '../text/markdown.ts';
import { spelledText } from '../text/spelled.ts';

/** A plan in a request. */
export interface ShownPlan {
	/** The model's whole answer. */
	readonly text: string;
	readonly mode: PlannedMode;
	/** Whether the model writes another plan after a denial with a reason. */
	readonly isRevisable: boolean;
}

const unasked: Readonly<Record<PlannedMode, string>> = {
	default: 'Each step that changes something still needs its own approval.',
	contained:
		'Steps with effects only inside the sandbox need no approval. All other steps, and steps for which a rule of the repository requires approval, still need their own approval.',
	edit: 'It writes ordinary files of the checkout without approval. A step still needs its own approval if it has an effect outside the checkout, or if a rule requires approval.',
};

/** The most characters of a plan in one block. A comment can end only between two blocks. */
const longestBlock = 12_000;

/** Returns the plan as rendered text and as exact text, the effect of each answer, and the binding of the approval. */
export function planBlocks(id: string, binding: string, plan: ShownPlan): readonly string[] {
	const { text, mode, isRevisable } = plan;
	const denied = isRevisable
		? `\`/deny ${id} because …\`: the model reads why, and writes another plan. If you give no reason, or nobody answers, the run ends.`
		: `\`/deny ${id}\`, or no answer: the run ends.`;
	return [
		'The run has only read so far. This is what it wants to do, in the words of the model. If you approve, the model gets the instruction to do exactly this. The gate still checks every step.',
		...textBlocks(text),
		[
			`- \`/approve ${id}\`: this run carries out the plan in mode \`${mode}\`. ${unasked[mode]} Blocked steps stay blocked.`,
			`- ${denied}`,
		].join('\n'),
		`<sub>An approval is valid once, and only for exactly this text (${span(binding.slice(0, 16))} is its fingerprint). You cannot add \`for-run\` or \`always\`.</sub>`,
	];
}

/** Returns the plan's text. Rendered text can hide a part, such as a link's address, so the exact text is shown, too. */
function textBlocks(text: string): readonly string[] {
	const read = quoted(text);
	const exact = chunks(spelledText(text)).map((chunk) => fenced(chunk));
	if (exact.length > 1 || read.length > longestBlock) return exact;
	return [
		read,
		`<details><summary>The exact text. An approval is valid only for this.</summary>\n\n${exact.join('\n\n')}\n\n</details>`,
	];
}

/** Divides a text into pieces of whole lines. Each piece fits into a block, unless one line alone is too long. */
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
