import { expect, it } from 'vitest';
import { mayHoldCommand } from '../../src/approvals/index.ts';
import { spelledText, spelledValue } from '../../src/report/text/spelled.ts';
import { createRandom, seedOf } from '../gate/random.ts';
import { unspelled } from './unspelled.ts';

it.each([
	['invisible characters', 'a\u200bb\u202e\u{e0041}\u3164', 'a\\u{200b}b\\u{202e}\\u{e0041}\\u{3164}'],
	['unusual line breaks', 'a\r\nb\u2028c', 'a\\u{d}\nb\\u{2028}c'],
	['half a surrogate pair', 'a\ud800b', 'a\\u{d800}b'],
	['text that looks like an escape', 'echo "\\u{200b}"', 'echo "\\u{5c}u{200b}"'],
	['spaces at the end of a line', 'a \nb\t\nc   ', 'a\\u{20}\nb\\u{9}\nc\\u{20}×3'],
	['many spaces, even before a digit', `a${' '.repeat(41)}7`, 'a\\u{20}×41\\u{37}'],
	[
		'a line that a bot would obey',
		'/approve A1\n  bors r+\n@dependabot merge',
		'\\u{2f}approve A1\n  \\u{62}ors r+\n\\u{40}dependabot merge',
	],
	['nothing in ordinary text', '#!/bin/sh\n\tnpm test\n/usr/bin/env x', '#!/bin/sh\n\tnpm test\n/usr/bin/env x'],
])('escapes %s', (_what, text, expected) => {
	expect(spelledText(text)).toBe(expected);
});

it('a value stays within its code span and shows its spaces', () => {
	expect(spelledValue(' a  b`<\n')).toBe('\\u{20}a\\u{20}×2b\\u{60}\\u{3c}\\u{a}');
});

const pieces = [
	'a',
	'7',
	' ',
	'  ',
	' '.repeat(40),
	'\t',
	'\n',
	'\r',
	'\\',
	'u{',
	'20',
	'}',
	'×',
	'3',
	'\u200b',
	'\u{e0041}',
].concat([
	'\ud800',
	'\udc00',
	'/approve A1',
	'/agent x',
	'@dependabot ',
	'bors r+',
	'>',
	'`',
	'\u2028',
	'\u{5c}u{20}×41',
]);

it('the original can be restored, and no command remains, in 4,000 random texts', () => {
	const random = createRandom(seedOf(21));
	for (let round = 0; round < 4_000; round += 1) {
		const text = random.times(0, 12, () => random.pick(pieces)).join('');
		const spelled = spelledText(text);
		expect(unspelled(spelled), JSON.stringify([text, spelled])).toBe(text);
		expect(unspelled(spelledValue(text)), JSON.stringify(text)).toBe(text);
		expect(mayHoldCommand(spelled), spelled).toBe(false);
		expect(spelled).not.toMatch(/(?![\n\t ])[\p{Cc}\p{Cf}\p{Z}\p{Cs}]|[ \t]$/mu);
	}
});
