import { describe, expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

describe('a program whose name begins like another one', () => {
	it.each([
		'pip-compile',
		'pip-sync',
		'pip.sh list',
		'node-gyp',
		"node.evil -p '1'",
		'mkfs-foo',
		"perl-evil -e 'print 1'",
		"ruby-3evil -e 'puts 1'",
		"python-evil -c 'print(1)'",
		'gcc-ranlib a.md',
		'clang-repl',
		'clang-apply-replacements .',
	])('is not taken for it: %s', (command) => {
		const { decision, effects } = judgeShell(command);
		expect([decision, effects.map(({ kind }) => kind)]).toEqual(['confirm', expect.arrayContaining(['exec'])]);
	});

	it.each([
		"python3.12 -c 'print(1)'",
		"python3.13t -c 'print(1)'",
		"python.exe -c 'print(1)'",
		'pip-3.12 list',
		"node18 -p '1'",
		"ruby2.7 -e 'puts 1'",
		"perl5.36.0 -e 'print 1'",
	])('is taken for it with a version: %s', (command) => {
		expect(judgeShell(command).decision).toBe('allow');
	});
});
