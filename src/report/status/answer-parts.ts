import { neutralMarkdown } from '../text/neutral-markdown.ts';

/** How many characters of an answer each comment may show. The first is the progress comment, which also contains other texts. */
const rooms = [18_000, 60_000, 60_000] as const;

/** A model's answer, divided over several comments and made harmless, and the number of characters that do not fit. */
export interface AnswerParts {
	readonly parts: readonly string[];
	readonly missing: number;
}

/** Divides an answer over at most `comments` comments, and never more than three. It leaves out the rest that does not fit. */
export function answerParts(answer: string, comments: number = rooms.length): AnswerParts {
	const parts: string[] = [];
	let rest = answer.toWellFormed().trim();
	for (const room of rooms.slice(0, comments)) {
		if (rest === '') break;
		const { shown, length } = partWithin(rest, room);
		parts.push(shown);
		rest = rest.slice(length).trimStart();
	}
	return { parts, missing: rest.length };
}

/** Returns as much of the beginning as fits. A text can become longer when it is made harmless. */
function partWithin(text: string, room: number): { readonly shown: string; readonly length: number } {
	for (let length = boundaryIn(text, room); ; ) {
		const shown = neutralMarkdown(text.slice(0, length));
		if (shown.length <= room) return { shown, length };
		length = boundaryIn(text, Math.floor(length * Math.min(0.9, room / shown.length)));
	}
}

/** Returns where to cut a text: after a paragraph, a line or a word, if this uses at least half of the space. */
function boundaryIn(text: string, most: number): number {
	if (text.length <= most) return text.length;
	for (const end of ['\n\n', '\n', ' ']) {
		const at = text.lastIndexOf(end, most - end.length);
		if (at > most / 2) return at + end.length;
	}
	return /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most;
}

/** Returns the comments that follow the progress comment, with their numbers. */
export function furtherAnswers(
	run: string,
	answer: string,
): readonly { readonly part: number; readonly body: string }[] {
	const { parts } = answerParts(answer);
	return parts.slice(1).map((text, index) => ({
		part: index + 2,
		body: `**The answer of run \`${run}\`, part ${index + 2} of ${parts.length}**\n\n${text}`,
	}));
}
