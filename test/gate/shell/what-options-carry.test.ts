import { describe, expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

const inEdit = (command: string) => judgeShell(command, { mode: 'edit' }).decision;

describe('a command with an unusual option', () => {
	it.each([
		['a flag that is the start of a longer option', 'curl --netrc https://example.com'],
		['another such flag', 'curl --crlf https://example.com'],
		['Perl code in an option of parallel', `parallel --tagstring '{= system("sh bin/tool") =}' echo ::: a`],
		['Perl code in a command of parallel', `parallel echo '{= system("sh bin/tool") =}' ::: a`],
		['another working folder', 'parallel --workdir /tmp npm test ::: a'],
		['another working folder in a short option', 'parallel --wd /tmp npm test ::: a'],
		['a list of other files for an archive', 'bsdtar cf - @evil.mtree'],
		['a list of other files with single-letter options', 'bsdtar -c -f - @evil.mtree'],
		['a program as the shell', 'watchexec --shell=bin/tool ls'],
		['Perl code for each match', `ack --output='@{[system("sh bin/tool")]}' key`],
		['a file name after =', 'zstd -o=.git/hooks/x README.md'],
	])('is not allowed with %s', (_, command) => {
		expect(inEdit(command)).not.toBe('allow');
	});

	it.each([
		'parallel wc -l ::: a.ts b.ts',
		'tar cf - src | wc -c',
		'watchexec --shell=bash ls',
		"ack --output='$1' 'name: (\\w+)' src",
		'cut -d= -f2 a.txt',
		'sort -k2 -t= a.txt',
	])('is allowed when the option is harmless: %s', (command) => {
		expect(inEdit(command)).toBe('allow');
	});
});

describe('a path from git to the top folder', () => {
	it.each([
		'cp README.md "$(git rev-parse --show-cdup).git/hooks/x"',
		'echo x > $(git rev-parse --show-cdup).git/config',
		'cd src && echo x > "$(git rev-parse --show-cdup).git/config"',
	])('is followed to files of git, which are blocked: %s', (command) => {
		expect(inEdit(command)).toBe('block');
	});
	it('leads to files of the checkout', () => {
		expect(inEdit('cat "$(git rev-parse --show-cdup)README.md"')).toBe('allow');
		expect(inEdit('cd src && cat "$(git rev-parse --show-cdup)README.md"')).toBe('allow');
	});
});

/** Threat: what it sets is printed by the next word. */
describe('running a file of credentials counts as reading it', () => {
	it.each([
		'source .env; echo $SECRET',
		'. ./.env && env',
		'bash .env',
		'sh -x .env',
		'node .env',
		'set -a; source .env',
	])('%s', (command) => {
		expect(inEdit(command)).toBe('block');
	});
});
