import { z } from 'zod';
import { neutralMarkdown } from '../report/index.ts';
import { markerOf } from './marker.ts';
import { count, defineTool, done, refused } from './tool.ts';

const longest = 60_000;

/** Answers a review remark on the run's pull request. It does not resolve the remark, because people decide whether it is settled. */
export const reviewReply = defineTool({
	name: 'review_reply',
	description:
		'Answer in the thread of a remark on a line of the pull request of this run. `reviews_read` shows the numbers of the threads.',
	args: z.strictObject({ thread: count, body: z.string() }),
	run: async ({ thread, body }, services, context) => {
		const text = neutralMarkdown(body).trim();
		if (text === '') return refused('`body` is empty. Say what you did, or why not.');
		if (text.length > longest)
			return refused(`\`body\` has ${text.length} characters; at most ${longest} fit. Shorten it.`);
		if (!(await services.toolForge.thread(services.thread)).isPullRequest)
			return refused('This run is not on a pull request, so there is no remark to answer. Use `comment`.');
		const known = new Set((await services.toolForge.reviews(services.thread)).map((remark) => remark.thread));
		if (!known.has(thread))
			return refused(`#${services.thread} has no thread ${thread}. Use \`reviews_read\` to see which there are.`);
		const made = await services.toolForge.reply(services.thread, {
			thread,
			body: text,
			marker: markerOf('review-reply', services, context),
		});
		return done(`Answered: ${made.url}`);
	},
	findDone: async (_, services, context) => {
		const found = await services.toolForge.findReply(services.thread, markerOf('review-reply', services, context));
		return found === undefined ? undefined : done(`Already answered: ${found.url}`);
	},
});
