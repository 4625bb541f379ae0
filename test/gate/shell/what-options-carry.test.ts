import { describe, expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

const inEdit = (command: string) => judgeShell(command, { mode: 'edit' }).decision;

describe('an option', () => {
	it.each([
		['a flag that is the beginning of a longer option', 'curl --netrc https://example.com'],
		['another one', 'curl --crlf https://example.com'],
		['Perl beside what parallel runs', `parallel --tagstring '{= system("sh bin/tool") =}' echo ::: a`],
		['Perl in what it runs', `parallel echo '{= system("sh bin/tool") =}' ::: a`],
		['another folder', 'parallel --workdir /tmp npm test ::: a'],
		['another folder, in short', 'parallel --wd /tmp npm test ::: a'],
		['a list of other files to pack', 'bsdtar cf - @evil.mtree'],
		['the same with letters', 'bsdtar -c -f - @evil.mtree'],
		['a program as the shell', 'watchexec --shell=bin/tool ls'],
		['Perl for each hit', `ack --output='@{[system("sh bin/tool")]}' key`],
		['a file behind a sign', 'zstd -o=.git/hooks/x README.md'],
	])('carries %s', (_, command) => {
		expect(inEdit(command)).not.toBe('allow');
	});

	it.each([
		'parallel wc -l ::: a.ts b.ts',
		'tar cf - src | wc -c',
		'watchexec --shell=bash ls',
		"ack --output='$1' 'name: (\\w+)' src",
		'cut -d= -f2 a.txt',
		'sort -k2 -t= a.txt',
	])('carries nothing: %s', (command) => {
		expect(inEdit(command)).toBe('allow');
	});
});

describe('the way up to the root', () => {
	it.each([
		'cp README.md "$(git rev-parse --show-cdup).git/hooks/x"',
		'echo x > $(git rev-parse --show-cdup).git/config',
		'cd src && echo x > "$(git rev-parse --show-cdup).git/config"',
	])('is followed: %s', (command) => {
		expect(inEdit(command)).toBe('block');
	});
	it('leads to files of the checkout', () => {
		expect(inEdit('cat "$(git rev-parse --show-cdup)README.md"')).toBe('allow');
		expect(inEdit('cd src && cat "$(git rev-parse --show-cdup)README.md"')).toBe('allow');
	});
});

/** Threat: what it sets is printed by the next word. */
describe('a file of credentials that is executed is read', () => {
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
