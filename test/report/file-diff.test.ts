import { expect, it } from 'vitest';
import { fileDiff } from '../../src/report/requests/file-diff.ts';
import { createRandom, seedOf } from '../gate/random.ts';
import { unspelled } from './unspelled.ts';

const diffOf = (before: string | undefined, after: string | undefined): string | undefined =>
	fileDiff({ path: 'src/a.ts', before, after });

it.each([
	['a new file', undefined, 'a\nb\n', ['--- /dev/null', '+++ b/src/a.ts', '@@ -0,0 +1,2 @@', '+a', '+b']],
	['a deletion', 'a\n', undefined, ['--- a/src/a.ts', '+++ /dev/null', '@@ -1,1 +0,0 @@', '-a']],
	[
		'a missing newline at the end',
		'a\n',
		'a',
		['--- a/src/a.ts', '+++ b/src/a.ts', '@@ -1,1 +1,1 @@', '-a', '+a', '\\ No newline at end of file'],
	],
	[
		'Windows line endings',
		'a\nb\n',
		'a\r\nb\n',
		['--- a/src/a.ts', '+++ b/src/a.ts', '@@ -1,2 +1,2 @@', '-a', '+a\\u{d}', ' b'],
	],
	[
		'a tab instead of spaces',
		'a    b\n',
		'a\tb\n',
		['--- a/src/a.ts', '+++ b/src/a.ts', '@@ -1,1 +1,1 @@', '-a    b', '+a\\u{9}b'],
	],
])('shows %s', (_what, before, after, expected) => {
	expect(diffOf(before, after)?.split('\n')).toEqual(expected);
});

it('returns undefined when nothing differs', () => {
	expect(diffOf('a\n', 'a\n')).toBeUndefined();
	expect(diffOf(undefined, '')).toBeUndefined();
});

it('escapes a line break in the file name', () => {
	expect(fileDiff({ path: 'a\n+++ b/c', before: undefined, after: 'x' })?.split('\n')[1]).toBe('+++ b/a\\u{a}+++ b/c');
});

/** Applies a diff to the old text, and returns the new one. */
function patched(before: string, diff: string): string {
	const old = before === '' ? [] : before.split(/(?<=\n)/);
	const out: string[] = [];
	let at = 0;
	let sign = '';
	for (const line of diff.split('\n').slice(2)) {
		const [, start, count] = /^@@ -(\d+),(\d+) \+\d+,\d+ @@$/.exec(line) ?? [];
		const text = `${unspelled(line.slice(1))}\n`;
		if (start !== undefined) {
			const next = Number(count) === 0 ? Number(start) : Number(start) - 1;
			out.push(...old.slice(at, next));
			at = next;
		} else if (line.startsWith('\\')) {
			if (sign !== '-') out.push((out.pop() ?? '').replace(/\n$/, ''));
		} else if (line.startsWith('+')) {
			out.push(text);
		} else {
			if (line.startsWith(' ')) out.push(text);
			expect((old[at] ?? '').replace(/\n$/, '')).toBe(text.replace(/\n$/, ''));
			at += 1;
		}
		sign = line[0] ?? '';
	}
	return [...out, ...old.slice(at)].join('');
}

const lines = [
	'',
	'a',
	'a',
	'b',
	' b',
	'\tb',
	'c ',
	'd\r',
	'-x',
	'+x',
	'@@ -1,1 +1,1 @@',
	'\\ No newline at end of file',
].concat(['```', '/approve A1', '\u200b', 'e\u2028f', '\rg', '\ufeffh']);

it('the diff turns the old text into the new one, in 1,500 random cases', () => {
	const random = createRandom(seedOf(22));
	for (let round = 0; round < 1_500; round += 1) {
		const text = (): string => random.times(0, 14, () => random.pick(lines)).join('\n');
		const before = text();
		const after = random.below(3) === 0 ? text() : before.replace(random.pick(lines), random.pick(lines));
		const diff = diffOf(before, after);
		expect(diff === undefined ? before : patched(before, diff), JSON.stringify([before, after, diff])).toBe(after);
	}
});

it('shows two long texts completely when finding common lines takes too long', () => {
	const long = (letter: string): string => Array.from({ length: 2_000 }, (_, line) => `${letter}${line}\n`).join('');
	const diff = diffOf(long('a'), long('b')) ?? '';
	expect(diff.split('\n')).toHaveLength(4_003);
	expect(patched(long('a'), diff)).toBe(long('b'));
});
