import { CountersignError, type DraftPullRequest } from '../core/index.ts';
import { ApiRefusal } from './api.ts';
import type { GitObjects, TreeItem } from './git-objects.ts';

/** What a commit is put on: its parent, and the tree that its files go into. */
export interface CommitBase {
	readonly parent: string;
	readonly tree: string;
}

/**
 * Whether a refusal may be for the workflow files of a commit: GitHub takes no ref on one whose workflow files are those of no branch, which
 * happens to a run that began before somebody changed a workflow. It says so only by the permission that would do (Create a reference,
 * additional permissions), which the workflow's own token can never have.
 */
export function mayBeForWorkflows(error: unknown): error is ApiRefusal {
	return error instanceof ApiRefusal && error.status === 403 && /\bworkflows=write\b/.test(error.accepted ?? '');
}

/**
 * The present head of the base branch, to deliver on top of it what was made on an older one. Undefined where that is the same commit, or
 * the work stands on another one still.
 * @throws CountersignError `github-refused` where both have changed a file: nobody has looked at the two together.
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

/** A file on one side may be a folder on the other. */
function meets(one: string, other: string): boolean {
	return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

const mostNamed = 5;

function overlapping(branch: string, paths: readonly string[]): CountersignError {
	const named = paths.slice(0, mostNamed).map((path) => `\`${path}\``);
	const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : '';
	return new CountersignError({
		code: 'github-workflows',
		message: `A workflow of \`${branch}\` changed after this run began, and GitHub takes no branch with the older one. The changes cannot go on top of the present \`${branch}\` by themselves: ${named.join(', ')}${more} changed there, too.`,
		fix: 'A maintainer can start the task again with a new `/agent` comment: it begins on the present branch.',
	});
}
