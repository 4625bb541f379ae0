import { describe, expect, it } from 'vitest';
import { judgeShell } from '../../support.ts';

const inEdit = (command: string) => judgeShell(command, { mode: 'edit' });

describe('upkeep commands of git', () => {
	it.each([
		'git maintenance run --task=prefetch',
		'git maintenance run --task prefetch',
		'git maintenance run --task=pref',
		'git maintenance run --tas=prefetch',
		'git maintenance run --task=gc --task=prefetch',
		'git maintenance run --schedule=hourly',
	])('ask when they contact remotes: %s', (command) => {
		const { decision, effects } = inEdit(command);
		expect([decision, effects.map(({ kind }) => kind)]).toEqual(['confirm', expect.arrayContaining(['network'])]);
	});

	it.each([
		'git repack -ad',
		'git repack -d --cruft --cruft-expiration=now',
		'git repack -d --cruft --cruft-exp now',
		'git repack -ad --filter=blob:none',
		'git repack -d --filt=blob:none',
		'git gc --expire-to=/tmp/x',
		'git gc --cruft --expire=/tmp/x',
		'git repack -ad --filter=blob:none --filter-to=/tmp/x',
	])('that takes objects out of the repository asks: %s', (command) => {
		expect(judgeShell(command).decision).toBe('confirm');
	});

	it('writes no packs among the hooks', () => {
		expect(judgeShell('git repack -d --filter=blob:none --filter-to=.git/hooks/x').decision).toBe('block');
	});

	it.each(['git gc --cruft', 'git repack -d', 'git repack -a -d -k', 'git repack -A -d --window 50'])(
		'that keeps all objects is free: %s',
		(command) => {
			expect(judgeShell(command).decision).toBe('allow');
		},
	);

	it.each(['git worktree add /tmp/x', 'git worktree add -b new /tmp/x HEAD~1', 'git worktree add --checkout /tmp/x'])(
		'ask when they create a work tree elsewhere: %s',
		(command) => {
			expect(inEdit(command).decision).toBe('confirm');
		},
	);

	it('may not create a work tree beside the checkout', () => {
		expect(inEdit('git worktree add ../x').decision).toBe('block');
	});

	it.each([
		'git maintenance run',
		'git maintenance run --auto',
		'git maintenance run --task=gc',
		'git maintenance run --task commit-graph --quiet',
		'git worktree add wt',
		'git worktree add -b new wt HEAD~1',
		'git worktree list',
	])('are allowed otherwise: %s', (command) => {
		expect(inEdit(command).decision).toBe('allow');
	});
});
