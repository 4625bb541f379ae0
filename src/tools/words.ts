import { neutralMarkdown, neutralTitle, withoutClosing } from '../report/index.ts';

const longestTitle = 200;
const longestBody = 60_000;

/** The title and text of a pull request, safe to post. A part that the call did not give is left out. */
export type Words =
	| { readonly title?: string; readonly body?: string }
	/** What is wrong and what to do, in words for the model. */
	| { readonly problem: string };

/**
 * Makes a model's text safe for a pull request. The result triggers no other bot, closes no other thread, and refers to the run's own
 * thread.
 */
export function wordsOf(
	given: { readonly title?: string | undefined; readonly body?: string | undefined },
	thread: number,
): Words {
	const title = given.title === undefined ? undefined : withoutClosing(neutralTitle(given.title), thread);
	const body = given.body === undefined ? undefined : bodyOf(given.body, thread);
	if (title === '') return { problem: '`title` is empty. Say in a few words what the change does.' };
	if (title !== undefined && title.length > longestTitle)
		return { problem: `\`title\` has ${title.length} characters; keep it below 70.` };
	if (body !== undefined && body.length > longestBody)
		return { problem: `\`body\` has ${body.length} characters; at most ${longestBody} fit. Shorten it.` };
	return { ...(title === undefined ? {} : { title }), ...(body === undefined ? {} : { body }) };
}

function bodyOf(text: string, thread: number): string {
	const body = withoutClosing(neutralMarkdown(text), thread).trim();
	const refers = new RegExp(`\\b(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?|refs?) #${thread}\\b`, 'i').test(body);
	return refers ? body : `${body}\n\nRefs #${thread}`.trim();
}
