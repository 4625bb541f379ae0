import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { publishedCommit } from '../../src/readiness/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
	folder = temporaryFolder();
	git('init', '-q', '-b', 'main');
	writeFileSync(join(folder.path, 'action.yml'), 'name: Countersign\n');
	git('add', '-A');
	git('commit', '-qm', 'Begin');
	git('remote', 'add', 'origin', 'https://github.com/octo-org/countersign.git');
});
afterEach(() => folder[Symbol.dispose]());

function git(...args: readonly string[]): string {
	const who = ['-c', 'user.name=octocat', '-c', 'user.email=octocat@example.com'];
	return spawnSync('git', [...who, ...args], { cwd: folder.path, encoding: 'utf8' }).stdout.trim();
}

test('returns the checked-out commit only after it was pushed', async () => {
	expect(await publishedCommit(folder.path, 'github.com')).toBeUndefined();
	git('update-ref', 'refs/remotes/origin/main', 'HEAD');
	expect(await publishedCommit(folder.path, 'github.com')).toBe(`octo-org/countersign@${git('rev-parse', 'HEAD')}`);
	git('commit', '-qm', 'One more', '--allow-empty');
	expect(await publishedCommit(folder.path, 'github.com')).toBeUndefined();
});

test.each([
	['another host', () => git('remote', 'set-url', 'origin', 'https://example.com/octo-org/countersign.git')],
	['no remote', () => git('remote', 'set-url', 'origin', '/srv/countersign.git')],
	['no action', () => writeFileSync(join(folder.path, 'action.yml'), '') ?? git('rm', '-qf', 'action.yml')],
])('returns nothing for %s', async (_, change) => {
	git('update-ref', 'refs/remotes/origin/main', 'HEAD');
	change();
	expect(await publishedCommit(folder.path, 'github.com')).toBeUndefined();
});

test('returns nothing for a folder outside a checkout', async () => {
	using other = temporaryFolder();
	expect(await publishedCommit(other.path, 'github.com')).toBeUndefined();
});

describe('a folder outside a checkout', () => {
	const gitHead = '0123456789abcdef0123456789abcdef01234567';
	const repository = { type: 'git', url: 'git+https://github.com/octo-org/countersign.git' };

	async function commitOf(manifest: object): Promise<string | undefined> {
		using other = temporaryFolder();
		writeFileSync(join(other.path, 'action.yml'), 'name: Countersign\n');
		writeFileSync(join(other.path, 'package.json'), JSON.stringify(manifest));
		return publishedCommit(other.path, 'github.com');
	}

	test('gives the commit that a release wrote into package.json', async () => {
		const expected = `octo-org/countersign@${gitHead}`;
		expect(await commitOf({ repository, gitHead })).toBe(expected);
		expect(await commitOf({ repository: repository.url, gitHead })).toBe(expected);
	});

	test.each([
		['no commit', { repository }],
		['a tag', { repository, gitHead: 'v1' }],
		['no repository', { gitHead }],
		['another host', { repository: { url: 'https://example.com/octo-org/countersign.git' }, gitHead }],
	])('gives nothing with %s in package.json', async (_, manifest) => {
		expect(await commitOf(manifest)).toBeUndefined();
	});
});
