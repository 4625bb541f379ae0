import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { judgeShell } from '../support.ts';

/** What whoever writes a file of the checkout chooses: its text, a match in it, the name of a branch, what an error repeats. */
const classes: Readonly<Record<string, string>> = {
	'several-words': 'an unquoted text counts as any number of words',
	'refs-in-code': 'a branch or tag name inserted into code counts as code',
	'mixed-errors': 'output mixed with error messages has no known form',
	'words-chosen': 'the author of a file chooses which words match',
};

/** The command lines of a list; `⏎` stands for a line's end. */
function linesOf(name: string): readonly string[] {
	return readFileSync(new URL(`./chosen/${name}.txt`, import.meta.url), 'utf8')
		.split('\n')
		.filter((line) => line !== '' && !line.startsWith('#'))
		.map((line) => line.replaceAll('⏎', '\n'));
}

describe.each(Object.entries(classes))('%s: %s', (name) => {
	test.each(linesOf(name))('is not allowed: %s', (line) => {
		expect(judgeShell(line, { mode: 'edit' }).decision).not.toBe('allow');
	});

	test.each(linesOf(`${name}-allowed`))('is allowed: %s', (line) => {
		expect(judgeShell(line, { mode: 'edit' }).decision).toBe('allow');
	});
});
