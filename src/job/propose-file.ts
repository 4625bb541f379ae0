import { posix } from 'node:path';
import { z } from 'zod';
import type { PullRequestLink } from '../core/index.ts';
import { createApi, createForge } from '../github/index.ts';
import type { SweepOptions } from './sweep-context.ts';

/** A file that a person may take over, by merging a pull request, or leave. */
export interface FileProposal {
	/** Where it would lie; where a file lies there already, it gets a name of its own. */
	readonly path: string;
	/** What is proposed, in a few letters: the same is proposed once. */
	readonly name: string;
	/** The words of the pull request, and the file, for the path that it got. */
	readonly write: (path: string) => {
		readonly title: string;
		readonly body: string;
		readonly message: string;
		readonly text: string;
	};
}

export interface ProposedFile extends PullRequestLink {
	/** False where it was proposed before: then nothing was done. */
	readonly isNew: boolean;
}

const repository = z.object({ default_branch: z.string().min(1) });
const commit = z.object({ sha: z.string() });

/** Opens a draft pull request with one file over the default branch, once for each name. @throws CountersignError what GitHub refuses. */
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
