import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { localFacts } from '../../../../src/workspace/index.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { judgeShell } from '../../support.ts';

const folder = temporaryFolder();
const env = {
	PATH: process.env['PATH'] ?? '',
	HOME: '/nonexistent',
	GIT_CONFIG_NOSYSTEM: '1',
	...Object.fromEntries(['AUTHOR', 'COMMITTER'].map((who) => [`GIT_${who}_NAME`, 'octocat'])),
	...Object.fromEntries(['AUTHOR', 'COMMITTER'].map((who) => [`GIT_${who}_EMAIL`, 'octocat@example.com'])),
};
afterAll(() => folder[Symbol.dispose]());
let root = '';
let count = 0;

const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, env, stdio: 'pipe' });

beforeEach(() => {
	root = join(folder.path, `work-${count++}`);
	mkdirSync(join(root, 'src'), { recursive: true });
	git('init', '-q', '-b', 'main');
	for (const file of ['top', 'src/a.ts']) writeFileSync(join(root, file), 'committed\n');
	git('add', '-A');
	git('commit', '-qm', 'one');
	for (const name of ['other', 'release.next']) git('branch', name);
	git('tag', 'v1.2');
	for (const file of ['top', 'src/a.ts']) writeFileSync(join(root, file), 'not committed\n');
});

const judged = (command: string) =>
	judgeShell(command, { facts: localFacts({ root, home: '/home/runner' }), mode: 'edit' }).decision;

/** Whether the work that was not committed is gone once the line has run. */
function losesWork(command: string): boolean {
	spawnSync('bash', ['-c', command], { cwd: root, env, stdio: 'ignore' });
	return ['top', 'src/a.ts'].some((file) => readFileSync(join(root, file), 'utf8') !== 'not committed\n');
}

describe('uncommitted work', () => {
	it.each([
		'git checkout src',
		'git checkout src/',
		'git checkout ./src',
		'git checkout top',
		"git checkout '*.ts'",
		"git checkout '?op'",
		'git checkout :/',
		"git checkout ':(top)'",
		"git checkout ':!top'",
		"git checkout ':/src'",
		'git checkout HEAD top',
		'git checkout other src',
		'git checkout -- .',
		'git checkout -q src',
		'git checkout --ours src',
		'git checkout --no-overlay other src',
		'git checkout --for other',
		'git checkout -f',
		'cd src && git checkout a.ts',
		'git -C src checkout .',
		'git switch --discard other',
		'git switch -f other',
		'git restore top',
		'git restore --staged --work top',
		'git reset --hard',
		'git reset --h',
		'git read-tree -u --reset HEAD',
		'git checkout-index -f -a',
		'git checkout-index -fu src/a.ts',
	])('is lost with %s, which is not allowed', (command) => {
		expect(judged(command)).not.toBe('allow');
		expect(losesWork(command)).toBe(true);
	});

	it.each([
		'git checkout main',
		'git checkout other',
		'git checkout other --',
		'git checkout v1.2',
		'git checkout release.next',
		'git checkout HEAD~0',
		'git checkout -b topic',
		'git checkout -b src',
		'git checkout --detach',
		'git checkout -',
		'git checkout $(git rev-parse HEAD)',
		'git switch other',
		'git switch -c topic',
		'git restore --staged src',
		'git reset',
		'git reset HEAD top',
		'git reset -- top',
	])('is kept with %s, which is allowed', (command) => {
		expect(judged(command)).toBe('allow');
		expect(losesWork(command)).toBe(false);
	});
});

describe('file names that git prints', () => {
	it.each([
		'cat $(git ls-files -oi --exclude-standard)',
		'git ls-files --others | xargs cat',
		'cat $(git rev-parse .env)',
		"cat $(git describe --always --dirty=' .env')",
		'git grep --no-index TOKEN',
		'git diff --no-index src .',
	])('include ignored files with %s, which is not allowed', (command) => {
		writeFileSync(join(root, '.env'), 'TOKEN=1\n');
		writeFileSync(join(root, '.gitignore'), '.env\n');
		const { stdout } = spawnSync('bash', ['-c', command], { cwd: root, env, encoding: 'utf8' });
		expect(stdout).toContain('TOKEN=1');
		expect(judged(command)).not.toBe('allow');
	});
});
