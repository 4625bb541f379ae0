import type {
	Blobs,
	EntryOf,
	HeadEntry,
	PullHead,
	PullStart,
	RunRequest,
	RunSettings,
	Workspace,
} from '../core/index.ts';
import { isOwnCredential } from '../gate/index.ts';
import { stateOfPull, treeOf, vouchIn } from '../run/index.ts';
import { isTravellingPath } from '../workspace/index.ts';
import type { JobFacts, JobForge } from './job-context.ts';
import { groundText } from './pull-delivery.ts';

/** The base commit and the forge. */
interface Known {
	readonly environment: Pick<JobFacts['environment'], 'sha' | 'refName'>;
	readonly forge: JobForge;
}

/** The parts of a run's header that describe the pull request. */
export type PullBeginning = Pick<EntryOf<'run_started'>, 'pull' | 'settings' | 'tree'>;

interface Starting {
	readonly request: RunRequest;
	readonly settings: RunSettings;
	readonly workspace: Workspace;
	readonly blobs: Blobs;
}

/**
 * Reads the pull request that a run begins on, and puts the files of its head into the checkout. Threat: code of a fork next to secrets
 * (pwn request). On a fork's pull request the agent only reads, until a person with write access has vouched for exactly the current head
 * commit. Rules, skills and code owners still come from the default branch. The gate treats files of the head that differ from the default
 * branch as changed by the run.
 */
export async function beginOnPull({ request, settings, ...starting }: Starting, known: Known): Promise<PullBeginning> {
	if (!request.onPullRequest) return { settings };
	const head = await known.forge.pullHead(request.thread);
	const vouch = head.fork
		? await vouchIn(await known.forge.comments(request.thread), head.headSha, known.forge)
		: undefined;
	const isForeign = (head.fork && vouch === undefined) || request.forStranger === true;
	const isClosed = isForeign && (settings.mode !== 'plan' || request.forStranger === true);
	const takesHead = head.open && (!head.fork || vouch !== undefined);
	const [headFiles, delivers] = await Promise.all([
		takesHead ? putHead(head, starting, known) : undefined,
		takesHead && !head.fork ? deliversOnto(head, request, known) : undefined,
	]);
	const { number, headSha, headBranch, baseBranch, fork, own } = head;
	return {
		settings: isClosed ? { ...settings, mode: 'plan' } : settings,
		...(headFiles && { tree: headFiles.tree }),
		pull: {
			...{ number, headSha, headBranch, state: stateOfPull(head), baseBranch, fork, own },
			...(headFiles && { files: headFiles.files }),
			...(delivers && { delivers }),
			...(vouch && { vouch }),
			...(isClosed && { readOnly: true }),
		},
	};
}

type HeadFiles = Required<Pick<PullStart, 'files'>> & { readonly tree: string };

/** Changes the checkout to the head's files. Returns the resulting tree, and the blob in which the run stores the list of these files. */
async function putHead(
	{ headSha }: PullHead,
	{ workspace, blobs }: Pick<Starting, 'workspace' | 'blobs'>,
	known: Known,
): Promise<HeadFiles> {
	const baseSha = known.environment.sha;
	const { entries, files } = await known.forge.headFiles({ baseSha, headSha }, (ids) => workspace.heldBlobs(ids));
	const travelling = await travellingIn(entries, workspace);
	await workspace.restore({ baseSha, entries: travelling }, (hash) => files.get(hash));
	return { tree: await treeOf(workspace), files: await blobs.put(groundText(travelling)) };
}

/**
 * Returns the head's files that are put into the checkout. A new file is left out if its name is that of a credential, or if some
 * machines cannot store that name.
 */
async function travellingIn(entries: readonly HeadEntry[], workspace: Workspace): Promise<readonly HeadEntry[]> {
	const tracked = new Set(await workspace.paths());
	return entries.filter(({ path }) => tracked.has(path) || (isTravellingPath(path) && !isOwnCredential(path)));
}

/**
 * Returns how the work is delivered: as a commit on the head's branch (`commit`), or as a new pull request onto this branch (`stacked`). It
 * is `stacked` if the requester may not push, if the branch accepts commits only through a pull request, or if it is the default branch.
 */
async function deliversOnto(
	{ own, headBranch }: PullHead,
	{ actor }: RunRequest,
	{ forge, environment }: Known,
): Promise<NonNullable<PullStart['delivers']>> {
	if (own) return 'commit';
	if (headBranch === environment.refName) return 'stacked';
	const [{ mayWrite }, takes] = await Promise.all([forge.rights(actor), forge.takesCommits(headBranch)]);
	return mayWrite && takes ? 'commit' : 'stacked';
}
