/**
 * GitHub closes the thread that follows such a word, when the text reaches the default branch. Between the two may stand whatever
 * markdown does not show, so anything but letters and digits counts as that.
 */
const closing =
	/(?<![a-z0-9])(close[sd]?|fix(?:e[sd])?|resolve[sd]?)([^a-z0-9#]+)((?:[\w.-]{1,100}\/[\w.-]{1,100})?#\d+|GH-\d+|https?:\/\/\S{1,300}\/(?:issues|pull)\/\d+)/gi;
/** What opens around the number, and belongs to it. */
const marks = /[*_~[('"`\\]*$/;

/** A text that closes no thread but this one: `Fixes #7` of another becomes `Fixes issue #7`, which only links. */
export function withoutClosing(text: string, thread: number): string {
	return text.replace(closing, (whole: string, word: string, between: string, target: string) => {
		if (target === `#${thread}`) return whole;
		const opened = marks.exec(between.slice(-10))?.[0] ?? '';
		const gap = between.slice(0, between.length - opened.length);
		return `${word}${gap === '' ? ' ' : gap}issue ${opened}${target}`;
	});
}
