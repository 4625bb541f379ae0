/** GitHub closes the thread that follows such a word, when the text reaches the default branch. */
const closing =
	/\b(close[sd]?|fix(?:e[sd])?|resolve[sd]?)(\s*:\s*|\s+)([*_~[('"]*)((?:[\w.-]+\/[\w.-]+)?#\d+\b|GH-\d+\b|https?:\/\/\S+\/(?:issues|pull)\/\d+)/gi;

/** A text that closes no thread but this one: `Fixes #7` of another becomes `Fixes issue #7`, which only links. */
export function withoutClosing(text: string, thread: number): string {
	return text.replace(closing, (whole: string, word: string, gap: string, marks: string, target: string) =>
		target === `#${thread}` ? whole : `${word}${gap}issue ${marks}${target}`,
	);
}
