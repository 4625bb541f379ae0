import { describe, expect, test } from 'vitest';
import type { Facts } from '../../../../src/core/index.ts';
import { aWorkspace, judgeShell } from '../../support.ts';

const files: Readonly<Record<string, string>> = {
	'package.json': JSON.stringify({
		scripts: { test: 'vitest run', build: 'tsc', lint: 'eslint .' },
		devDependencies: { jest: '*', vitest: '*', c8: '*', nyc: '*', vite: '*', typescript: '*', eslint: '*' },
	}),
	'Cargo.toml': '[package]\nname = "x"\n',
	'pyproject.toml': '[tool.pytest]\n[tool.tox]\n',
	'tox.ini': '[tox]\n',
	'noxfile.py': 'import nox\n',
	'src/a.ts': 'export const a = 1;\n',
};
const folders = ['src', 'lib', 'tests'];
const facts: Facts = aWorkspace({
	readText: (path) => files[path],
	isDirectory: (path) => folders.some((folder) => path === folder || path.endsWith(`/repo/${folder}`)),
});

/** Threat: a tool that empties its folder of reports, caches or results first deletes whatever folder that option names. */
describe('a folder that a tool empties', () => {
	test.each([
		'npx jest --clearCache --cacheDirectory=src',
		'npx jest --cacheDirectory src --clearCache',
		'npx jest --clearCache --cacheDirectory=.',
		'npx vitest --clearCache --cache.dir=src',
		'npx vitest run --coverage --coverage.reportsDirectory=src/router',
		'npx c8 --temp-directory src npm test',
		'npx nyc -t . npm test',
		'npm test -- --coverage --coverage.reportsDirectory=src',
		'npm run test -- --coverage.reportsDirectory=tests --coverage.enabled',
		'npm test -- --clearCache --cacheDirectory=src',
		'npm run build -- --out-dir src',
		'npm run build -- --outDir=lib',
		'npx vite build --outDir src',
		'cargo clean --target-dir src',
		'cargo clean --target-dir=.',
		'pytest --output=src',
		'pytest --video on --output .',
		'pytest --alluredir=src --clean-alluredir',
		'nox --envdir . -s tests',
		'tox -r --workdir src',
		'python3 -m venv --clear src',
	])('is not allowed: %s', (line) => {
		expect(judgeShell(line, { facts, mode: 'edit' }).decision).not.toBe('allow');
	});

	test.each([
		'npx vitest run --coverage --coverage.reportsDirectory=coverage',
		'npx jest --clearCache',
		'npx jest --cacheDirectory=/tmp/jest',
		'npx jest --cacheDirectory=.jest-cache',
		'npx jest --coverageDirectory=build/coverage',
		'npm test -- --coverage --coverage.reportsDirectory=coverage/unit',
		'npm run build -- --outDir dist',
		'npm run lint -- --cache src',
		'cargo clean',
		'cargo test --target-dir /tmp/target',
		'cargo clean --target-dir target/ci',
		'pytest --output=test-results',
		'pytest --alluredir=allure-results --clean-alluredir',
		'tox --workdir .tox',
	])('is allowed when only builds and tests fill it: %s', (line) => {
		expect(judgeShell(line, { facts, mode: 'edit' }).decision).toBe('allow');
	});

	test('is allowed when it does not exist yet', () => {
		const line = 'cargo clean --target-dir somewhere';
		expect(judgeShell(line, { facts: { ...facts, isThere: () => false } }).decision).toBe('allow');
		expect(judgeShell(line, { facts: { ...facts, isThere: () => true } }).decision).toBe('confirm');
	});
});
