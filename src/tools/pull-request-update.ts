import { z } from 'zod';
import { type PullRequestView, withoutMarker } from '../core/index.ts';
import type { ToolServices } from './tool.ts';
import { defineTool, done, refused } from './tool.ts';
import { wordsOf } from './words.ts';

/** Changes the title and text of the draft that this run opened. If the call runs twice, the second run changes nothing. */
export const pullRequestUpdate = defineTool({
	name: 'pull_request_update',
	description: 'Change the title or the text of the draft pull request that this run opened.',
	args: z.strictObject({ title: z.string().optional(), body: z.string().optional() }),
	run: async (args, services) => {
		if (args.title === undefined && args.body === undefined) return refused('Neither `title` nor `body` is given.');
		const words = wordsOf(args, services.thread);
		if ('problem' in words) return refused(words.problem);
		const pull = await ownPull(services);
		if (pull === undefined) return refused('This run has opened no pull request. Use `open_pull_request` first.');
		if (pull.state !== 'open' || !pull.draft)
			return refused(`#${pull.number} is no open draft any more: people have taken it over. Use \`comment\`.`);
		await services.toolForge.rewordPullRequest(pull, words);
		return done(`Reworded draft pull request #${pull.number}: ${pull.url}`);
	},
	findDone: async (args, services) => {
		const words = wordsOf(args, services.thread);
		const pull = 'problem' in words ? undefined : await ownPull(services);
		return pull !== undefined && !('problem' in words) && says(pull, words)
			? done(`Already reworded #${pull.number}: ${pull.url}`)
			: undefined;
	},
});

function ownPull({ toolForge, run }: ToolServices): Promise<PullRequestView | undefined> {
	return toolForge.ownPullRequest(`countersign:pull-request:${run}:`);
}

function says({ title, body }: PullRequestView, words: { readonly title?: string; readonly body?: string }): boolean {
	const text = withoutMarker(body);
	return (words.title ?? title) === title && (words.body ?? text) === text;
}
