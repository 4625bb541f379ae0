import { CountersignError, type DraftPullRequest, firstNamed } from '../../core/index.ts';
import { ApiRefusal } from '../api/api.ts';
import type { GitObjects, TreeItem } from '../git/git-objects.ts';

/** The base of a new commit: its parent, and the tree to which the new files are added. */
export interface CommitBase {
	readonly parent: string;
	readonly tree: string;
}

/**
 * Whether GitHub may have refused a ref because of a commit's workflow files. GitHub refuses a commit if its workflow files differ from
 * those of every branch. This happens if somebody changed a workflow after the run began. The only sign is the permission that GitHub names
 * in its answer (Create a reference, additional permissions). The workflow's own token can never have this permission.
 */
export function mayBeForWorkflows(error: unknown): error is ApiRefusal {
	return error instanceof ApiRefusal && error.status === 403 && /\bworkflows=write\b/.test(error.accepted ?? '');
}

/**
 * Returns the current head of the base branch. A run that began at an older commit is then delivered on this head. Returns undefined if the
 * branch has not moved, or if the new commit must have another parent than `baseSha`.
 * @throws CountersignError `github-workflows` if the branch and the run have changed the same file, because nobody has checked the
 * combination.
 */
export async function presentBase(objects: GitObjects, request: DraftPullRequest): Promise<CommitBase | undefined> {
	const { baseBranch, baseSha, parent = baseSha } = request;
	const head = await objects.readRef(`heads/${baseBranch}`);
	if (head === undefined || head === baseSha || parent !== baseSha) return undefined;
	const [before, now] = await Promise.all([baseSha, head].map((sha) => objects.readCommit(sha)));
	if (before === undefined || now === undefined) return undefined;
	const changed = changedPaths(await objects.listTree(before.tree.sha), await objects.listTree(now.tree.sha));
	const both = request.files.map(({ path }) => path).filter((path) => changed.some((other) => meets(path, other)));
	if (both.length > 0) throw overlapping(baseBranch, both);
	return { parent: head, tree: now.tree.sha };
}

function changedPaths(before: ReadonlyMap<string, TreeItem>, now: ReadonlyMap<string, TreeItem>): readonly string[] {
	const all = [...new Set([...before.keys(), ...now.keys()])];
	return all.filter(
		(path) => before.get(path)?.sha !== now.get(path)?.sha || before.get(path)?.mode !== now.get(path)?.mode,
	);
}

/** Whether two paths conflict. A file on one side may be a folder on the other. */
function meets(one: string, other: string): boolean {
	return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

function overlapping(branch: string, paths: readonly string[]): CountersignError {
	const named = firstNamed(paths.map((path) => `\`${path}\``));
	return new CountersignError({
		code: 'github-workflows',
		message: `A workflow of \`${branch}\` changed after this run began, and GitHub takes no branch with the older one. The changes cannot go on top of the present \`${branch}\` by themselves: ${named} changed there, too.`,
		fix: 'A maintainer can start the task again with a new `/agent` comment: it begins on the present branch.',
	});
}
