import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type GitResult, runGit } from './git.ts';

export interface CloneRequest {
	/** `https://github.com/octocat/hello.git` */
	readonly url: string;
	/** Goes in a header, and is kept nowhere. */
	readonly token: string;
	readonly branch: string;
	/** Made anew. */
	readonly into: string;
	readonly wallSeconds: number;
	/** Ends it where it stands. */
	readonly interruption: AbortSignal;
}

/**
 * A checkout of one branch with its whole history, as `actions/checkout` leaves it with `fetch-depth: 0` and without credentials. The token
 * reaches git by its environment, so that neither a list of processes nor a file shows it.
 */
export async function cloneRepository(request: CloneRequest): Promise<GitResult> {
	const { url, token, branch, into, wallSeconds, interruption } = request;
	mkdirSync(into, { recursive: true });
	const gitDir = join(into, '.git');
	const git = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<GitResult> =>
		runGit(args, { wallSeconds, interruption }, { gitDir, cwd: into, env: { GIT_WORK_TREE: into, ...env } });
	const made = await git(['init', '-q', '-b', branch]);
	if (!made.ok) return made;
	const ref = `refs/heads/${branch}`;
	const fetched = await git(
		['fetch', '-q', '--no-tags', url, `+${ref}:refs/remotes/origin/${branch}`],
		passage(url, token),
	);
	if (!fetched.ok) return fetched;
	return git(['checkout', '-q', '-B', branch, `refs/remotes/origin/${branch}`]);
}

function passage(url: string, token: string): Readonly<Record<string, string>> {
	const { protocol, origin } = new URL(url);
	const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
	const settings = [
		[`protocol.${protocol.replace(':', '')}.allow`, 'always'],
		// Only there: a redirect to another host gets no header.
		[`http.${origin}/.extraHeader`, `Authorization: Basic ${basic}`],
		['http.followRedirects', 'false'],
	];
	return Object.fromEntries([
		['GIT_CONFIG_COUNT', String(settings.length)],
		...settings.flatMap(([key = '', value = ''], index) => [
			[`GIT_CONFIG_KEY_${index}`, key],
			[`GIT_CONFIG_VALUE_${index}`, value],
		]),
	]);
}
