import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRepositoryConfig } from '../../src/config/index.ts';
import { effectKinds } from '../../src/core/index.ts';
import { loadPolicy } from '../../src/gate/loading.ts';
import { requireRunnable } from '../../src/job/skill-commands.ts';
import { readSkill } from '../../src/skills/index.ts';
import { argumentCheck, skillCommand } from '../../src/tools/index.ts';
import { putFiles, temporaryDirectory } from '../sandbox/temporary.ts';
import { ownNode } from '../support/programs-at.ts';

const pageOf = (name: string): string => readFileSync(join(process.cwd(), 'docs', name), 'utf8');
const page = pageOf('commands-and-servers.md');
const blocks = (language: string): readonly string[] =>
	[...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text]) => text ?? '');

it('docs/commands-and-servers.md shows a command that is valid and works as described', async () => {
	const [text = ''] = blocks('markdown');
	const reading = readSkill(text, '.github/countersign/skills/changelog/SKILL.md');
	if (!reading.ok) throw new Error(JSON.stringify(reading.errors));
	const { skill } = reading;
	requireRunnable([skill]);
	const [definition] = skill.tools;
	const [{ run = [] } = {}] = skill.commands;
	const check = definition === undefined ? undefined : argumentCheck(definition, 'own');
	if (definition === undefined || check?.ok !== true) throw new Error('the tool cannot be checked');
	const folder = temporaryDirectory();
	putFiles(folder, { 'since.mjs': blocks('js')[0] ?? '' });
	const root = temporaryDirectory();
	putFiles(root, { 'CHANGELOG.md': '## 1.1.0\nMore.\n\n## 1.0.0\nFirst.\n' });
	const sandbox = { toolchain: ownNode };
	const command = skillCommand({ definition, run, folder, problem: check.problem, workspace: { root }, sandbox });
	expect(command.problem({ version: '1' })).toContain('`version`: must match');
	expect(command.problem({ version: '1.0.0' })).toBeUndefined();
	const { ok, text: said } = await command.run({ version: '1.0.0' });
	expect([ok, JSON.parse(said)]).toEqual([true, { newer: ['## 1.1.0', 'More.'] }]);
});

it('docs/commands-and-servers.md shows a configuration and a policy that load without warnings', () => {
	const [config = '', policy = ''] = blocks('yaml');
	const { mcp, warnings } = readRepositoryConfig(config);
	expect([mcp[0]?.tools, mcp[0]?.writes, warnings]).toEqual([['search', 'read_page'], false, []]);
	const { rules, warnings: more } = loadPolicy(policy, 'docs/commands-and-servers.md');
	expect([rules.map(({ name }) => name), more]).toEqual([['reads-documentation'], []]);
	expect(effectKinds.filter((kind) => page.includes(`effects: [${kind}]`))).toEqual(['exec.tool']);
});

it('docs/configuration.md shows a configuration with a server that loads', () => {
	const [, config = ''] = /```yaml\n([\s\S]*?)```/.exec(pageOf('configuration.md')) ?? [];
	expect(readRepositoryConfig(config).mcp).toEqual([
		{
			name: 'docs',
			command: ['node', 'tools/docs-server.mjs'],
			env: { LOG_LEVEL: 'error' },
			tools: ['search'],
			writes: false,
		},
	]);
});
