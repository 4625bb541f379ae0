import { describe, expect, it } from 'vitest';
import { judgeShell } from '../../support.ts';

const inEdit = (command: string) => judgeShell(command, { mode: 'edit' }).decision;

describe('grep with a folder', () => {
	it.each([
		"grep -d recurse '' .",
		"grep -drecurse '' .",
		"grep -nd recurse '' .",
		"grep -ndrecurse '' .",
		"grep -d rec '' .",
		"grep --directories=recurse '' .",
		"grep --directories recurse '' .",
		"grep --dir=recurse '' .",
		"grep --di rec '' .",
		"egrep -d recurse '' .",
		"fgrep -d recurse '' .",
		"zgrep -d recurse '' .",
		'grep -d recurse password',
		'grep -d "$x" password .',
		"grep -d skip -d recurse '' .",
		"find . -maxdepth 0 -exec grep -d recurse '' {} +",
		'ack KEY',
		'grep -rn KEY .',
	])('asks when it searches all files: %s', (command) => {
		expect(inEdit(command)).toBe('confirm');
	});

	it('is blocked when it searches the folder of git', () => {
		expect(inEdit("grep -d recurse '' .git")).toBe('block');
	});

	it.each([
		'grep -d skip x *',
		'grep -ds x *',
		'grep -d read x README.md',
		'grep --directories=skip x *',
		'grep -D skip x README.md',
		'grep -d recurse foo .',
		'grep -d recurse password src',
		'ack foo',
		'ack KEYWORD',
		'grep -rn KEY src',
		'grep -rn MAP_KEY_NAMES_OF src',
	])('is allowed when it skips folders: %s', (command) => {
		expect(inEdit(command)).toBe('allow');
	});
});
