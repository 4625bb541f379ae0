import { z } from 'zod';
import { CountersignError, sha256 } from '../../core/index.ts';
import { type Incoming, nothing } from './incoming.ts';

/** The parts of a `pull_request` or `pull_request_target` delivery that we read. */
export const pullEvent = z.object({
	action: z.string(),
	number: z.number(),
	pull_request: z.object({
		title: z.string(),
		body: z.string().nullish(),
		draft: z.boolean().nullish(),
		head: z.object({ sha: z.string(), repo: z.object({ full_name: z.string() }).nullable() }),
		base: z.object({ ref: z.string(), sha: z.string() }),
	}),
	repository: z.object({
		name: z.string(),
		full_name: z.string(),
		owner: z.object({ login: z.string() }),
		default_branch: z.string(),
	}),
	sender: z.object({ id: z.number(), login: z.string(), type: z.string() }),
});

/** Actions after which there may be a new head to look at. */
const openings: ReadonlySet<string> = new Set(['opened', 'reopened', 'ready_for_review', 'synchronize']);

/**
 * Returns what a pull request asks for, if the workflow contains a task for it: one run for each head. A `pull_request` workflow comes
 * from the head itself, and has no secrets if the head is a fork's. A `pull_request_target` workflow comes from the default branch.
 */
export function fromPull(
	{ action, number, pull_request: pull, repository, sender }: z.infer<typeof pullEvent>,
	{ name, task }: { readonly name: string; readonly task: string },
): Incoming {
	const { default_branch: defaultBranch, full_name: home } = repository;
	if (!openings.has(action)) return nothing('no-command', `A pull request that was ${action} has no new head.`);
	if (pull.draft === true)
		return nothing('draft', `#${number} is a draft: it is looked at when it is ready for review.`);
	const isHeads = name === 'pull_request';
	if (isHeads && pull.head.repo?.full_name.toLowerCase() !== home.toLowerCase()) {
		const why = `#${number} comes from a fork, and GitHub gives the workflow of a fork no secrets and no right to write.`;
		return nothing(
			'fork',
			`${why} Let the workflow run on \`pull_request_target\`, or comment \`/agent review this\`.`,
		);
	}
	if (isHeads && pull.base.ref !== defaultBranch) throw offDefault(pull.base.ref, defaultBranch);
	return {
		kind: 'start',
		trigger: 'pull-request',
		actor: { id: sender.id, login: sender.login },
		thread: number,
		onPullRequest: true,
		task,
		opening: { title: pull.title, body: pull.body ?? '' },
		// The action is not part of the key, because a draft that becomes ready, or a reopened pull request, has the same head.
		key: `pull/${number}/${pull.head.sha}/${sha256(task).slice(0, 12)}`,
		defaultBranch,
		headSha: pull.head.sha,
		...(isHeads ? { base: { refName: pull.base.ref, sha: pull.base.sha } } : {}),
	};
}

function offDefault(base: string, branch: string): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: `This pull request goes onto \`${base}\`; policy, skills and base come from the default branch \`${branch}\` only.`,
		fix: "Let the workflow run on `pull_request_target`: there everything is the default branch's, whatever a pull request goes onto.",
	});
}
