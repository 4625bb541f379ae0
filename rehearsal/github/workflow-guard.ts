import type { GitDatabase } from './git-database.ts';
import { ApiError, type Call } from './http.ts';
import type { Repository } from './repository.ts';

/**
 * GitHub takes no ref on a commit whose workflow files are those of no branch, unless the token may write workflows, which the workflow's own
 * never may (github/docs, permissions of "Create a reference" and "Update a reference"; vercel/next.js#94596).
 */
export async function guardWorkflows({ git, switches }: Repository, { who }: Call, sha: string): Promise<void> {
	if (!switches.guardsWorkflows || !who?.grants) return;
	const wanted = await workflowsOf(git, sha);
	if (wanted === '') return;
	for (const { sha: head } of await git.refs('refs/heads')) if ((await workflowsOf(git, head)) === wanted) return;
	throw new ApiError(403, 'Resource not accessible by integration', undefined, {
		'x-accepted-github-permissions': 'contents=write; contents=write,workflows=write',
	});
}

/** What lies in the folder of workflows, by its hashes; empty where there is none. */
async function workflowsOf(git: GitDatabase, commit: string): Promise<string> {
	const listed = await git.run(['ls-tree', '-r', `${commit}^{tree}`, '.github/workflows/']);
	return listed.code === 0 ? listed.out.toString() : '';
}
