import { describe, expect, it } from 'vitest';
import { mutationsOf } from '../../scripts/mutations.ts';

const changes = (source: string) =>
	mutationsOf(source, 'a.ts').map(({ operator, before, after }) => `${operator}: ${before} → ${after}`);

describe('mutations of a source text', () => {
	it.each([
		['f(a ? b : c);', ['negate: a → !(a)']],
		['f(a && b);', ['sign: a && b → (a) || (b)']],
		['f(a ?? b);', ['sign: a ?? b → a']],
		['f(a !== b);', ['sign: a !== b → (a) === (b)']],
		['f(a < b);', ['sign: a < b → (a) <= (b)']],
		["{ f('a' + b); }", ["text: 'a' → 'mutated'"]],
		['{ f([a, ...b]); }', ['element: [a, ...b] → [...b]', 'element: [a, ...b] → [a]']],
		['{ f({ a, ...b }); }', ['element: { a, ...b } → {a}']],
		['f(/a/u);', ['regex: /a/u → /(?!)/', 'regex: /a/u → /(?:)/']],
		['f(7);', ['number: 7 → 8']],
		['a.some(b);', ['quantifier: some → every']],
		["const table = { a: ['b', 'c'] };", []],
		["import a from 'a'; type B = 'b' | 1;", []],
	])('of %s are the expected ones', (source, expected) => {
		expect(changes(source)).toEqual(expected);
	});

	it('drop guards and empty function bodies, with their lines', () => {
		const source = 'function f(a: string): void {\n\tif (a) return;\n\tg();\n}\n';
		expect(changes(source)).toContain('guard: if (a) return; → ;');
		expect(mutationsOf(source, 'a.ts').map(({ operator, line }) => `${operator} ${line}`)).toEqual([
			'body 1',
			'negate 2',
			'guard 2',
		]);
		expect(mutationsOf(source, 'a.ts')[0]?.text).toBe('function f(a: string): void {}\n');
	});
});
