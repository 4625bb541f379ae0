import type { EntryBody, EntryOf, PullHead, PullRequestState } from '../../core/index.ts';
import { headerOf, type Stage } from '../stage.ts';
import type { PullState } from '../state/state.ts';
import { commentsFor } from './run-comments.ts';
import { vouchIn } from './vouch.ts';

/**
 * Reads the run's pull request again, and returns an entry if it changed, otherwise undefined. Threat: a push after the approval (CodeQL,
 * actions/untrusted-checkout-toctou). An approval or `/agent ok` is valid for one commit, never for later commits of the branch. If the
 * pull request is closed, merged or moved to another base branch, its approvals are no longer valid.
 */
export async function pullChange({ state, ports }: Stage): Promise<EntryBody | undefined> {
	const { pull } = headerOf(state);
	if (pull === undefined || state.pull === undefined) return undefined;
	const now = await ports.forge.pullHead(pull.number);
	const { head, readOnly } = state.pull;
	const why = changeOf(state.pull, now);
	const over = stateOfPull(now) !== 'open' && stateOfPull(now) !== state.pull.state;
	if (why !== undefined) return changed(now, why, pull.fork || over);
	if (!pull.fork || readOnly || pull.vouch === undefined) return undefined;
	if ((await vouchIn(await commentsFor(state, ports.forge), head, ports.forge)) !== undefined) return undefined;
	return changed(now, `Nobody with write access vouches for \`${head.slice(0, 12)}\` any more.`, true);
}

export function stateOfPull({ open, merged }: Pick<PullHead, 'open' | 'merged'>): PullRequestState {
	return merged ? 'merged' : open ? 'open' : 'closed';
}

/** Describes the change in a sentence, or returns undefined if nothing changed. */
function changeOf({ head, state, baseBranch }: PullState, now: PullHead): string | undefined {
	const { headSha, baseBranch: base } = now;
	if (state !== undefined && stateOfPull(now) !== state) return words[stateOfPull(now)];
	if (baseBranch !== undefined && base !== baseBranch)
		return `The pull request is to be merged into \`${base}\` now, no longer into \`${baseBranch}\`.`;
	if (headSha === head) return undefined;
	return `The pull request's head moved from \`${head.slice(0, 12)}\` to \`${headSha.slice(0, 12)}\`.`;
}

const words: Readonly<Record<PullRequestState, string>> = {
	open: 'The pull request was opened again.',
	closed: 'The pull request was closed.',
	merged: 'The pull request was merged.',
};

function changed(now: PullHead, why: string, isReadOnly: boolean): EntryOf<'pull_changed'> {
	return {
		type: 'pull_changed',
		head_sha: now.headSha,
		state: stateOfPull(now),
		base_branch: now.baseBranch,
		why,
		...(isReadOnly ? { read_only: true } : {}),
	};
}
