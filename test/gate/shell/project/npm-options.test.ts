import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../../src/core/index.ts';
import { aWorkspace, judgeShell } from '../../support.ts';

const files: Readonly<Record<string, string>> = {
	'package.json': JSON.stringify({
		scripts: { test: 'vitest run', lint: 'eslint .' },
		devDependencies: { vitest: '*', eslint: '*' },
	}),
};
const facts: Facts = aWorkspace({ readText: (path) => files[path.replace('/checkouts/repo/', '')] });
const decide = (line: string): string => judgeShell(line, { facts, mode: 'edit' }).decision;

/** Threat: npm takes any number of dashes, short names behind two, clusters, and names that are cut short. */
describe("a package manager's option in another spelling", () => {
	it.each([
		'npm test --C=/tmp/o',
		'npm --C=/tmp/o test',
		'npm test --C /tmp/o',
		'npm test ---prefix=/tmp/o',
		'npm test ---prefix /tmp/o',
		'npm test -C=/tmp/o',
		'npm test -dC=/tmp/o',
		'npm test -dC /tmp/o',
		'npm test -sdC=/tmp/o',
		'npm run lint --C=/tmp/o',
		'npm test --sC /tmp/o',
		'npm test ---node-options=--require=./x.js',
		'npm test ----node-options=--require=./x.js',
		'npm test --no-prefix=/tmp/o',
		'npm test ---userconfig=./x',
		'npm test --us=./x',
		'npm test --location=global',
		'npm test -g',
		'npm test --git=./x',
		'npm test --scripts-prepend-node-path=./x',
		'npm test ---reg=http://evil.example',
		'npm run --foo lint deploy',
		'npm config get prefix ---userconfig=.env',
		'pnpm --C=/tmp/o test',
		'pnpm ---prefix=/tmp/o test',
		'pnpm -dC=/tmp/o test',
		'pnpm ---node-options=--require=./x.js test',
		'pnpm --config.node-options=--require=./x.js test',
		'pnpm --global-pnpmfile=./x test',
		'pnpm --pnpmfile=x test',
		'pnpm --modules-dir=x test',
		'pnpm --workspace-dir=/tmp/x test',
		'yarn ---cwd=/tmp/o test',
		'yarn --rc-file x test',
		'yarn --modules-folder=x test',
	])('is not allowed when it has a risk: %s', (line) => {
		expect(decide(line)).not.toBe('allow');
	});

	it.each([
		'npm test --silent',
		'npm -s test',
		'npm --no-color --no-update-notifier run lint',
		'npm --loglevel=error test',
		'npm run --if-present lint',
		'npm test -w web',
		'npm test -ws --if-present',
		'npm test --coverage',
		'npm test --ci -u -t foo',
		'npm test --watchAll=false --runInBand',
		'npm run lint --fix',
		'npm test -- --coverage -t "x y"',
		'npm run lint -- --max-warnings 0',
		'npm ls -g --depth=0',
		'npm ls --depth 1 --prod',
		'npm root -g',
		'pnpm -r --no-bail --workspace-concurrency=1 test',
		'pnpm --filter "./packages/**" --silent test',
		'pnpm test --coverage -t "x y"',
		'pnpm list --depth 0',
		'yarn --silent lint --max-warnings=0',
		'yarn workspaces foreach --all --parallel run lint',
	])('is allowed when it is a usual option: %s', (line) => {
		expect(decide(line)).toBe('allow');
	});
});
