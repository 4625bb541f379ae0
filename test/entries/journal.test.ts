import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { printedBy } from './example.ts';

test('a program can write and verify a journal with the library', () => {
	using folder = temporaryFolder();
	expect(printedBy('journal.mjs', folder.path)).toMatch(/^verified\n1 tool_call\n2 answer\n/);
});
