import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { terminalPicture, wordsOf } from '../../scripts/pictures.ts';
import { recordTerminal } from '../../scripts/record-terminal.ts';

test('the terminal picture in the README matches a real run (npm run pictures)', async () => {
	const { shown, report } = await recordTerminal();
	expect(shown).toMatch(/created {3}\.github\/workflows\/agent\.yml/);
	expect(shown).toMatch(/A1 approved: shell_exec npm install/);
	expect(shown).toMatch(/completed.*\(answered\)/);
	expect(report).toContain('octocat.local');
	const picture = readFileSync(join(import.meta.dirname, '../../docs/pictures/terminal.svg'), 'utf8');
	expect(wordsOf(terminalPicture(shown))).toBe(wordsOf(picture));
});
