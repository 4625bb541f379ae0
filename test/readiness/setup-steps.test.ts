import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import {
	eachOnce,
	type SetupStep,
	setupActions,
	stepLines,
	throughMise,
	toolCommands,
	versionOf,
} from '../../src/readiness/setup-steps.ts';
import { withSteps } from '../../src/readiness/starter-files.ts';
import { stackOf } from './stack-of.ts';
import { exampleTemplates } from './templates.ts';

const hostile = [
	'3.1\n      - run: id',
	'${{ secrets.ANTHROPIC_API_KEY }}',
	'" }\n      - run: id #',
	"' }",
	'3"',
	'`id`',
	'$(id)',
	'{ a: b }',
	'a # b',
	'',
	'x'.repeat(200),
];

test.each(hostile)('a step drops an unsafe version: %j', (value) => {
	const steps: readonly SetupStep[] = [{ tool: 'Python', with: { 'python-version': value } }];
	const [step, ...more] = parse(stepLines(steps).join('\n'));
	expect(more).toEqual([]);
	expect(step).toEqual({ uses: expect.stringMatching(/^actions\/setup-python@[0-9a-f]{40}$/) });
	expect(versionOf(value)).toBeUndefined();
});

test.each(['3.10', '1.0.0-rc.1+4', '20', 'lts-jod'])('a step keeps a version unchanged: %s', (value) => {
	const [step] = parse(stepLines([{ tool: 'Python', with: { 'python-version': value } }]).join('\n'));
	expect(step.with['python-version']).toBe(value);
	expect(versionOf(value)).toBe(value);
});

describe('a value in a hostile repository', () => {
	const files = (value: string) => ({
		'.nvmrc': value,
		'.python-version': value,
		'.ruby-version': '',
		'.java-version': value,
		'package.json': JSON.stringify({
			packageManager: `pnpm@${value}`,
			engines: { node: value, bun: value },
			scripts: { test: value, [value]: value },
			devDependencies: { [value]: value },
		}),
		'pyproject.toml': `[project]\nrequires-python = "${value}"\n[dependency-groups]\n${value} = []\n`,
		'composer.json': JSON.stringify({
			config: { platform: { php: value } },
			require: { php: value, [`ext-${value}`]: '*' },
			scripts: { [value]: value },
		}),
		'global.json': JSON.stringify({ sdk: { version: value } }),
		'a.csproj': '',
		'go.mod': `go 1${value}\n`,
		'pom.xml': `<java.version>${value}</java.version>`,
		Gemfile: `ruby '3${value}'\n`,
		Makefile: `${value}:\n`,
	});

	it.each(hostile)('adds no step, input or command: %j', (value) => {
		const stack = stackOf(files(value));
		const workflow = parse(withSteps(exampleTemplates.agent, stack));
		expect(workflow.jobs.agent.steps).toHaveLength(3 + stack.steps.length);
		const ours = JSON.stringify(workflow.jobs.agent.steps.slice(1, -2)) + JSON.stringify(stack);
		if (value !== '') expect(ours).not.toContain(JSON.stringify(value).slice(1, -1));
		expect(ours).not.toContain('${{');
		expect(stack.steps.length).toBeGreaterThan(4);
	});
});

test('each action is pinned to a commit and shows its version', () => {
	for (const tool of Object.keys(setupActions) as (keyof typeof setupActions)[])
		expect(stepLines([{ tool }])[0]).toMatch(/^ {6}- uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v?\d+\.\d+\.\d+$/);
	for (const [tool, command] of Object.entries(toolCommands))
		if (/pipx|npm/.test(command))
			expect([tool, command]).toEqual([tool, expect.stringMatching(/(?:==|@)\d+\.\d+\.\d+/)]);
});

test.each([
	['Node.js', 'package-manager-cache: false'],
	['Go', 'cache: false'],
	['uv', 'enable-cache: false'],
	['mise', 'cache: false'],
	['bun', 'no-cache: true'],
] as const)('the action of %s does not use the caches of the repository', (tool, input) => {
	expect(stepLines([{ tool }])[1]).toMatch(new RegExp(`[ {]${input}[ ,]`));
});

test('a tool appears once, with its first settings', () => {
	const first = { tool: 'Node.js', with: { 'node-version': '20' } } as const;
	expect(eachOnce([first, { tool: 'pnpm' }, { tool: 'Node.js' }])).toEqual([first, { tool: 'pnpm' }]);
});

test('mise installs the tools in its file, and the actions install the rest', () => {
	const steps: readonly SetupStep[] = [{ tool: 'Node.js' }, { tool: 'pnpm' }];
	expect(throughMise(steps, '[tools]\n"core:node" = "22"\n')).toEqual([{ tool: 'mise' }, { tool: 'pnpm' }]);
	expect(throughMise(steps, '[env]\nnode = "x"\n')).toEqual(steps);
	expect(throughMise(steps, '')).toEqual(steps);
});

test('a template keeps all its lines', () => {
	for (const template of [exampleTemplates.agent, exampleTemplates.maintenance]) {
		const steps: readonly SetupStep[] = [{ tool: 'Rust' }];
		const added = withSteps(template, { steps }).split('\n');
		expect(added.filter((line) => line !== '      - run: rustup show')).toEqual(template.split('\n'));
		expect(added).toHaveLength(template.split('\n').length + 1);
	}
});
