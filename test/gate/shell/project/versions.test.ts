import { describe, expect, it } from 'vitest';
import { judgeShell, outcome } from '../../support.ts';

describe('a command that only prints a version', () => {
	it.each([
		'node -v && npm -v && yarn --version',
		'java -version 2>&1 | head -1',
		'/usr/bin/python3.12 -VV',
		'gcc-13 --version',
		'kubectl version --client -o json',
		'docker compose version',
		'timeout 5 go version',
	])('has no effects: %s', (command) => {
		expect(judgeShell(command).effects).toEqual([]);
	});

	it.each([
		'unknowntool --version',
		'./node --version',
		'node "$X"',
		'kubectl version',
		'docker run alpine --help',
		'npx cowsay --version',
		'yarn deploy --help',
	])('is asked about when the program is unknown: %s', (command) => {
		expect(judgeShell(command).decision).toBe('confirm');
	});

	it.each([
		'make version',
		'rake -v',
		'just -v',
		'ninja -v',
		'ctest -V',
		'ant -v',
		'ava -v',
		'rspec version',
		'rustfmt help',
	])('has effects when %s does more', (command) => {
		expect(judgeShell(command).effects).not.toEqual([]);
	});

	it('still writes to its redirect', () => {
		expect(outcome(judgeShell('node --version > a'))).toBe('confirm writes-files');
	});
});
