import { describe, expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

const verdictOf = (line: string) => judgeShell(line, { mode: 'edit' }).decision;

/** Threat: `ls` prints the name of a file that it is given, and the next command reads this file. */
describe('the name of a file that `ls` prints', () => {
	it.each([
		'cat $(ls .env)',
		'ls .env | xargs cat',
		'ls ./.env .npmrc | xargs cat',
		'ls -1 .env | while read f; do cat "$f"; done',
		'for f in $(ls .env); do base64 $f; done',
		'ls .git/config | xargs cat',
		'ls ~/.aws/credentials | xargs cat',
		'ls id_rsa | xargs cat',
		"ls .env | parallel 'cat {}'",
		'xargs -a <(ls .env) cat',
		'mapfile -t a < <(ls .env); cat "${a[@]}"',
	])('is judged like the name itself: %s', (line) => {
		expect(verdictOf(line)).toBe('block');
	});

	it.each([
		'mapfile -t a < <(ls .env); cat "${a[0]}"',
		'mapfile -t a < <(ls src .env); cat "${a[1]}"',
		'mapfile -t a < <(find src; find .env); cat "${a[0]}"',
	])('has no known place in an array: %s', (line) => {
		expect(verdictOf(line)).not.toBe('allow');
	});

	it.each([
		'ls src',
		'ls .env',
		'ls src | head',
		'ls src/*.ts | xargs wc -l',
		'for f in $(ls src); do wc -l "src/$f"; done',
		'mapfile -t a < <(ls src/*.ts); wc -l "${a[@]}"',
	])('may be printed, and ordinary files may be read: %s', (line) => {
		expect(verdictOf(line)).toBe('allow');
	});
});
