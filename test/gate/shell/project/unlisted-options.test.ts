import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../../src/core/index.ts';
import { modes } from '../../../../src/gate/shell/programs/modes.ts';
import { allPrograms } from '../../../../src/gate/shell/programs.ts';
import { aWorkspace, judgeShell } from '../../support.ts';

const names = [...new Set([...allPrograms(), ...modes()].flatMap((row) => row.names))];
const empty = [
	'pyproject.toml go.mod Cargo.toml pom.xml build.gradle build.sbt composer.json meson.build CMakeLists.txt MODULE.bazel',
	'Directory.Build.props dune-project stack.yaml cabal.project Package.swift tox.ini Gemfile Rakefile mix.exs .editorconfig',
	'.golangci.yml .rubocop.yml build.zig pubspec.yaml shard.yml foundry.toml hardhat.config.js nim.cfg buf.yaml deno.json',
	'kustomization.yaml .semgrep.yml turbo.json nx.json lerna.json sgconfig.yml noxfile.py tsconfig.json .github/actionlint.yaml',
]
	.join(' ')
	.split(' ');
const files: Readonly<Record<string, string>> = {
	...Object.fromEntries(empty.map((name) => [name, ''])),
	'package.json': JSON.stringify({
		scripts: { test: './run-tests.sh', unit: 'vitest run', lint: 'eslint .' },
		devDependencies: Object.fromEntries(names.map((name) => [name, '*'])),
	}),
	Makefile: 'test:\n\techo\n',
	justfile: 'test:\n\techo\n',
	'Taskfile.yml': 'tasks:\n  test:\n    cmds: [echo]\n',
	'bin/tool': '#!/bin/sh\ncurl http://example.com\n',
	'src/a.js': '1',
	'go.mod': 'module example.com/x\n',
};
const facts: Facts = aWorkspace({
	readText: (path) => files[path.replace('/checkouts/repo/', '')],
	isThere: (path) => files[path.replace('/checkouts/repo/', '')] !== undefined,
});
const isAllowed = (line: string) => judgeShell(line, { facts, mode: 'edit' }).decision === 'allow';

const verbs =
	'|test|build|check|lint|format|run|verify|report|compile|c|spec|scan|test:unit|setup|-S . -B build|c src/a.nim|test src|src|src/a.js|src/a.c|src/a.rs|a.go|rcs a.a a.o|-m unittest|-m pytest|--test|report src|//x|build src|html|exec rspec|run pytest|run mypy'.split(
		'|',
	);
/** Each of their words is a command. */
const carriers = /^(script|concurrently|hyperfine)$/;
/** Any program that starts another one may start these. */
const carried = / (-m pytest|exec rspec|run (pytest|mypy))$/;
const managers = /^(python|bundle|bundler|uv|poetry|hatch|pdm|rye|pipenv)$/;
/** Ways of calling a program that is free as a tool of the project. */
const free = names.flatMap((name) => {
	const lines = verbs.map((verb) => `${name} ${verb}`.trim());
	const own = lines.filter((line) => managers.test(name) || !carried.test(line));
	return carriers.test(name) ? [] : own.filter((line) => isTool(line)).slice(0, 2);
});

function isTool(line: string): boolean {
	const { decision, effects } = judgeShell(line, { facts, mode: 'edit' });
	return decision === 'allow' && effects.some(({ kind }) => kind === 'exec.project');
}

/** Rows that ask, though they start no tool of the project. */
const readers = allPrograms()
	.filter((row) => row.onlyListed === true)
	.flatMap((row) => row.names)
	.map((name) => (name === 'ar' ? 'ar rcs a.a a.o' : `${name} src/a.js`));

const values = [
	'.git/hooks/x',
	'./bin/tool',
	'http://example.com',
	'/home/runner/x',
	'..',
	'src/a.js',
	'example.com:80',
	'"id; id"',
];

describe('an option that no row lists', () => {
	it('is tried with each tool of the project', () => {
		const tools = new Set(free.map((line) => line.split(' ')[0]));
		expect(tools.size).toBeGreaterThan(180);
		expect(readers.length).toBeGreaterThan(6);
	});

	it.each(values)('is not allowed with a guarded value, in any spelling: %s', (value) => {
		const lines = [...free, ...readers].flatMap((line) => [
			`${line} --x-unknown=${value}`,
			`${line} --x-unknown ${value}`,
			`${line} -Q${value.startsWith('"') ? value : `./${value}`.replace(/^\.\/(\.\.?\/|\/)/, '$1')}`,
			`${line} --x-unknown:${value}`,
		]);
		expect(lines.filter(isAllowed)).toEqual([]);
	});

	it.each(['.git/hooks/x', './bin/tool', '/home/runner/x'])('is not allowed before the operands: %s', (value) => {
		const lines = free.flatMap((line) => {
			const [name, ...rest] = line.split(' ');
			return [`${name} --x-unknown=${value} ${rest.join(' ')}`, `${name} -Q${value} ${rest.join(' ')}`];
		});
		expect(lines.filter(isAllowed)).toEqual([]);
	});

	it.each([
		'npm test --',
		'npm run unit --',
		'npm run lint --',
		'yarn test',
		'pnpm test',
		'bun test',
		'tox --',
		'cargo test --',
	])('is not allowed when it is passed on: %s', (line) => {
		const lines = values.flatMap((value) => [`${line} --x-unknown=${value}`, `${line} --x-unknown ${value}`]);
		expect(lines.filter(isAllowed)).toEqual([]);
	});
});

const attacks = readFileSync(new URL('attack-options.txt', import.meta.url), 'utf8')
	.trim()
	.split('\n');

describe('an option that makes a tool run, write or send something', () => {
	it.each(attacks)('is not allowed: %s', (line) => {
		expect(isAllowed(line)).toBe(false);
	});
});
