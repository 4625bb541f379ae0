import type { GitDatabase } from './git-database.ts';
import { ApiError, type Call } from './http.ts';
import type { Repository } from './repository.ts';
import type { Identity } from './types.ts';

/** Refuses a ref over REST, and names the missing permission. @throws {ApiError} 403. */
export async function guardWorkflows(repository: Repository, { who }: Call, sha: string): Promise<void> {
	if (!(await isOfNoBranch(repository, who, sha))) return;
	throw new ApiError(403, 'Resource not accessible by integration', undefined, {
		'x-accepted-github-permissions': 'contents=write; contents=write,workflows=write',
	});
}

/**
 * Whether a ref must be refused because no branch has the workflow files of its commit. GitHub accepts such a ref only from a token that
 * may write workflows, which a workflow's own token never may (github/docs, permissions of "Create a reference" and "Update a reference";
 * vercel/next.js#94596). Git over HTTP refuses the same.
 */
export async function isOfNoBranch(
	{ git, switches }: Repository,
	who: Identity | undefined,
	sha: string,
): Promise<boolean> {
	if (!switches.guardsWorkflows || !who?.grants) return false;
	const wanted = await workflowsOf(git, sha);
	if (wanted === '') return false;
	for (const { sha: head } of await git.refs('refs/heads')) if ((await workflowsOf(git, head)) === wanted) return false;
	return true;
}

/** Returns the hashes of the files in the folder of workflows. Empty if there is none. */
async function workflowsOf(git: GitDatabase, commit: string): Promise<string> {
	const listed = await git.run(['ls-tree', '-r', `${commit}^{tree}`, '.github/workflows/']);
	return listed.code === 0 ? listed.out.toString() : '';
}
