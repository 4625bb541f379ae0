import { z } from 'zod';
import { content } from './content-schema.ts';

const text = z.string();
const person = z.object({ id: z.number().int(), login: text }).readonly();

const pullState = z.enum(['open', 'closed', 'merged']);

export type PullRequestState = z.infer<typeof pullState>;

/** The pull request that a run began on, as the API told of it then. */
export const pullStart = z
	.object({
		number: z.number().int(),
		headSha: text,
		headBranch: text,
		/** Older journals do not say these two. */
		state: pullState.exactOptional(),
		baseBranch: text.exactOptional(),
		/** Its head is in another repository, or in none any more. */
		fork: z.boolean(),
		/** We opened it, from a branch of ours. */
		own: z.boolean(),
		/** The head's files that differ from the base commit, as a blob of the run; left out where the run does not work on them. */
		files: content.exactOptional(),
		/** Where the work goes: a commit on the head's branch, or a pull request onto it. Left out: one onto the default branch. */
		delivers: z.enum(['commit', 'stacked']).exactOptional(),
		/** Who said that the agent may work on exactly this commit of a fork. */
		vouch: z.object({ by: person, commentId: z.number().int() }).readonly().exactOptional(),
		/** Nobody vouched for the fork's commit, which alone made the run's mode `plan`. */
		readOnly: z.literal(true).exactOptional(),
	})
	.readonly();

/** Where in a pull request's changes a task was written. */
export const codePlace = z
	.object({
		path: text,
		/** From 1, on the side that the task is about; none where it is about the file. */
		lines: z
			.object({ first: z.number().int(), last: z.number().int(), side: z.enum(['before', 'after']) })
			.readonly()
			.exactOptional(),
		/** The diff down to the last of these lines, as GitHub shows it: whoever wrote the code wrote it. */
		hunk: text,
	})
	.readonly();

/**
 * The pull request is no longer the one that requests showed, by its head, its state or its base, or nobody vouches for it any more: what was
 * asked about it counts no more.
 */
export const pullChanged = z.object({
	type: z.literal('pull_changed'),
	head_sha: text,
	state: pullState.exactOptional(),
	base_branch: text.exactOptional(),
	why: text,
	/** From here on the run only reads and answers. */
	read_only: z.literal(true).exactOptional(),
});

export type CodePlace = z.infer<typeof codePlace>;
export type PullStart = z.infer<typeof pullStart>;

/** Where a run delivers. Older journals say it only by whose the pull request is. */
export function deliversTo(pull: PullStart | undefined): 'commit' | 'stacked' | 'default-branch' {
	return pull?.delivers ?? (pull?.own === true ? 'commit' : 'default-branch');
}
