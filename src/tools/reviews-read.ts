import { heardOf } from '../agent/index.ts';
import type { ReviewRemark } from '../core/index.ts';
import { ofThread } from './issue-read.ts';
import { asData, joined, newest } from './shown.ts';
import { defineTool, done } from './tool.ts';

/** Shows the reviews of a pull request by people to whom the run listens, and only the number of other reviews. */
export const reviewsRead = defineTool({
	name: 'reviews_read',
	description:
		'Read the reviews of a pull request and their remarks on lines, with the numbers of their threads. Shows those of people with write access, and counts the others.',
	args: ofThread,
	run: async ({ number }, services) => {
		const pull = number ?? services.thread;
		const { heard, unheard } = await heardOf(await services.toolForge.reviews(pull), services);
		const { shown, left } = newest(
			heard.map((remark) => ({
				source: `#${pull}, ${describe(remark)}, by @${remark.author.login}, ${remark.createdAt}`,
				// An approval often has no text.
				text: remark.body.trim() === '' ? '(no text)' : remark.body,
			})),
		);
		const earlier = left === 0 ? '' : `[${left} earlier ones do not fit]`;
		const none = heard.length === 0 ? `No reviews to show on #${pull}.` : '';
		return done(joined([none, earlier, ...asData(shown), unheard]));
	},
});

function describe({ state, path, line, thread, resolved }: ReviewRemark): string {
	if (path === undefined) return `review ${state ?? ''}`.trim();
	const where = `${path}${line === undefined ? ', a line that is gone' : `:${line}`}`;
	return `remark on ${where}${thread === undefined ? '' : `, thread ${thread}`}${resolved === true ? ', resolved' : ''}`;
}
