import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Octokit } from 'octokit';
import { type LocalGitHub, type LocalGitHubOptions, startLocalGitHub } from '../../rehearsal/github/local-github.ts';

export const place = { owner: 'octo', repo: 'demo' };

export function git(dir: string, ...args: string[]): string {
	const self = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
	return execFileSync('git', ['-C', dir, ...self, ...args], { encoding: 'utf8' }).trim();
}

/** A repository with a file, a script, a link and a directory, on `main`. */
export function sourceRepository(): { dir: string; remove: () => void } {
	const dir = mkdtempSync(join(tmpdir(), 'source-of-local-github-'));
	git(dir, 'init', '--quiet', '--initial-branch=main');
	writeFileSync(join(dir, 'README.md'), '# Demo\n');
	writeFileSync(join(dir, 'run.sh'), '#!/bin/sh\necho hello\n', { mode: 0o755 });
	symlinkSync('README.md', join(dir, 'link.md'));
	execFileSync('mkdir', [join(dir, 'src')]);
	writeFileSync(join(dir, 'src', 'app.ts'), 'export const one = 1;\n');
	git(dir, 'add', '.');
	git(dir, 'commit', '--quiet', '--message', 'first');
	return { dir, remove: () => rmSync(dir, { recursive: true }) };
}

export const people: LocalGitHubOptions['users'] = [
	{ login: 'maria', id: 1001, permission: 'maintain' },
	{ login: 'wes', id: 1002, permission: 'write' },
	{ login: 'tina', id: 1003, permission: 'triage' },
	{ login: 'carla', id: 1004, permission: 'write', roleName: 'release-captain' },
	{ login: 'eve', id: 1005 },
	{ login: 'helper[bot]', id: 1006, type: 'Bot' },
];

export function startDemo(repositoryPath: string, options: Partial<LocalGitHubOptions> = {}): Promise<LocalGitHub> {
	return startLocalGitHub({ ...place, repositoryPath, users: people, ...options });
}

export function client(github: LocalGitHub, auth: string | undefined = github.actionsToken): Octokit {
	const silent = () => undefined;
	return new Octokit({
		baseUrl: github.url,
		...(auth === '' ? {} : { auth }),
		retry: { enabled: false },
		throttle: { enabled: false },
		log: { debug: silent, info: silent, warn: silent, error: silent },
	});
}

/** The status and the message of an answer, whether octokit throws it or not. */
export async function outcome(call: Promise<{ status: number }>): Promise<{ status: number; message?: string }> {
	try {
		return { status: (await call).status };
	} catch (error) {
		if (!(error instanceof Error) || !('status' in error)) throw error;
		const { status, response } = error as Error & { status: number; response?: { data: { message?: string } } };
		const message = response?.data.message;
		return message === undefined ? { status } : { status, message };
	}
}
