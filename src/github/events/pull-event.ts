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

/** The actions of a pull request after which it may have a head that nobody has reviewed. */
const openings: ReadonlySet<string> = new Set(['opened', 'reopened', 'ready_for_review', 'synchronize']);

/**
 * Returns the run that the event of a pull request starts: one for each head and task. The file of a workflow on `pull_request` comes from
 * the head itself, and for a fork's head the job gets no secrets. The file of a workflow on `pull_request_target` comes from the default
 * branch.
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
		// The action is not part of the key. If a draft becomes ready, or a pull request is reopened, its head is the same, and needs no second
		// run.
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
