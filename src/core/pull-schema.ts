import { z } from 'zod';
import { content } from './content-schema.ts';
import { storedObject } from './stored-object.ts';

const text = z.string();
const person = z.object({ id: z.number().int(), login: text }).readonly();

const pullState = z.enum(['open', 'closed', 'merged']);

export type PullRequestState = z.infer<typeof pullState>;

/** The pull request of a run, as the API returned it at the beginning. */
export const pullStart = storedObject({
	number: z.number().int(),
	headSha: text,
	headBranch: text,
	/** Older journals do not have these two fields. */
	state: pullState.exactOptional(),
	baseBranch: text.exactOptional(),
	/** The head is in another repository, or that repository is gone. */
	fork: z.boolean(),
	/** We opened the pull request from a branch of ours. */
	own: z.boolean(),
	/** The head's files that differ from the base commit, as a blob of the run. Left out if the run does not work on them. */
	files: content.exactOptional(),
	/**
	 * How the run delivers: as a commit on the head's branch, or as a pull request onto that branch. If left out, as a pull request onto the
	 * default branch.
	 */
	delivers: z.enum(['commit', 'stacked']).exactOptional(),
	/** Who said that the agent may work on exactly this commit of a fork. */
	vouch: storedObject({ by: person, commentId: z.number().int() }).exactOptional(),
	/** The run's mode is `plan` only because nobody wrote `/agent ok` for the fork's commit. */
	readOnly: z.literal(true).exactOptional(),
});

/** The place in a pull request's changes where somebody wrote a task. */
export const codePlace = z
	.object({
		path: text,
		/** The lines, from 1, on one side of the diff. Left out if the task is about the whole file. */
		lines: z
			.object({ first: z.number().int(), last: z.number().int(), side: z.enum(['before', 'after']) })
			.readonly()
			.exactOptional(),
		/** The diff up to the last of these lines, as GitHub shows it. The author of the code wrote this text, so it is not trusted. */
		hunk: text,
	})
	.readonly();

/**
 * The pull request is no longer as requests showed it. Its head, state or base changed, or its `/agent ok` is no longer valid. Earlier
 * requests about it are void.
 */
export const pullChanged = z.object({
	type: z.literal('pull_changed'),
	head_sha: text,
	state: pullState.exactOptional(),
	base_branch: text.exactOptional(),
	why: text,
	/** From now on the run only reads and answers. */
	read_only: z.literal(true).exactOptional(),
});

/** A pull request that a call opened. The pattern allows no character in the address that could end a Markdown link. */
export const openedPull = z
	.object({
		number: z.int().positive(),
		url: z.string().regex(/^https?:\/\/[^\s()<>]+$/),
		/** Our newest commit on it. Left out if a later delivery of the run cannot build on this commit. */
		head: z
			.string()
			.regex(/^[0-9a-f]{40,64}$/)
			.exactOptional(),
	})
	.readonly();

/** A pull request that a call opened, or to which it added a commit. */
export type OpenedPull = z.infer<typeof openedPull>;

export type CodePlace = z.infer<typeof codePlace>;
export type PullStart = z.infer<typeof pullStart>;

/** Returns where a run delivers. Older journals do not say this, so for them the owner of the pull request decides. */
export function deliversTo(pull: PullStart | undefined): 'commit' | 'stacked' | 'default-branch' {
	return pull?.delivers ?? (pull?.own === true ? 'commit' : 'default-branch');
}
