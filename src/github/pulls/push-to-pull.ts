import type { CommitOnPull, Pushed } from '../../core/index.ts';
import type { Api } from '../api/api.ts';
import { type Commit, createGitObjects, type GitObjects } from '../git/git-objects.ts';

/** The start of the line in a commit's message by which we find our commit again. */
const trailer = 'Countersign: ';
/** The most commits of a branch that are searched. */
const mostCommits = 30;

/**
 * Adds one commit to the branch of a pull request, by fast-forward. After the head that the run knows, the branch may have only the run's
 * own commits. If somebody else pushed meanwhile, returns `moved` and adds nothing, because nobody has checked the combination.
 */
export async function pushToPull(api: Api, request: CommitOnPull): Promise<Pushed> {
	const objects = createGitObjects(api);
	const found = await ownCommits(objects, request);
	if (found === undefined) return { kind: 'moved' };
	const { tip, commits } = found;
	if (commits.some((one) => isMarked(one, request.marker))) return { kind: 'pushed', sha: tip };
	const base = await objects.readCommit(request.baseSha ?? request.headSha);
	const tree = await objects.writeTree(base.tree.sha, request.files);
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

/**
 * Returns the branch's tip, and the commits of this run after the head that it knows. Returns undefined if there are other commits.
 */
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
