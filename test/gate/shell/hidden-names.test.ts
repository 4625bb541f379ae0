import { describe, expect, test } from 'vitest';
import { judgeShell } from '../support.ts';

describe('a list with hidden files whose content is shown', () => {
	test.each([
		'ls -A . | xargs tail -n1',
		'ls -a ./ | xargs cat',
		'ls --all . | xargs cat',
		'ls --almost | xargs cat',
		'ls -A $PWD | xargs cat',
		'ls -A src/.. | xargs cat',
		'dir -A . | xargs cat',
		'cat $(ls -A .)',
		'for f in $(ls -A .); do cat "$f"; done',
		'x=$(ls -A . | head -1); cat "$x"',
		'x=$(ls -A); cat $x',
		'mapfile -t a < <(ls -A .); cat "${a[@]}"',
		'xargs cat < <(ls -A .)',
		'sed -n p $(ls -A .)',
		'shopt -s dotglob; cat *',
		'shopt -s dotglob; for f in *; do cat "$f"; done',
		`bash -O dotglob -c 'head -n3 *'`,
		'shopt -s dotglob globstar; grep -h . **',
		'shopt -s extglob\ncat ?(.)env',
		'shopt -s extglob\ncat *(.)env',
		'shopt -s extglob\ncat @(.|x)env',
		'grep -rlE KEY . | xargs cat',
		'grep -rL zzz . | xargs cat',
	])('is not allowed: %s', (line) => {
		expect(judgeShell(line).decision).not.toBe('allow');
	});

	test.each([
		'git add -f .',
		'git add -A -f',
		'git add -Af',
		'git add --for .',
		'git add -f :/',
		`git add -f ':(top)'`,
		`git stage -f '*'`,
		'git add -f . && git stash && git stash show -p',
	])('is not allowed when git stages it: %s', (line) => {
		expect(judgeShell(line).decision).not.toBe('allow');
	});

	test.each([
		'ls -A .',
		'ls -A . | wc -l',
		'ls | xargs cat',
		'cat *',
		'grep -rl foo src | xargs cat',
		`grep -rl foo . --include='*.ts' | xargs head -5`,
		'rg -l foo | xargs head -5',
		'shopt -s nullglob; for f in *.md; do wc -l "$f"; done',
		'git add -A',
		'git add -f dist/index.js',
	])('is allowed when no hidden file is shown: %s', (line) => {
		expect(judgeShell(line).decision).toBe('allow');
	});
});

describe('an abbreviated option', () => {
	test.each([
		`grep --rec '' .`,
		'grep --rec SECRET .',
		`grep --deref '' .`,
		'mkdir /tmp/q; diff --rec -N . /tmp/q',
		'tar cf /tmp/a.tar --remove-fi src',
		'tar cf /tmp/a.tar --rem src',
		'zip --mov /tmp/a.zip src/a.ts',
		'file --comp x',
	])('counts as the full option: %s', (line) => {
		expect(judgeShell(line, { mode: 'edit' }).decision).not.toBe('allow');
	});

	test.each([
		'grep --color=never foo src/a.ts',
		'ls --color=auto',
		'git log --oneline',
		'diff --brief a b',
		'sort --num a.txt',
	])('is not assumed for harmless options: %s', (line) => {
		expect(judgeShell(line).decision).toBe('allow');
	});
});
