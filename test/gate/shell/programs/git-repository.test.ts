import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { localFacts } from '../../../../src/workspace/index.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { aWorkspace, judgeShell } from '../../support.ts';

const folder = temporaryFolder();
const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
afterAll(() => folder[Symbol.dispose]());
let root = '';
let count = 0;
const ran = () => join(root, '..', `ran-${count}`);

/** What a hostile commit can bring: a folder that git takes for a repository, whose settings name a program. */
beforeEach(() => {
	count++;
	root = join(folder.path, `nested-${count}`);
	for (const name of ['bare/objects', 'bare/refs', 'src', 'half/objects', 'half/refs'])
		mkdirSync(join(root, name), { recursive: true });
	execFileSync('git', ['init', '-q', root], { env });
	writeFileSync(join(root, 'bare/HEAD'), 'ref: refs/heads/main\n');
	writeFileSync(
		join(root, 'bare/config'),
		`[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ".."\n\tfsmonitor = "touch ${ran()}; false"\n`,
	);
	cpSync(join(root, 'bare'), join(root, 'linked'), { recursive: true });
	rmSync(join(root, 'linked/HEAD'));
	symlinkSync('refs/heads/topic', join(root, 'linked/HEAD'));
	mkdirSync(join(root, 'named'));
	writeFileSync(join(root, 'named/.git'), 'gitdir: ../bare\n');
});

const judged = (command: string) =>
	judgeShell(command, { facts: localFacts({ root, home: '/home/runner' }), mode: 'edit' }).decision;

function runsPlanted(command: string): boolean {
	spawnSync('bash', ['-c', command], { cwd: root, env, stdio: 'ignore' });
	return existsSync(ran());
}

describe('a repository inside the checkout', () => {
	it.each([
		'git -C bare status',
		'cd bare && git status',
		'cd bare/objects && git status',
		'(cd bare; git diff)',
		"sh -c 'cd bare && git status'",
		'git -C src/../bare status',
		'git -C linked status',
		'git -C named status',
		'git --git-dir=bare status',
		'git --git-dir bare status',
		'GIT_DIR=bare git status',
		'export GIT_DIR=bare; git status',
		'cp bare/HEAD bare/config . && cp -r bare/objects bare/refs . && git --bare status',
	])('is not allowed, because %s runs commands of its settings', (command) => {
		expect(judged(command)).not.toBe('allow');
		expect(runsPlanted(command)).toBe(true);
	});

	it('is found when its folders are files, and when HEAD is very long', () => {
		mkdirSync(join(root, 'long'));
		writeFileSync(join(root, 'long/HEAD'), `ref: refs/heads/main${'\n'.repeat(2_000_000)}`);
		for (const name of ['objects', 'refs']) writeFileSync(join(root, 'long', name), '', { mode: 0o755 });
		cpSync(join(root, 'bare/config'), join(root, 'long/config'));
		expect(judged('git -C long status')).toBe('confirm');
		expect(runsPlanted('git -C long status')).toBe(true);
	});

	it('is found when its folders are links that lead outside', () => {
		mkdirSync(join(root, 'led'));
		for (const name of ['objects', 'refs']) symlinkSync('/usr', join(root, 'led', name));
		for (const name of ['HEAD', 'config']) cpSync(join(root, 'bare', name), join(root, 'led', name));
		expect(judged('git -C led status')).toBe('confirm');
		expect(runsPlanted('git -C led status')).toBe(true);
	});

	it('is found by the folder that contains its objects', () => {
		mkdirSync(join(root, 'short'));
		writeFileSync(join(root, 'short/HEAD'), 'ref: refs/heads/main\n');
		writeFileSync(join(root, 'short/commondir'), '../bare\n');
		expect(judged('git -C short log')).toBe('confirm');
	});

	it('is asked about when it is a clone, or when the folder is unknown', () => {
		execFileSync('git', ['init', '-q', join(root, 'vendor')], { env });
		expect(judged('git -C vendor log')).toBe('confirm');
		expect(judged('cd "$X" && git commit -m x')).toBe('confirm');
		expect(judged('git -C .. add x')).toBe('confirm');
	});

	it('is assumed when the facts cannot recognize folders', () => {
		const facts = aWorkspace({ readText: (path) => (path === 'a/HEAD' ? 'ref: refs/heads/main' : undefined) });
		expect(judgeShell('git -C a log', { facts }).decision).toBe('confirm');
	});

	it.each(['git status', 'git -C src status', 'cd src && git log', 'git -C half status', 'git --git-dir=.git log'])(
		'is not involved in %s, which is allowed',
		(command) => {
			expect(judged(command)).toBe('allow');
			expect(runsPlanted(command)).toBe(false);
		},
	);

	it.each(['modules/lib', 'worktrees/lib'])("is the checkout's own when its git folder is below .git/%s", (place) => {
		mkdirSync(join(root, 'lib'));
		writeFileSync(join(root, 'lib/.git'), `gitdir: ${join(root, '.git', place)}\n`);
		expect(judged('git -C lib status')).toBe('allow');
		expect(judged('cd .git && git log')).toBe('allow');
	});
});
