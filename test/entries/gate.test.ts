import { expect, test } from 'vitest';
import { printedBy } from './example.ts';

test('a program can judge commands with the library', () => {
	expect(printedBy('judge.mjs', 'rm -rf /')).toMatch(/^block: /);
	expect(printedBy('judge.mjs', 'ls')).toMatch(/^allow: /);
});
