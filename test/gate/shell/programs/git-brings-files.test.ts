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
describe('a script of the project after files came from another commit', () => {
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
	])('is allowed when no files came from another commit: %s', (line) => {
		expect(decide(line)).toBe('allow');
	});
});

/** Threat: a test that waits beside the line runs what git has put there by then. */
describe('files of another commit while a script of the project may still run', () => {
	test.each([
		'(sleep 3; npm test) & git checkout topic; wait',
		'{ sleep 2; make test; } & git cherry-pick topic',
		'(sleep 3; npm test) & git stash pop',
		'sleep 1 && npm test & git merge topic',
		'nohup npm test & git merge topic',
		'(sleep 2; npm test) | git merge topic',
		'cat <(sleep 2; npm test) | git merge topic',
		'true <(sleep 2; npm test); git merge topic',
		'coproc { sleep 2; npm test; }; git merge topic',
		'sleep 2 > >(npm test); git merge topic',
		'exec 3> >(sleep 2; npm test); git merge topic',
		'f() { sleep 2; npm test; }; f & git merge topic',
		'if sleep 1; then npm test; fi & git merge topic',
		"bash -c '(sleep 2; npm test) & git merge topic'",
		"eval 'sleep 2; npm test' & git merge topic",
		'setsid -f npm test; git merge topic',
		"parallel ::: 'npm test' 'git merge topic'",
		'until false; do npm test; git merge topic; done',
		'for f in src/*; do npm test; git merge topic; done',
		'for ((;;)); do npm test; git merge topic; done',
		"find src -exec sh -c 'npm test; git merge topic' \\;",
		"ls src | xargs -I{} sh -c 'npm test; git merge topic'",
	])('are asked about: %s', (line) => {
		expect(decide(line)).toBe('confirm');
	});

	test.each([
		'npm test & wait',
		'npm test & git status; wait',
		'git log & git status',
		'npm test & make test & wait',
		'npm test | tail -5 && git checkout main',
		'npm test | tee log; git checkout main',
		'for f in src/*; do git log -1 "$f"; done; npm test',
		'for i in 1 2 3; do npm test; done; git checkout main',
		'diff <(git log a) <(git log b); npm test',
	])('do not arrive, so the line is allowed: %s', (line) => {
		expect(decide(line)).toBe('allow');
	});
});

/** Threat: `git bisect` checks out other commits, and runs what it is told to on each of them. */
describe('git bisect and a script of the project', () => {
	test.each([
		'git bisect start HEAD topic; npm test',
		'git bisect start HEAD topic && make test',
		'git bisect good; make test',
		'git bisect bad; npm test',
		'git bisect broken; npm test',
		'git bisect skip && npm test',
		'git bisect reset topic; npm test',
		'git bisect replay log.txt; npm test',
		'git bisect start HEAD topic; git bisect run npm test',
		'git bisect run make test',
		"git bisect run sh -c 'npm test'",
	])('are asked about: %s', (line) => {
		expect(decide(line)).toBe('confirm');
	});

	test.each([
		'git bisect log; npm test',
		'git bisect start; git bisect bad; git bisect good v1.0',
		'npm test; git bisect reset',
	])('are allowed when no files change before the script: %s', (line) => {
		expect(decide(line)).toBe('allow');
	});
});
