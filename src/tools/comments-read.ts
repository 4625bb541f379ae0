import { heardOf } from '../agent/index.ts';
import { ofThread } from './issue-read.ts';
import { asData, joined, newest } from './shown.ts';
import { defineTool, done } from './tool.ts';

/** Shows the comments on a thread by people to whom the run listens, and only the number of other comments. */
export const commentsRead = defineTool({
	name: 'comments_read',
	description:
		'Read the comments of an issue or pull request, newest last. Shows those of people with write access, and counts the others.',
	args: ofThread,
	run: async ({ number }, services) => {
		const thread = number ?? services.thread;
		const { heard, unheard } = await heardOf(await services.forge.comments(thread), services);
		const { shown, left } = newest(
			heard.map(({ id, author, body, createdAt }) => ({
				source: `#${thread}, comment ${id}, by @${author.login}, ${createdAt}`,
				text: body,
			})),
		);
		const earlier = left === 0 ? '' : `[${left} earlier ones do not fit]`;
		const none = heard.length === 0 ? `No comments to show on #${thread}.` : '';
		return done(joined([none, earlier, ...asData(shown), unheard]));
	},
});
