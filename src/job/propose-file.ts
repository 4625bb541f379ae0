import { posix } from 'node:path';
import { z } from 'zod';
import type { PullRequestLink } from '../core/index.ts';
import { createApi, createForge } from '../github/index.ts';
import type { SweepOptions } from './sweep-context.ts';

/** A file that a person may accept by merging a pull request, or ignore. */
export interface FileProposal {
	/** The wanted path. If a file already exists there, the proposal gets a different name. */
	readonly path: string;
	/** A short id of the proposal. A second proposal with the same id is not made. */
	readonly name: string;
	/** Returns the text of the pull request, and the file, for the final path. */
	readonly write: (path: string) => {
		readonly title: string;
		readonly body: string;
		readonly message: string;
		readonly text: string;
	};
}

export interface ProposedFile extends PullRequestLink {
	/** False if the same proposal already existed. Then nothing was done. */
	readonly isNew: boolean;
}

const repository = z.object({ default_branch: z.string().min(1) });
const commit = z.object({ sha: z.string() });

/**
 * Opens a draft pull request onto the default branch that adds one file, once for each `name`. @throws CountersignError if GitHub refuses.
 */
export async function proposeFile(
	{ octokit, owner, repo, webUrl }: Omit<SweepOptions, 'warn'>,
	{ path, name, write }: FileProposal,
): Promise<ProposedFile> {
	const sleep = (milliseconds: number): Promise<void> => new Promise((wake) => setTimeout(wake, milliseconds));
	const api = createApi({ octokit, owner, repo, webUrl, sleep });
	const forge = createForge(api);
	const marker = `countersign:proposal:${name}`;
	const before = await forge.findPullRequest(marker);
	if (before !== undefined) return { ...before, isNew: false };
	const { default_branch: baseBranch } = await api.call('GET /repos/{owner}/{repo}', repository);
	const { sha: baseSha } = await api.call('GET /repos/{owner}/{repo}/commits/{ref}', commit, { ref: baseBranch });
	const there = await api.find('GET /repos/{owner}/{repo}/contents/{+path}', z.unknown(), { path, ref: baseSha });
	const free = there === undefined ? path : `${posix.dirname(path)}/${name}${posix.extname(path)}`;
	const { text, ...words } = write(free);
	const link = await forge.openDraftPullRequest({
		branch: `countersign/${name}`,
		baseBranch,
		baseSha,
		...words,
		files: [{ path: free, mode: '100644', content: Buffer.from(text) }],
		marker,
	});
	return { ...link, isNew: true };
}
