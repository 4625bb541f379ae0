import { z } from 'zod';
import { asData, joined } from './shown.ts';
import { count, defineTool, done } from './tool.ts';

/** The number of a thread in the run's repository. If left out, it is the run's own thread. */
export const ofThread = z.strictObject({ number: count.optional() });

/** Shows an issue or pull request. It is always in the run's own repository. */
export const issueRead = defineTool({
	name: 'issue_read',
	description: 'Read the title, text, labels, state and author of an issue or pull request of this repository.',
	args: ofThread,
	run: async ({ number }, services) => {
		const thread = await services.toolForge.thread(number ?? services.thread);
		const { author, title, body, labels, state, isPullRequest } = thread;
		const from = `${isPullRequest ? 'pull request' : 'issue'} #${thread.number}`;
		const pull = isPullRequest ? await services.toolForge.pullRequest(thread.number) : undefined;
		const texts = [
			{ source: `${from}, title, by @${author.login}`, text: title },
			{ source: `${from}, labels`, text: labels.map((label) => JSON.stringify(label)).join(', ') },
			{ source: `${from}, head branch`, text: pull?.headBranch ?? '' },
			{ source: `${from}, text, by @${author.login}`, text: body },
		];
		const head = pull === undefined ? '' : `, ${pull.draft ? 'draft, ' : ''}head ${pull.headSha}`;
		return done(joined([`${from}, ${state}${head}`, ...asData(texts)]));
	},
});
