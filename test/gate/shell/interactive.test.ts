import { describe, expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

/** Threat: told to be interactive, an interpreter runs what it is fed once its own program has ended. */
describe('an interpreter that reads its input after its code', () => {
	it.each([
		'python3 -i -c 1 < README.md',
		'python3 -q -i -c 1 < README.md',
		'python3 -qi -c 1 < README.md',
		'python3 -ic 1 < README.md',
		'python3 -iW ignore -c 1 < README.md',
		'python3 -i -X dev -c 1 < README.md',
		'cat README.md | python3 -i -c 1',
		'python3 -i src/a.py < README.md',
		'python3 -i -m pytest < README.md',
		'node -i -e 1 < README.md',
		'node --interactive -e 1 < README.md',
		'node -e 1 -i < README.md',
		'node -i -p 1 < README.md',
		'cat README.md | node -i -p 1',
		'pytest --pdb < README.md',
		'python3 -m pytest --trace tests < README.md',
		'npx mocha inspect < README.md',
	])('asks when the input is unknown: %s', (line) => {
		expect(judgeShell(line).decision).toBe('confirm');
	});

	it.each([
		`python3 -i -c 'print(1)' <<< 'import os; os.system("rm -rf ~")'`,
		`node -i -e 1 <<< 'require("fs").rmSync("/home/runner",{recursive:true})'`,
		`node --interactive -p 1 <<< 'console.log(process.env.GITHUB_TOKEN)'`,
	])('is blocked when the input is dangerous: %s', (line) => {
		expect(judgeShell(line).decision).toBe('block');
	});

	it.each([
		"python3 -i -c 'print(1)' <<< 'print(2)'",
		"python3 -c 'print(1)' < README.md",
		"python3 -I -c 'print(1)' < README.md",
		"python3 -c 'import sys; print(sys.argv)' -i",
		'python3 -i --version',
		"node -e 'console.log(1)' < README.md",
		"node -p 'process.argv' -- -i",
		'bash -i -c ls < README.md',
	])('is allowed when it runs nothing else: %s', (line) => {
		expect(judgeShell(line).decision).toBe('allow');
	});
});
