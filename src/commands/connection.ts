import { CountersignError } from '../core/index.ts';
import type { RequestPort } from '../job/index.ts';

/** The repository that the environment names, and how to connect to its GitHub. */
export interface Connection {
	readonly repository: string | undefined;
	readonly webUrl: string;
	/** Connects to GitHub. @throws CountersignError `bad-input` if there is no token. */
	readonly connect: () => Promise<RequestPort>;
}

/**
 * Returns what a command needs to reach GitHub. @throws CountersignError `bad-input` if the environment names no repository or no token.
 */
export async function connected({ repository, webUrl, connect }: Connection) {
	const [, owner, repo] = /^([^/\s]+)\/([^/\s]+)$/.exec(repository ?? '') ?? [];
	if (owner === undefined || repo === undefined) throw noRepository();
	return { octokit: await connect(), owner, repo, webUrl };
}

function noRepository(): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: 'GITHUB_REPOSITORY is missing, or is not owner/name.',
		fix: 'Set GITHUB_REPOSITORY=owner/name and GITHUB_TOKEN.',
	});
}
