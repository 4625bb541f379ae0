import { describe, expect, it } from 'vitest';
import { judgeShell } from '../../support.ts';

const inEdit = (command: string) => judgeShell(command, { mode: 'edit' }).decision;

describe('a merge strategy of git', () => {
	it.each([
		'git cherry-pick --strategy=a/x HEAD~1',
		'git cherry-pick --strategy a/x HEAD~1',
		'git cherry-pick --strat=a/x HEAD~1',
		'git cherry-pick --strat a/x HEAD~1',
		'git revert --strategy=a/x HEAD',
		'git merge -s a/x main',
		'git merge -sa/x main',
		'git merge -qs a/x main',
		'git merge --strategy=../x main',
		'git merge -s mine main',
		'git merge -s "$x" main',
		'git pull --strategy=a/x',
		'git rebase -s a/x main',
	])('is asked about when it may be a program: %s', (command) => {
		expect(inEdit(command)).toBe('confirm');
	});

	it.each([
		'git merge -s ours main',
		'git merge -sort main',
		'git merge --strategy=recursive -X theirs main',
		'git merge --strategy-option=theirs main',
		'git cherry-pick --strategy=ort HEAD~1',
		'git cherry-pick -X theirs HEAD~1',
		'git cherry-pick -s HEAD~1',
		'git cherry-pick -x HEAD~1',
		'git revert --signoff HEAD',
		'git revert --no-edit HEAD',
	])('is allowed when git has it: %s', (command) => {
		expect(inEdit(command)).toBe('allow');
	});
});
