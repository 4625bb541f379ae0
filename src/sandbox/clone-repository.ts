import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type GitResult, runGit } from './git.ts';

export interface CloneRequest {
	/** `https://github.com/octocat/hello.git` */
	readonly url: string;
	/** The credential for the clone. Git sends it in a header and never stores it. */
	readonly token: string;
	readonly branch: string;
	/** The new folder. */
	readonly into: string;
	readonly wallSeconds: number;
	/** Stops the clone at once. */
	readonly interruption: AbortSignal;
}

/**
 * Clones one branch with its whole history. The result is like `actions/checkout` with `fetch-depth: 0` and without credentials. Git gets
 * the token by an environment variable, so neither a process list nor a file shows it.
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
		// Git sends the header only to this origin, and not to another host after a redirect.
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
