import { describe, expect, test } from 'vitest';
import { aWorkspace, judgeShell } from '../../support.ts';

const files: Readonly<Record<string, string>> = {
	'pom.xml': '<project/>',
	'build.gradle': '',
	Gemfile: "gem 'cucumber'\n",
	'package.json': '{}',
};
const facts = aWorkspace({ readText: (path) => files[path] });
const decide = (line: string): string => judgeShell(line, { facts, mode: 'edit' }).decision;

/** Threat: a tool tells what it knows of the environment, of its user's settings, or tells it to others. */
describe('values that a tool shows', () => {
	test.each([
		'mvn help:evaluate -Dexpression=env.GITHUB_TOKEN -q -DforceStdout',
		'mvn help:evaluate -Dexpression=env -q -DforceStdout',
		'mvn help:evaluate -Dexpression=settings.servers',
	])('are blocked when they are credentials: %s', (line) => {
		expect(decide(line)).toBe('block');
	});

	test.each([
		'mvn help:evaluate -Dexpression=user',
		'gradle properties',
		`php -r 'print_r(parse_ini_file("data.txt"));'`,
		'cucumber --publish',
		'node --inspect-brk=0.0.0.0 -e 1',
		'node --inspect=0.0.0.0:9229 -e 1',
	])('are asked about when they describe the machine: %s', (line) => {
		expect(decide(line)).toBe('confirm');
	});

	test.each([
		'mvn help:evaluate -Dexpression=project.version -q -DforceStdout',
		'mvn test -Dtest=ATest',
		'gradle dependencies',
		'cucumber features',
		'node --inspect-brk=127.0.0.1:9229 -e 1',
	])('are allowed when they describe the project: %s', (line) => {
		expect(decide(line)).toBe('allow');
	});
});
