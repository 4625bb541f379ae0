import { describe, expect, test } from 'vitest';
import type { Facts } from '../../../../src/core/index.ts';
import { aWorkspace, judgeShell } from '../../support.ts';

const files: Readonly<Record<string, string>> = {
	'go.mod': 'module example.com/x\n',
	'pom.xml': '<project/>',
	'composer.json': '{"require-dev": {"squizlabs/php_codesniffer": "^3"}}',
	'CMakeLists.txt': 'project(x)\n',
};
const facts: Facts = aWorkspace({ readText: (path) => files[path.replace('/checkouts/repo/', '')] });
const decide = (line: string): string => judgeShell(line, { facts, mode: 'edit' }).decision;

/** Threat: one option of a tool that the project uses names what is started, or where is written. */
describe('an option passed to a tool of the project', () => {
	test.each([
		'gotestsum -- -exec ./evil ./...',
		'gotestsum -- -exec=./evil ./...',
		'gotestsum -- -toolexec ./evil ./...',
		'phpcs --report=./evil.php src',
		'phpcs --report=lib/Evil src',
		'phpcs --config-set installed_paths /tmp/x',
		'phpcs --config-delete default_standard',
		'mvn -Djvm=./evil test',
		'mvn -Dsurefire.jvm=./evil test',
		'cmake -B .git/x',
		'cmake -S . -B .git/hooks',
		'cmake -B .github/workflows',
	])('is not allowed when it may run or write something: %s', (line) => {
		expect(decide(line)).not.toBe('allow');
	});

	test.each([
		'gotestsum -- -race -count=1 ./...',
		'phpcs --report=summary src',
		'phpcs --report=json src',
		'mvn -Dtest=FooTest test',
		'cmake -S . -B build',
		'cmake -B build && cmake --build build',
		'cmake -B /tmp/build',
	])('is allowed when it is harmless: %s', (line) => {
		expect(decide(line)).toBe('allow');
	});
});
