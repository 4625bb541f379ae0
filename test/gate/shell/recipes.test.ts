import { describe, expect, it } from 'vitest';
import { justRecipes } from '../../../src/gate/shell/just-recipes.ts';
import { taskfileRecipes } from '../../../src/gate/shell/taskfile-recipes.ts';
import { aWorkspace, judgeShell, files as usual } from '../support.ts';

const justfile = `home := "~"
export TARGET := 'dist'
now := \`date\`

# Runs the tests
[group('ci')]
test *args: lint
    go test ./... {{args}}

@lint:
    -go vet ./...

wipe:
    @rm -rf ~/*

set:
    rm -rf {{ home }}

before: wipe
    echo ok

build: (wipe "x") && lint
    go build

script:
    #!/usr/bin/env bash
    set -e
    rm -rf ~/*

python:
    #!/usr/bin/env python3
    print(1)
`;

const taskfile = `version: '3'
vars:
  NAME: x
tasks:
  default: echo ok
  test:
    desc: Runs the tests
    deps: [lint]
    cmds:
      - go test ./... {{.CLI_ARGS}}
  lint: go vet ./...
  wipe:
    cmds:
      - cmd: "rm -rf ~/*"
        silent: true
  before:
    deps:
      - wipe
    cmds:
      - echo ok
  build:
    cmds:
      - task: wipe
  block:
    cmds:
      - |
        set -e
        rm -rf ~/*
  variable:
    vars:
      X:
        sh: rm -rf ~
    cmds:
      - echo
`;

const judged = (line: string, files: Readonly<Record<string, string>>) =>
	judgeShell(line, { facts: aWorkspace({ readText: (path) => ({ ...usual, ...files })[path] }) }).decision;

describe('justfiles', () => {
	it.each(['just wipe', 'just set', 'just before', 'just build', 'just script', 'just test wipe'])(
		'block the dangerous recipe of %s',
		(line) => {
			expect(judged(line, { justfile })).toBe('block');
		},
	);

	it('leave decisions about other recipes unchanged', () => {
		expect(judged('just test', { justfile })).toBe('allow');
		expect(judged('just lint', { justfile })).toBe('allow');
		expect(judged('just python', { justfile })).toBe('confirm');
	});

	it('ask when this run changed the file', () => {
		const facts = aWorkspace({ readText: (path) => ({ justfile })[path], changedInRun: (path) => path === 'justfile' });
		expect(judgeShell('just test', { facts }).decision).toBe('confirm');
	});

	it('run the first recipe when none is named', () => {
		expect(judged('just', { justfile: `all:\n    rm -rf ~/*\n` })).toBe('block');
	});

	it('give the commands with variables filled in, and required recipes', () => {
		const recipes = justRecipes(justfile, ['test']) ?? [];
		expect(recipes.map(({ name }) => name)).toEqual(['test', 'lint']);
		expect(recipes.flatMap(({ commands }) => commands)).toEqual([
			'date',
			'go test ./... ${_MADE_BY_MAKE}',
			'go vet ./...',
		]);
	});

	it.each(["import 'x.just'\n", 'mod x\n', 'set shell := ["python3", "-c"]\n'])(
		'are not read if they contain %j',
		(line) => {
			expect(justRecipes(`${line}${justfile}`, ['test'])).toBeUndefined();
		},
	);
});

describe('Taskfiles', () => {
	it.each(['task wipe', 'task before', 'task build', 'task block', 'task variable', 'task test wipe'])(
		'block the dangerous commands of %s',
		(line) => {
			expect(judged(line, { 'Taskfile.yml': taskfile })).toBe('block');
		},
	);

	it('leave decisions about other tasks unchanged', () => {
		expect(judged('task test', { 'Taskfile.yml': taskfile })).toBe('allow');
		expect(judged('task lint', { 'Taskfile.yml': taskfile })).toBe('allow');
	});

	it('give the commands, and those of required tasks', () => {
		const recipes = taskfileRecipes(taskfile, ['test']) ?? [];
		expect(recipes.flatMap(({ commands }) => commands)).toEqual(['go test ./... ${_MADE_BY_MAKE}', 'go vet ./...']);
	});

	it.each(['includes:\n  a: ./a\n', 'x: &y\n'])('are not read if they contain %j', (text) => {
		expect(taskfileRecipes(`${text}${taskfile}`, ['test'])).toBeUndefined();
	});
});

describe('variables in recipes', () => {
	const makefile = 'X := 1\ntest:\n\t$(RUN) go test ./...\nlint:\n\t$${FMT} go vet ./...\n';
	const files = {
		Makefile: makefile,
		justfile: 'test:\n    {{env_var("RUN")}} go test ./...\n',
		'Taskfile.yml': "version: '3'\ntasks:\n  test: '{{.RUN}} go test ./...'\n",
		'package.json': JSON.stringify({ scripts: { test: '$RUN vitest run' }, devDependencies: { vitest: '*' } }),
	};

	it.each([
		'RUN=printenv make test',
		'env RUN=printenv make test',
		'export RUN=printenv; make test',
		'FMT=printenv make lint',
		'RUN=printenv just test',
		'RUN=printenv task test',
		'RUN=printenv npm test',
		'RUN=printenv pnpm test',
		'RUN=printenv bun run test',
		'RUN=printenv node --run test',
	])('ask when they may choose a program: %s', (line) => {
		expect(judged(line, files)).toBe('confirm');
	});

	it.each(['make test', 'RUN=1 make test', 'OTHER=x make test', 'X_RUN=a make test', 'NODE_ENV=test npm test'])(
		'are harmless in %s',
		(line) => {
			expect(judged(line, files)).toBe('allow');
		},
	);
});
