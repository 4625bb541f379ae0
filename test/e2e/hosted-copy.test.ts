import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');

/** The lines of the README's commands that begin with these words. Its comments are part of them. */
function commands(...starts: readonly string[]): readonly string[] {
	const readme = readFileSync(join(root, 'README.md'), 'utf8');
	const lines = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, text = '']) => text.split('\n'));
	return starts.map((start) => lines.find((line) => line.startsWith(start)) ?? `no command begins with ${start}`);
}

function git(folder: string, ...args: readonly string[]): string {
	const who = ['-c', 'user.name=octocat', '-c', 'user.email=octocat@example.com'];
	return spawnSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' }).stdout.trim();
}

/** A clone of a fork on GitHub, in which `npm ci` has run. */
function cloneOfFork(folder: string): string {
	const clone = join(folder, 'my fork');
	git(folder, 'clone', '--quiet', '--shared', root, clone);
	git(clone, 'remote', 'set-url', 'origin', 'https://github.com/octocat/countersign.git');
	cpSync(join(root, 'dist'), join(clone, 'dist'), { recursive: true });
	symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
	return clone;
}

/** A path on which `node` is too old for Countersign. */
function pathWithOldNode(folder: string): string {
	const programs = join(folder, 'programs');
	mkdirSync(programs);
	writeFileSync(join(programs, 'node'), '#!/bin/sh\necho "This Node is too old." >&2\nexit 1\n');
	chmodSync(join(programs, 'node'), 0o755);
	return [programs, process.env['PATH'] ?? ''].join(delimiter);
}

it("the README's commands set up a fork on any Node, and `init` pins the fork's commit", () => {
	using folder = temporaryFolder();
	const clone = cloneOfFork(folder.path);
	const project = join(folder.path, 'my-project');
	git(folder.path, 'init', '--quiet', project);
	const [alias = '', ...rest] = commands(
		'alias countersign=',
		'cd ../my-project',
		'countersign init --yes',
		'git add .github',
	);
	// A shell expands an alias only in lines that it reads after the alias.
	const script = ['set -e', 'shopt -s expand_aliases', alias, ...rest].join('\n');
	const { status, stderr } = spawnSync('bash', ['-c', script], {
		...{ cwd: clone, encoding: 'utf8' },
		env: {
			...{ PATH: pathWithOldNode(folder.path), HOME: folder.path },
			...{ GIT_AUTHOR_NAME: 'octocat', GIT_AUTHOR_EMAIL: 'octocat@example.com' },
			...{ GIT_COMMITTER_NAME: 'octocat', GIT_COMMITTER_EMAIL: 'octocat@example.com' },
		},
	});
	expect([stderr, status]).toEqual(['', 0]);
	const head = git(clone, 'rev-parse', 'HEAD');
	expect(git(project, 'show', 'HEAD:.github/workflows/agent.yml')).toContain(`uses: octocat/countersign@${head}\n`);
});
