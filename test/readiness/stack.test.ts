import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRepositoryConfig } from '../../src/config/index.ts';
import { detectStack, readStackFacts, type Stack, starterFiles } from '../../src/readiness/index.ts';
import { readSkill } from '../../src/skills/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function stackOf(files: Readonly<Record<string, string>>): Stack {
	using folder = temporaryFolder();
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder.path, path)), { recursive: true });
		writeFileSync(join(folder.path, path), text);
	}
	return detectStack(readStackFacts(folder.path));
}

const script = '{ "scripts": { "build": "tsc", "test": "vitest \\"all\\"" } }';
const rows: readonly (readonly [string, Readonly<Record<string, string>>, Partial<Stack>])[] = [
	['nothing', {}, { languages: [], managers: [], setup: [], tests: [] }],
	[
		'npm',
		{ 'package.json': script, 'package-lock.json': '', 'tsconfig.json': '' },
		{
			languages: ['TypeScript'],
			managers: ['npm'],
			setup: [{ run: 'npm ci', hosts: ['registry.npmjs.org'] }],
			tests: ['npm test'],
		},
	],
	[
		'pnpm beside an older lock file',
		{ 'package.json': script, 'package-lock.json': '', 'pnpm-lock.yaml': '' },
		{ managers: ['pnpm'], tests: ['pnpm test'] },
	],
	[
		'yarn, the older one',
		{ 'package.json': script, 'yarn.lock': '' },
		{ setup: [expect.objectContaining({ run: 'yarn install --frozen-lockfile' })] as never },
	],
	[
		'yarn',
		{ 'package.json': script, 'yarn.lock': '', '.yarnrc.yml': '' },
		{ setup: [expect.objectContaining({ run: 'yarn install --immutable' })] as never },
	],
	['bun', { 'package.json': script, 'bun.lock': '' }, { managers: ['bun'], tests: ['bun run test'] }],
	[
		'a script that tests nothing',
		{ 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' },
		{ tests: [], setup: [] },
	],
	[
		'uv',
		{ 'pyproject.toml': '[dependency-groups]\ndev = ["pytest>=8"]', 'uv.lock': '' },
		{ languages: ['Python'], managers: ['uv'], tests: ['uv run pytest'] },
	],
	['pip', { 'requirements.txt': '', 'conftest.py': '' }, { managers: ['pip'], tests: ['.venv/bin/python -m pytest'] }],
	['Python without any', { 'setup.py': '', 'pytest.ini': '' }, { managers: [], tests: ['pytest'] }],
	['Go', { 'go.mod': '' }, { setup: [], buildHosts: ['proxy.golang.org', 'sum.golang.org'], tests: ['go test ./...'] }],
	[
		'a Cargo workspace',
		{ 'Cargo.toml': '[workspace]\n' },
		{ languages: ['Rust'], tests: ['cargo test'], monorepo: 'a Cargo workspace' },
	],
	['npm workspaces', { 'package.json': '{ "workspaces": ["a"] }' }, { monorepo: 'workspaces of package.json' }],
	['make', { Makefile: 'all:\n\ntest: all\n\t./run\n' }, { tests: ['make test'] }],
	['make without a test', { Makefile: 'test := 1\n' }, { tests: [] }],
	['Maven', { 'pom.xml': '', mvnw: '' }, { managers: ['Maven'], tests: ['./mvnw -q test'] }],
	[
		'two languages',
		{ 'package.json': script, 'package-lock.json': '', 'Cargo.toml': '', Gemfile: '', 'spec/a_spec.rb': '' },
		{
			tests: ['npm test', 'cargo test', 'bundle exec rspec'],
			buildHosts: ['index.crates.io', 'static.crates.io', 'rubygems.org', 'index.rubygems.org'],
		},
	],
];

describe('detectStack', () => {
	it.each(rows)('tells %s', (_, files, expected) => {
		expect(stackOf(files)).toMatchObject(expected);
	});

	it.each(rows)('from which a configuration and a skill come that hold: %s', (_, files) => {
		const templates = { agent: '', maintenance: '', policy: '', configSchema: '', policySchema: '' };
		const starters = starterFiles(stackOf(files), templates, { uses: './', maintenance: false, setup: true });
		const text = (end: string) => starters.find(({ path }) => path.endsWith(end))?.text ?? '';
		const config = readRepositoryConfig(text('countersign.yml'));
		expect(config).toMatchObject({ policies: ['.github/policies/own.yml'], warnings: [] });
		expect(config.setup.map(({ run }) => run)).toEqual(stackOf(files).setup.map(({ run }) => run));
		expect(readSkill(text('SKILL.md'), 'SKILL.md')).toMatchObject({ ok: true });
	});

	it('follows no link, and repeats nothing of what the project says', () => {
		using folder = temporaryFolder();
		symlinkSync('/etc/passwd', join(folder.path, 'package.json'));
		writeFileSync(join(folder.path, 'Makefile'), 'test: $(shell rm -rf x)\n');
		expect(detectStack(readStackFacts(folder.path))).toMatchObject({ tests: ['make test'] });
	});

	it.each([
		['package.json', '"scripts":{'],
		['Cargo.toml', '\n'],
		['pyproject.toml', '\n'],
	])('reads a big %s that was made to be read slowly', (name, part) => {
		const began = performance.now();
		stackOf({ [name]: part.repeat(1_000_000 / part.length) });
		expect(performance.now() - began).toBeLessThan(3_000);
	});
});
