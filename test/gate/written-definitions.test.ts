import { describe, expect, test } from 'vitest';
import type { Facts } from '../../src/core/index.ts';
import { mayDefine } from '../../src/gate/definitions.ts';
import { aWorkspace, judgeShell } from './support.ts';

const files: Readonly<Record<string, string>> = {
	'package.json': '{"scripts":{"test":"jest"},"devDependencies":{"eslint":"*","jest":"*"}}',
	'composer.json': '{"require-dev":{"phpunit/phpunit":"*"}}',
	'CMakeLists.txt': 'project(x)\n',
	Gemfile: "gem 'rspec'\n",
	WORKSPACE: '',
	'build.sbt': '',
	'notes.txt': 'x\n',
	'bin/tool': '#!/bin/sh\necho x\n',
	'bin/rspec': '#!/usr/bin/env ruby\nload "x"\n',
	'src/a.js': '',
	'vendor/bin/phpunit': '#!/usr/bin/env php\n',
};
const facts: Facts = aWorkspace({ readText: (path) => files[path] });
const decide = (line: string): string => judgeShell(line, { facts, mode: 'edit' }).decision;

/** Threat: the line itself writes what the project's own tool then runs. */
describe('a tool whose program or definition the same line writes', () => {
	test.each([
		'cp bin/tool vendor/bin/phpunit; vendor/bin/phpunit',
		'ln -s ../../bin/tool vendor/bin/phpunit; vendor/bin/phpunit',
		'install -m 755 bin/tool vendor/bin/phpunit && vendor/bin/phpunit tests',
		"sed -i 's/x/y/' vendor/bin/*; vendor/bin/phpunit",
		'ln -sf tool bin/rspec; bin/rspec',
		'cp notes.txt build.ninja; ninja',
		'cp notes.txt build/CTestTestfile.cmake; ctest --test-dir build',
		'cp notes.txt build/Makefile; cmake --build build',
		'cp notes.txt pkg/p/package.json; npm test -w pkg/p',
		'echo x > .eslintrc.json; npx eslint .',
		'echo x > jest.config.js; npm test',
		'echo x > tools/bazel; bazel test //...',
		'echo x > project/plugins.sbt; sbt test',
	])('is asked about: %s', (line) => {
		expect(decide(line)).toBe('confirm');
	});

	test.each([
		'cp bin/tool bin/other; vendor/bin/phpunit',
		'sed -i s/a/b/ src/a.js && npx eslint src && npm test',
		'npm test; echo done > notes.txt',
		'npx eslint . && echo "{}" > .eslintrc.json',
		'vendor/bin/phpunit tests',
	])('is allowed when the line writes other files, or writes them afterwards: %s', (line) => {
		expect(decide(line)).toBe('allow');
	});
});

test('a program that this run changed is asked about', () => {
	const changed: Facts = { ...facts, changedInRun: (path) => path === 'vendor/bin/phpunit' };
	expect(judgeShell('vendor/bin/phpunit', { facts: changed, mode: 'edit' }).decision).toBe('confirm');
});

test.each(['src/index.js', 'docs/config.md', 'src/build.ts', 'tests/a.test.ts', 'README.md', 'src/main.rs'])(
	'%s does not define a tool',
	(path) => {
		expect(mayDefine(path, 'npm')).toBe(false);
	},
);
