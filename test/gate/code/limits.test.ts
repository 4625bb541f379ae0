import { describe, expect, it } from 'vitest';
import { declaredNames, tooMany } from '../../../src/gate/code/declared-names.ts';
import { languages } from '../../../src/gate/code/languages.ts';
import { tokenize } from '../../../src/gate/code/tokens.ts';
import { processorMs } from '../../support/processor-time.ts';
import { effectsOf, quoted } from './effects-of.ts';

const size = 50_000;

const long: Readonly<Record<string, string>> = {
	parentheses: '('.repeat(size),
	brackets: '[{('.repeat(size / 3),
	'closing brackets': ')'.repeat(size),
	words: 'a '.repeat(size / 2),
	calls: 'print(1);'.repeat(5_000),
	strings: '"a"+'.repeat(size / 4),
	quotes: '"'.repeat(size - 1),
	templates: '`${'.repeat(size / 3),
	'nested format strings': 'f"{'.repeat(size / 3),
	members: `a${'.b'.repeat(size / 2)}`,
	assignments: 'a=b;'.repeat(size / 4),
	'growing text': `a='x'*9999\n${'a=a+a\n'.repeat(500)}`,
	'long text': `x = "${'a'.repeat(60_000)}"`,
	slashes: '/'.repeat(size),
	'nested code': `${'eval("'.repeat(30)}1${'")'.repeat(30)}`,
	loops: 'for x,'.repeat(2_600),
	functions: 'def f('.repeat(2_600),
	tuples: `${'a, '.repeat(3_900)}b = 1`,
	comparisons: 'print 1 > 2 '.repeat(size / 14),
};

describe('the work on inline code is bounded', () => {
	const programs = ['python -c', 'node -e', 'perl -e', 'ruby -e', 'php -r', 'lua -e', 'awk'];
	it.each(Object.keys(long))('for %s', (name) => {
		effectsOf('ls');
		const start = processorMs();
		const all = programs.map((program) => effectsOf(`${program} ${quoted(long[name] ?? '')}`));
		// Bounded, not quick: a second for each, with room for a busy machine.
		expect(processorMs() - start).toBeLessThan(20_000);
		expect(all).toHaveLength(programs.length);
	});

	it('and code that is too long is opaque', () => {
		expect(effectsOf(`python -c ${quoted(`print(1)${'\n#'.repeat(40_000)}`)}`)).toContain('opaque');
	});
});

/** Names in nested constructs, each of which extends to the end. */
const reaching: Readonly<Record<string, string>> = {
	'brackets before an assignment': ')='.repeat(3_900),
	'endless loops': 'for x,'.repeat(2_600),
	'tuples in one statement': 'a, b = '.repeat(1_900),
	'nested functions': 'def f('.repeat(2_600),
};

describe('names that code declares', () => {
	it.each(Object.entries(reaching))('are found in a bounded number of steps: %s', (_, code) => {
		for (const language of Object.values(languages)) {
			const { tokens } = tokenize(code, language.grammar);
			let looks = 0;
			const counted = new Proxy(tokens, {
				get: (target, key) => {
					looks++;
					return Reflect.get(target, key);
				},
			});
			declaredNames(counted, language);
			expect(looks).toBeLessThan(5_000_000);
		}
	});

	it('count as too many when a declaration is too long to search', () => {
		const { tokens } = tokenize(`def f(${'a, '.repeat(1_000)}b): pass`, languages.python.grammar);
		expect(declaredNames(tokens, languages.python).has(tooMany)).toBe(true);
	});
});
