import type { CommitOnPull, Pushed } from '../../core/index.ts';
import type { Api } from '../api/api.ts';
import { type Commit, createGitObjects, type GitObjects } from '../git/git-objects.ts';

/** The start of the line by which we find our commit again. */
const trailer = 'Countersign: ';
/** The most commits of one run on one branch that are searched. */
const mostCommits = 30;

/**
 * Adds one commit to the branch of a pull request, by fast-forward. The branch must be at the head that the run began with, or at the
 * run's own commits on it. If somebody else pushed in between, nothing is added, because nobody has checked the combination.
 */
export async function pushToPull(api: Api, request: CommitOnPull): Promise<Pushed> {
	const objects = createGitObjects(api);
	const found = await ownCommits(objects, request);
	if (found === undefined) return { kind: 'moved' };
	const { tip, commits } = found;
	if (commits.some((one) => isMarked(one, request.marker))) return { kind: 'pushed', sha: tip };
	const head = await objects.readCommit(request.headSha);
	const tree = await objects.writeTree(head.tree.sha, request.files);
	if ((await objects.readCommit(tip)).tree.sha === tree) return { kind: 'same' };
	const sha = await objects.commit(`${request.message}\n\n${trailer}${request.marker}`, tree, [tip]);
	const moved = await objects.advanceRef(`heads/${request.branch}`, sha);
	if (moved === 'advanced') return { kind: 'pushed', sha };
	return { kind: moved === 'conflict' ? 'moved' : 'refused' };
}

/** Returns our commit with this marker, if it is on the branch. */
export async function findPushed(api: Api, request: PushedBy): Promise<string | undefined> {
	const found = await ownCommits(createGitObjects(api), request);
	return found?.commits.find((one) => isMarked(one, request.marker))?.sha;
}

type PushedBy = Pick<CommitOnPull, 'branch' | 'headSha' | 'marker'>;

/** Returns the commits that this run added to the head it began with. Undefined if the branch contains anything else. */
async function ownCommits(
	objects: GitObjects,
	{ branch, headSha, marker }: PushedBy,
): Promise<{ readonly tip: string; readonly commits: readonly Commit[] } | undefined> {
	const tip = await objects.readRef(`heads/${branch}`);
	const ofRun = marker.slice(0, marker.lastIndexOf(':') + 1);
	const commits: Commit[] = [];
	for (let at = tip; at !== headSha; at = commits.at(-1)?.parents[0]?.sha) {
		if (at === undefined || commits.length === mostCommits) return undefined;
		const commit = await objects.readCommit(at);
		const isOurs = commit.parents.length === 1 && lastLine(commit).startsWith(`${trailer}${ofRun}`);
		if (!isOurs) return undefined;
		commits.push(commit);
	}
	return { tip: tip ?? headSha, commits };
}

function isMarked(commit: Commit, marker: string): boolean {
	return lastLine(commit) === `${trailer}${marker}`;
}

function lastLine({ message }: Commit): string {
	return message.trimEnd().split('\n').at(-1) ?? '';
}
