import { describe, expect, test } from 'vitest';
import type { Facts } from '../../../../src/core/index.ts';
import { aWorkspace, judgeShell } from '../../support.ts';

const files: Readonly<Record<string, string>> = {
	'package.json': '{"scripts": {"test": "vitest run"}}',
	Makefile: 'test:\n\tgo vet ./...\n',
};
const facts: Facts = aWorkspace({ readText: (path) => files[path.replace('/checkouts/repo/', '')] });
const decide = (line: string): string => judgeShell(line, { facts, mode: 'edit' }).decision;

/** Threat: another branch says otherwise what the project's own test is. */
describe('files of another commit, and then a script of the project', () => {
	test.each([
		'git checkout topic && npm test',
		'git checkout -b new origin/topic && npm test',
		'git switch topic; make test',
		'git switch -c new origin/topic && npm test',
		'git merge topic && npm test',
		'git cherry-pick abc1234 && npm test',
		'git stash pop && npm test',
		'git stash apply; npm test',
		'git -C . checkout topic && npm test',
	])('is asked about: %s', (line) => {
		expect(decide(line)).toBe('confirm');
	});

	test.each([
		'git checkout -b new && npm test',
		'git switch -c new && npm test',
		'git stash && npm test; git stash pop',
		'npm test && git checkout main',
		'git status && npm test',
	])('goes on: %s', (line) => {
		expect(decide(line)).toBe('allow');
	});
});
