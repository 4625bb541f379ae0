import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { printedBy } from './example.ts';

test('a program keeps a journal with the library, and verifies it', () => {
	using folder = temporaryFolder();
	expect(printedBy('journal.mjs', folder.path)).toMatch(/^verified\n1 tool_call\n2 answer\n/);
});
