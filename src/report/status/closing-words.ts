/**
 * Matches a word such as `Fixes` with a thread after it. GitHub closes this thread when the text reaches the default branch. Markdown can
 * hide characters between the two, so the pattern allows everything there except letters and digits.
 */
const closing =
	/(?<![a-z0-9])(close[sd]?|fix(?:e[sd])?|resolve[sd]?)([^a-z0-9#]+)((?:[\w.-]{1,100}\/[\w.-]{1,100})?#\d+|GH-\d+|https?:\/\/\S{1,300}\/(?:issues|pull)\/\d+)/gi;
/** Opening characters directly before the number, such as a bracket. */
const marks = /[*_~[('"`\\]*$/;

/** Returns a text that closes no thread except `thread`. For another thread, `Fixes #7` becomes `Fixes issue #7`, which is only a link. */
export function withoutClosing(text: string, thread: number): string {
	return text.replace(closing, (whole: string, word: string, between: string, target: string) => {
		if (target === `#${thread}`) return whole;
		const opened = marks.exec(between.slice(-10))?.[0] ?? '';
		const gap = between.slice(0, between.length - opened.length);
		return `${word}${gap === '' ? ' ' : gap}issue ${opened}${target}`;
	});
}
