import { expect, test } from 'vitest';
import { printedBy } from './example.ts';

test('a program can choose a skill with the library', () => {
	expect(printedBy('skills.mjs', 'fix the flaky test')).toMatch(/^fix-issue: all tools\n$/);
});
