import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { commands } from '../src/commands/commands.ts';
import { helpOf } from '../src/commands/help.ts';
import { botSettingNames } from '../src/config/bot-settings.ts';
import { configKeys } from '../src/config/config-schema.ts';
import { inputNames, readRepositoryConfig } from '../src/config/index.ts';
import { localRunnerNames } from '../src/config/local-runner.ts';
import {
	basePolicies,
	deliveredClasses,
	effectKinds,
	modes,
	overlayPolicies,
	providerRows,
} from '../src/core/index.ts';
import { type ToolName, toolTraits } from '../src/core/tool-names.ts';
import { workflowEvents } from '../src/github/index.ts';
import { configText } from '../src/readiness/starter-texts.ts';
import { spokenCommands } from '../src/report/index.ts';
import { stackOf } from './readiness/stack-of.ts';

const root = join(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

/** The names in backquotes in the first cells of the rows of a page's tables. */
function firstCells(page: string, from = ''): readonly string[] {
	const text = page.slice(page.indexOf(from));
	const cells = [...text.matchAll(/^\| ([^|]*`[^|]*) \|/gm)].map(([, cell = '']) => cell);
	return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

const without = (known: readonly string[], listed: readonly string[]) => known.filter((name) => !listed.includes(name));

describe('the pages name everything in the tables', () => {
	it('docs/gate.md has each kind of effect in both of its tables', () => {
		const page = read('docs/gate.md');
		const [effects = '', contained = ''] = page.split('## Mode `contained`');
		expect(firstCells(effects, '| effect |').toSorted()).toEqual(effectKinds.toSorted());
		const inside = ['git.commit', 'forge.read'];
		expect(without(effectKinds, [...firstCells(contained, '| effect |'), ...inside])).toEqual([]);
	});

	it('docs/delivery-classes.md has each class of delivered files', () => {
		const classes = Object.keys(deliveredClasses).filter((name) => name !== 'ordinary');
		expect(firstCells(read('docs/delivery-classes.md'), '| class |').toSorted()).toEqual(classes.toSorted());
	});

	it('docs/outcomes.md has each event that can start a run', () => {
		expect(without(workflowEvents, firstCells(read('docs/outcomes.md'), '| event |'))).toEqual([]);
	});

	it('docs/modes.md, docs/configuration.md, docs/skills.md and action.yml name each mode', () => {
		expect(firstCells(read('docs/modes.md'), '| mode |').slice(0, modes.length)).toEqual(modes);
		expect(read('docs/configuration.md')).toContain(`# ${modes.join(' | ')}\n`);
		const [, ofSkills = ''] = /^\| `mode` \|(.*)$/m.exec(read('docs/skills.md')) ?? [];
		expect(modes.filter((mode) => !ofSkills.includes(`\`${mode}\``))).toEqual([]);
		const { inputs } = parse(read('action.yml')) as { inputs: Readonly<Record<string, { description: string }>> };
		expect(modes.filter((mode) => !inputs['mode']?.description.includes(`\`${mode}\``))).toEqual([]);
	});

	it('docs/models.md and docs/terminal.md name each provider, its inputs and its variables', () => {
		const [models, terminal] = [read('docs/models.md'), read('docs/terminal.md')];
		for (const { name, key, url } of providerRows) {
			expect(firstCells(models)).toContain(`${name}:<model>`);
			for (const input of [key?.input, url.input]) expect(models).toContain(`\`${input ?? name}`);
			for (const variable of [key?.variable, url.variable]) expect(terminal).toContain(variable ?? url.variable);
		}
	});

	it('the input and the option `model` name each provider, as README.md and docs/doctor.md do', () => {
		const { inputs } = parse(read('action.yml')) as { inputs: Readonly<Record<string, { description: string }>> };
		const [readme, doctor] = [read('README.md'), read('docs/doctor.md')];
		for (const { name, key, url } of providerRows) {
			expect(inputs['model']?.description).toContain(`\`${name}:<model>\``);
			expect(helpOf('run')).toContain(` ${name}:…`);
			expect([`${name}:…`, key?.variable ?? url.variable].filter((text) => readme.includes(text))).not.toEqual([]);
			expect(doctor).toContain(`\`${url.variable}\``);
		}
	});

	it('docs/tools.md says of each tool whether it only reads, and which permission it needs', () => {
		const rows = [...read('docs/tools.md').matchAll(/^\| (`[^|]*) \|[^|]*\|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)].flatMap(
			([, names = '', effect = '', permission = '', verdict = '']) =>
				[...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, effect, permission, verdict })),
		);
		expect(
			without(
				Object.keys(toolTraits),
				rows.map(({ name }) => name),
			),
		).toEqual([]);
		const isReading = ({ effect, verdict }: (typeof rows)[number]) =>
			/^ `(forge\.)?read` $/.test(effect) && verdict.startsWith(' allow');
		const ours = rows.filter(({ name }) => Object.hasOwn(toolTraits, name));
		const found = ours.map((row) => [row.name, isReading(row), row.permission.trim() !== '']);
		const meant = ours.map(({ name }) => {
			const { reads, needsGitHub } = toolTraits[name as ToolName];
			return [name, reads, needsGitHub || name === 'open_pull_request'];
		});
		expect(found).toEqual(meant);
	});

	it('the help of the bot names each of its variables', () => {
		const words = helpOf('bot').split(/[^A-Z_]+/);
		expect(without([...botSettingNames, ...localRunnerNames], words)).toEqual([]);
	});

	it('each command is on a page', () => {
		const pages = globSync('docs/*.md', { cwd: root }).map(read).join('\n');
		const named = Object.keys(commands).filter((name) => new RegExp(`countersign ${name}\\b`).test(pages));
		expect(without(Object.keys(commands), named)).toEqual([]);
	});

	it('each subcommand is on a page and in the help of its command', () => {
		const pages = globSync('docs/*.md', { cwd: root }).map(read).join('\n');
		const verbs = Object.entries(commands).flatMap(([name, one]) =>
			'verbs' in one ? Object.keys(one.verbs).map((verb) => [name, verb] as const) : [],
		);
		expect(verbs.length).toBeGreaterThan(15);
		const missing = ([name, verb]: readonly [string, string]): boolean =>
			!new RegExp(`\\b${name} ${verb}\\b`).test(pages) || !helpOf(name).includes(`countersign ${name} ${verb}`);
		expect(verbs.filter(missing)).toEqual([]);
	});

	it('docs/configuration.md names each shipped policy', () => {
		const page = read('docs/configuration.md');
		const names = ['floor', ...basePolicies, ...overlayPolicies].filter((name) => !page.includes(`\`${name}\``));
		expect(names).toEqual([]);
	});

	it('docs/state-key.md names the key of each provider', () => {
		const page = read('docs/state-key.md');
		const keys = providerRows.flatMap(({ key }) => (key === undefined ? [] : [key.input]));
		expect(keys.filter((name) => !page.includes(name))).toEqual([]);
	});

	it('README.md counts the skills for tasks', () => {
		const texts = readdirSync(join(root, 'skills')).map((name) => read(`skills/${name}/SKILL.md`));
		const count = texts.filter((text) => !/^tools:/m.test(text)).length;
		const words = 'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen';
		expect(read('README.md')).toContain(`${words.split(' ')[count]} task skills come with Countersign`);
	});
});

describe('the configuration', () => {
	const [, block = ''] = /```yaml\n([\s\S]*?)```/.exec(read('docs/configuration.md')) ?? [];
	const shown = parse(block) as Readonly<Record<string, unknown>>;

	it('is on its page with every key', () => {
		const at: Readonly<Record<string, unknown>> = {
			'': shown,
			safety: shown['safety'],
			sandbox: shown['sandbox'],
			budget: shown['budget'],
			setup: (shown['setup'] as readonly unknown[])[0],
			approvals: shown['approvals'],
			'mcp.*': Object.values(shown['mcp'] as object)[0],
		};
		// An accepted key without effect, and keys of list items that other pages explain.
		const elsewhere = ['safety.allow_overrides', 'sandbox.hosts', 'safety.blocked_patterns'];
		const missing = Object.entries(configKeys).flatMap(([path, keys]) =>
			without(keys, Object.keys((at[path] as object | undefined) ?? {})).map((key) => `${path}.${key}`),
		);
		expect(missing.filter((key) => !elsewhere.some((one) => key.startsWith(one)))).toEqual([]);
	});

	it('has the defaults of its page and of action.yml', () => {
		const { mode, model, maxIterations, approvalTimeoutSeconds, listenTo } = readRepositoryConfig(undefined);
		expect(shown).toMatchObject({ mode, model, listen_to: listenTo, max_iterations: maxIterations });
		expect(shown).toMatchObject({ approval_timeout_seconds: approvalTimeoutSeconds });
		const { inputs } = parse(read('action.yml')) as { inputs: Readonly<Record<string, { description: string }>> };
		const said = (name: string) => /configuration, then `?([\w:.-]*\w)/.exec(inputs[name]?.description ?? '')?.[1];
		expect([said('mode'), said('max-iterations')]).toEqual([mode, String(maxIterations)]);
		expect(said('approval-timeout-seconds')).toBe(String(approvalTimeoutSeconds));
	});

	it('is in the file of init with every key, except rarely needed ones', () => {
		const text = configText(stackOf({}), ['default']);
		const few = ['auto_for', 'max_iterations', 'memory', 'mcp'];
		const written = [...text.matchAll(/^(?:# )?(\w+):/gm)].map(([, key = '']) => key);
		expect(without(configKeys[''] ?? [], written).toSorted()).toEqual(few.toSorted());
	});

	it("is on the page of an organization's rules with every key that an organization may set", () => {
		const ofRepository = ['setup', 'mcp'];
		const named = firstCells(read('docs/organization.md'), '| key |').map((name) => name.split('.')[0] ?? '');
		expect(without(configKeys[''] ?? [], [...named, ...ofRepository])).toEqual([]);
	});
});

it('each input of the action is read by code outside its table', () => {
	const files = globSync('src/**/*.ts', { cwd: root }).filter((name) => !/input-rows|core\/providers/.test(name));
	const source = files.map(read).join('\n');
	const camel = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
	const isRead = (name: string) => new RegExp(`\\b${camel(name)}\\b|'${name}'`).test(source);
	const ofProviders = providerRows.flatMap(({ key, url }) => [key?.input, url.input]);
	expect(inputNames.filter((name) => !isRead(name) && !ofProviders.some((input) => input === name))).toEqual([]);
});

it('each workflow that listens to comments accepts every command', () => {
	const words = new Set(spokenCommands.map(([command]) => command.split(' ')[0] ?? ''));
	const listening = globSync('examples/{workflows,starter}/*.yml', { cwd: root }).map(read);
	const comments = listening.filter((text) => /^ {2}issue_comment:/m.test(text));
	expect(comments.length).toBeGreaterThan(1);
	for (const text of comments)
		for (const word of words) expect(text).toContain(`contains(github.event.comment.body, '${word}')`);
});
