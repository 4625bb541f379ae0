import { describe, expect, it } from 'vitest';
import { judgeShell } from '../support.ts';
import { dangerous, wrappers } from './wrappers.ts';

const combinations = Object.entries(wrappers).flatMap(([name, wrap]) =>
	dangerous.map((command) => [name, wrap(command)] as const),
);

describe(`${combinations.length} wrapped dangerous commands are blocked`, () => {
	it.each(combinations)('%s: %s', (_, command) => {
		expect(judgeShell(command).decision).toBe('block');
	});
});

describe('an opaque command is never allowed, however it is wrapped', () => {
	const opaque = [
		'eval "$X"',
		'$X',
		'bash -c "$X"',
		'python -c x',
		'sh <&3',
		'. <(cat a)',
		'rm -rf "$X"',
		'cat "$X"',
		"sed '1e id' a",
		'awk -f a',
		'PATH=. ls',
		'cd "$X"; cat a',
		'xargs rm',
	];
	it.each(opaque.flatMap((command) => Object.entries(wrappers).map(([name, wrap]) => [name, wrap(command)] as const)))(
		'%s: %s',
		(_, command) => {
			expect(judgeShell(command).decision).not.toBe('allow');
			expect(judgeShell(command, { mode: 'edit' }).decision).not.toBe('allow');
		},
	);
});
