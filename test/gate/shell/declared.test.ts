import { describe, expect, it } from 'vitest';
import { isProjectKind } from '../../../src/gate/shell/declared.ts';
import { aWorkspace, judgeShell, outcome } from '../support.ts';

describe("a script's name shows a test, a linter or a build", () => {
	it.each([
		'test',
		'test:unit',
		'lint',
		'typecheck',
		'type-check',
		'build',
		'check',
		'format:check',
		'coverage',
		'pretest',
		'lint.js',
	])('%s', (name) => {
		expect(isProjectKind(name)).toBe(true);
	});

	it.each([
		'deploy',
		'start',
		'test:deploy',
		'build:publish',
		'lint:fix',
		'format',
		'test-watch',
		'release',
		'prepare',
		'postinstall',
		'attest',
		'',
	])('but not in %s', (name) => {
		expect(isProjectKind(name)).toBe(false);
	});
});

describe('the declared scripts of the project', () => {
	it.each([
		[
			'a manifest in another directory',
			'cd sub && npm test',
			{ 'sub/package.json': '{"scripts":{"test":"x"}}' },
			'allow project-scripts',
		],
		[
			'a missing manifest',
			'cd sub && npm test',
			{ 'package.json': '{"scripts":{"test":"x"}}' },
			'confirm runs-programs',
		],
		['a broken manifest', 'npm test', { 'package.json': '{"scripts":{"test":"x"}' }, 'confirm runs-programs'],
		[
			'a script that is not a text',
			'npm test',
			{ 'package.json': '{"scripts":{"test":["x"]}}' },
			'confirm runs-programs',
		],
		['a missing dependency', 'npx vitest', { 'package.json': '{}' }, 'confirm network'],
		[
			'a tool of another package',
			'npx tsc',
			{ 'package.json': '{"dependencies":{"typescript":"*"}}' },
			'allow project-scripts',
		],
		['a missing target', 'make check', { Makefile: 'test:\n' }, 'confirm runs-programs'],
		['a variable with the name of the target', 'make test', { Makefile: 'test:=x\n' }, 'confirm runs-programs'],
		['a Python tool', 'pytest', { 'requirements-dev.txt': 'pytest==8\n' }, 'allow project-scripts'],
		[
			'a dependency with a longer name',
			'uvx pytest',
			{ 'requirements-dev.txt': 'pytest-xdist==8\n' },
			'confirm network',
		],
	])('decide about %s', (_, command, files: Readonly<Record<string, string>>, expected) => {
		expect(outcome(judgeShell(command, { facts: aWorkspace({ readText: (path) => files[path] }) }))).toBe(expected);
	});
});

describe('a tool whose definition file is only checked for existence', () => {
	const definedIn = (isFile: boolean) => {
		const read: string[] = [];
		const facts = aWorkspace({
			isFile: (path) => isFile && path === 'Cargo.toml',
			readText: (path) => void read.push(path),
		});
		const effects = judgeShell('cargo test', { facts }).effects;
		return { read, effects };
	};

	it('is defined by that file, which is not read', () => {
		const { read, effects } = definedIn(true);
		expect(effects).toMatchObject([{ kind: 'exec.project', definedIn: 'Cargo.toml' }]);
		expect(read).not.toContain('Cargo.toml');
	});

	it('is defined by the whole checkout when the file is missing', () => {
		expect(definedIn(false).effects).toMatchObject([{ kind: 'exec.project', definedIn: '.' }]);
	});

	it('is defined by a file that the same line wrote', () => {
		const facts = aWorkspace({ isFile: () => false, readText: () => undefined });
		const { effects } = judgeShell('echo x > Cargo.toml; cargo test', { facts });
		expect(effects).toContainEqual(expect.objectContaining({ kind: 'exec.project', definedIn: 'Cargo.toml' }));
	});
});
