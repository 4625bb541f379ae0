import type { EntryOf, PullHead, PullStart, RunRequest, RunSettings, Workspace } from '../core/index.ts';
import { treeOf, vouchIn } from '../run/index.ts';
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
 * until somebody with write access has vouched for exactly the commit that is the head now. The head's files are put over the base commit's:
 * rules, skills and code owners are read from the default branch as always, and all that came with the head counts as changed.
 */
export async function pullGround({ request, settings, workspace }: Starting, desk: Desk): Promise<PullGround> {
	if (!request.onPullRequest) return { settings };
	const head = await desk.forge.pullHead(request.thread);
	const vouch = head.fork
		? await vouchIn(await desk.forge.comments(request.thread), head.headSha, desk.forge)
		: undefined;
	const isClosed = head.fork && vouch === undefined && settings.mode !== 'plan';
	const takesHead = head.open && (head.own || vouch !== undefined);
	return {
		settings: isClosed ? { ...settings, mode: 'plan' } : settings,
		...(takesHead ? { tree: await putHead(head, workspace, desk) } : {}),
		pull: startOf(head, { ...(vouch && { vouch }), ...(isClosed && { readOnly: true }) }),
	};
}

/** Brings the checkout to the head's files; returns the digest of what is there then. */
async function putHead({ headSha }: PullHead, workspace: Workspace, desk: Desk): Promise<string> {
	const baseSha = desk.environment.sha;
	const { entries, files } = await desk.forge.headFiles(baseSha, headSha);
	await workspace.restore({ baseSha, entries }, (hash) => files.get(hash));
	return treeOf(workspace);
}

function startOf(
	{ number, headSha, headBranch, fork, own }: PullHead,
	more: Pick<PullStart, 'vouch' | 'readOnly'>,
): PullStart {
	return { number, headSha, headBranch, fork, own, ...more };
}
