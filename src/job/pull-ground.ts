import type { EntryOf, PullHead, PullStart, RunRequest, RunSettings, Workspace } from '../core/index.ts';
import { vouchIn } from '../run/index.ts';
import type { Desk } from './desk.ts';

/** What a run on a pull request begins with, for its header. */
export type PullGround = Pick<EntryOf<'run_started'>, 'pull' | 'settings' | 'tree'>;

interface Starting {
	readonly request: RunRequest;
	readonly settings: RunSettings;
	readonly workspace: Workspace;
}

/**
 * Reads the pull request that a run begins on. Threat: code of a fork beside secrets (pwn request): from a fork the agent only reads,
 * until somebody with write access has vouched for exactly the commit that is the head now.
 */
export async function pullGround({ request, settings }: Starting, desk: Desk): Promise<PullGround> {
	if (!request.onPullRequest) return { settings };
	const head = await desk.forge.pullHead(request.thread);
	const vouch = head.fork
		? await vouchIn(await desk.forge.comments(request.thread), head.headSha, desk.forge)
		: undefined;
	const isClosed = head.fork && vouch === undefined && settings.mode !== 'plan';
	return {
		settings: isClosed ? { ...settings, mode: 'plan' } : settings,
		pull: startOf(head, { ...(vouch && { vouch }), ...(isClosed && { readOnly: true }) }),
	};
}

function startOf(
	{ number, headSha, headBranch, fork, own }: PullHead,
	more: Pick<PullStart, 'vouch' | 'readOnly'>,
): PullStart {
	return { number, headSha, headBranch, fork, own, ...more };
}
