import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { judgeShell } from '../support.ts';

/** What whoever writes a file of the checkout chooses: its text, a match in it, the name of a branch, what an error repeats. */
const classes: Readonly<Record<string, string>> = {
	'several-words': 'a text outside of quotes is any number of words',
	'refs-in-code': 'the name of a branch or a tag is code where it is put into code',
	'mixed-errors': 'with errors among it, no output has a shape',
	'words-chosen': 'a match of letters is still chosen by whoever wrote the file',
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
