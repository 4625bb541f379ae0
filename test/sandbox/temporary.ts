import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

/** Creates a directory that is removed after the test. */
export function temporaryDirectory(): string {
	const dir = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-test-')));
	onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
	return dir;
}

/** Runs a script of the test itself, unsandboxed. */
export function sh(script: string, cwd: string, env: Readonly<Record<string, string>> = {}): string {
	return execFileSync('/bin/bash', ['-euc', script], {
		cwd,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'pipe'],
		env: {
			PATH: process.env['PATH'],
			HOME: '/nonexistent',
			GIT_CONFIG_NOSYSTEM: '1',
			GIT_AUTHOR_NAME: 'Test',
			GIT_AUTHOR_EMAIL: 'test@example.com',
			GIT_COMMITTER_NAME: 'Test',
			GIT_COMMITTER_EMAIL: 'test@example.com',
			...env,
		},
	});
}

/** As {@link sh}, for scripts that talk to a server of this process. */
export async function shWhileServing(script: string): Promise<string> {
	const { stdout } = await promisify(execFile)('/bin/bash', ['-euc', script], { timeout: 10_000 });
	return stdout;
}

/** Runs a module as an ordinary user in a directory of this user, and returns its output. */
export function asOrdinaryUser(directory: string, module: string): string {
	const sources = `${process.cwd()}/src`;
	writeFileSync(join(directory, 'as-user.ts'), module.replaceAll("from '#", `from '${sources}/`));
	const run = `"${process.execPath}" as-user.ts`;
	if (process.getuid?.() !== 0) return sh(run, directory);
	sh('chown -R 4242:4242 .; chmod o+x ..', directory);
	return sh(`setpriv --reuid=4242 --regid=4242 --clear-groups ${run}`, directory);
}

/** Creates a real git repository with one commit of these files. */
export function aRepository(
	files: Readonly<Record<string, string>> = { 'README.md': '# Read me\n' },
	script = ':',
): { readonly root: string; readonly baseSha: string } {
	const root = join(temporaryDirectory(), 'repository');
	mkdirSync(root);
	sh('git init -q -b main', root);
	putFiles(root, files);
	sh(script, root);
	sh('git add -A && git commit -q -m one', root);
	return { root, baseSha: sh('git rev-parse HEAD', root).trim() };
}

/** Writes files below a directory. */
export function putFiles(root: string, files: Readonly<Record<string, string>>): void {
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
	}
}
