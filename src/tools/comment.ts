import { z } from 'zod';
import { neutralMarkdown } from '../report/index.ts';
import { markerOf } from './marker.ts';
import { defineTool, done, refused } from './tool.ts';

const longest = 60_000;

/** Posts a comment on the run's own thread. If the call runs twice, the second run finds the comment by its marker and posts no other. */
export const comment = defineTool({
	name: 'comment',
	description: 'Write a comment on the issue or pull request of this run.',
	args: z.strictObject({ body: z.string() }),
	run: async ({ body }, services, context) => {
		if (body.length > longest)
			return refused(`\`body\` has ${body.length} characters; at most ${longest} fit. Shorten it.`);
		const text = neutralMarkdown(body).trim();
		if (text === '') return refused('`body` is empty. Say what people should know.');
		if (text.length > longest)
			return refused(`\`body\` has ${text.length} characters; at most ${longest} fit. Shorten it.`);
		const made = await services.forge.upsertComment(services.thread, markerOf('comment', services, context), text);
		return done(`Commented: ${made.url}`);
	},
});
