import { describe, expect, test } from 'vitest';
import { readDiff } from '../../playground/page/parts/diff-lines.ts';
import { loweredLevels } from '../../playground/page/parts/heading-levels.ts';
import { plainLine, plainText } from '../../playground/page/parts/plain-text.ts';
import { shownDuration, shownMoment } from '../../playground/page/parts/shown-moment.ts';
import { pullThread } from './worlds.ts';

describe('plain text', () => {
	test.each([
		['\u001b[31mred\u001b[0m', 'red'],
		['\u001b]8;;https://evil.example\u0007link\u001b]8;;\u001b\\', 'link'],
		['\u001b]0;a title that never ends', ''],
		['\u001b[2J\u001b[1;1H\u009b31mx', 'x'],
		['a\r\nb\tc', 'a\nb\tc'],
		['a\rb', 'a\\u{d}b'],
		['\u202egpj.exe\u200b\u{e0041}\u2066', '\\u{202e}gpj.exe\\u{200b}\\u{e0041}\\u{2066}'],
		['naïve 日本 👀', 'naïve 日本 👀'],
	])('%j is shown as %j', (text, shown) => {
		expect(plainText(text)).toBe(shown);
	});

	test('plainLine returns one line of limited length', () => {
		expect(plainLine(' a\n\n b ', 10)).toBe('a b');
		expect(plainLine('x'.repeat(20), 10)).toBe(`${'x'.repeat(9)}…`);
	});
});

describe('heading levels of foreign texts', () => {
	test.each([
		[[1], [4]],
		[
			[3, 4, 3],
			[4, 5, 4],
		],
		[
			[1, 6, 2, 1],
			[4, 5, 5, 4],
		],
		[
			[1, 2, 3, 4, 5, 6],
			[4, 5, 6, 6, 6, 6],
		],
		[
			[6, 1, 2],
			[4, 4, 5],
		],
	])('%j become %j', (levels, shown) => {
		expect(loweredLevels(levels)).toEqual(shown);
	});
});

test('readDiff returns the files and the kinds of their lines', () => {
	const [slug, old] = readDiff(pullThread.diff ?? '');
	expect(slug).toMatchObject({ path: 'src/slug.ts', added: 1, removed: 1 });
	expect(slug?.lines.map(({ kind }) => kind)).toEqual(['place', 'same', 'removed', 'added', 'same']);
	expect(old).toMatchObject({ path: 'old.txt', added: 0, removed: 1 });
	expect(old?.lines[0]).toEqual({ kind: 'note', text: 'deleted file mode 100644' });
	expect(readDiff('diff --git a/x b/x\nold mode 100644\nnew mode 100755\n')[0]).toMatchObject({ path: 'x', added: 0 });
	expect(readDiff('')).toEqual([]);
});

test('readDiff does not take changed lines for headers', () => {
	const [file] = readDiff('diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- a/y\n+++ b/y\n-- z\n');
	expect(file).toMatchObject({ path: 'x', added: 1, removed: 2 });
});

test('moments and durations are short', () => {
	const now = new Date(2026, 10, 28, 12);
	expect(shownMoment(new Date(2026, 10, 28, 9, 5, 7).toISOString(), now)).toBe('09:05:07');
	expect(shownMoment(new Date(2026, 10, 29, 9, 5, 7).toISOString(), now)).toBe('Nov 29, 09:05:07');
	expect(shownMoment('never', now)).toBe('unknown time');
	expect(shownMoment(new Date(2026, 10, 28, 9, 5, 7).toISOString(), new Date('never'))).toBe('Nov 28, 09:05:07');
	expect([12.3, 2310, 98_000].map(shownDuration)).toEqual(['12 ms', '2.3 s', '1 min 38 s']);
});
