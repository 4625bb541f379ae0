import { describe, expect, it } from 'vitest';
import { processorMs } from '../../support/processor-time.ts';
import { judgeShell } from '../support.ts';

const long: Readonly<Record<string, string>> = {
	'one word': 'a'.repeat(100_000),
	words: `echo ${'a '.repeat(50_000)}`,
	commands: 'ls; '.repeat(25_000),
	pipes: `${'ls | '.repeat(20_000)}ls`,
	'many deletions': 'rm -r '.repeat(17_000),
	substitutions: '$('.repeat(33_000),
	'nested substitutions': `echo ${'$(echo '.repeat(300)}${')'.repeat(300)}`,
	parentheses: '('.repeat(100_000),
	braces: '{a,b}'.repeat(20_000),
	'brace products': `echo ${'{a,b}'.repeat(30)}`,
	'doubling variables': `x=a; ${'x=$x$x; '.repeat(60)}echo $x`,
	'doubling functions': `${Array.from({ length: 30 }, (_, i) => `f${i}(){ f${i + 1}; f${i + 1}; };`).join('')} f30(){ ls; }; f0`,
	'nested loops': 'for i in {1..60}; do for j in {1..60}; do for k in {1..60}; do ls $i$j$k; done; done; done',
	'loops that change': `${'while true; do '.repeat(20)}x=$y; y=1; ls;${' done;'.repeat(20)}`,
	quotes: '"'.repeat(99_999),
	backticks: '`'.repeat(99_999),
	heredocs: '<<A '.repeat(25_000),
	arithmetic: 'a=$(('.repeat(20_000),
	'text beyond the limit': `echo ${'x'.repeat(1_000_001)}`,
};

/** Long, but understood to the end. */
const harmless = new Set(['words', 'brace products', 'doubling variables', 'loops that change']);

describe('the work on a line is bounded', () => {
	it.each(Object.keys(long))('for %s', (name) => {
		judgeShell('ls');
		const start = processorMs();
		const { decision } = judgeShell(long[name] ?? '');
		// The promise is a second for 100,000 characters; the test leaves room for a busy machine.
		expect(processorMs() - start).toBeLessThan(3_000);
		if (!harmless.has(name)) expect(decision).not.toBe('allow');
	});

	it('and the gate asks about a line beyond the limit', () => {
		expect(judgeShell(`${'true; '.repeat(5_000)} true`).decision).toBe('confirm');
	});

	it('and the gate blocks a dangerous command on either side of the limit', () => {
		expect(judgeShell(`${'true; '.repeat(5_000)} rm -rf /`).decision).toBe('block');
		expect(judgeShell(`rm -rf /; ${'true; '.repeat(5_000)}`).decision).toBe('block');
	});
});
