import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { brokenImports, circles } from '../scripts/check-imports.ts';
import { toolDefinitions as declaredTools } from '../src/agent/index.ts';
import { helpOf } from '../src/commands/help.ts';
import { inputNames, readInputs } from '../src/config/index.ts';
import { providerRows, reasonCodes } from '../src/core/index.ts';
import { toolTraits } from '../src/core/tool-names.ts';
import { loadSkills, requireSkills } from '../src/skills/index.ts';
import { toolDefinitions } from '../src/tools/index.ts';
import { version } from '../src/version.ts';

const root = join(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const action = parse(read('action.yml')) as {
	inputs: Readonly<Record<string, { description: string; default?: string }>>;
	outputs: object;
	runs: { using: string; main: string };
};

test('action.yml declares exactly the inputs that the code reads and the outputs that it sets', () => {
	expect(Object.keys(action.inputs).sort()).toEqual([...inputNames].sort());
	const set = [...read('src/action.ts').matchAll(/\bout\.output\('([\w-]+)'/g)].map((match) => match[1]);
	expect(Object.keys(action.outputs).sort()).toEqual(set.sort());
	expect(action.runs).toEqual({ using: 'node24', main: 'dist/action.js' });
});

test('an empty input has the default value in action.yml', () => {
	const token = { 'github-token': 'ghs_x' };
	const defaults = Object.entries(action.inputs).flatMap(([name, { default: value }]) =>
		value ? [[name, value]] : [],
	);
	const declared: Readonly<Record<string, string>> = { ...Object.fromEntries(defaults), ...token };
	const empty: Readonly<Record<string, string>> = token;
	expect(defaults.length).toBeGreaterThan(4);
	expect(readInputs((name) => declared[name] ?? '', {})).toEqual(readInputs((name) => empty[name] ?? '', {}));
});

test('an input is a secret exactly if action.yml says that no tool gets it', () => {
	const value = 'made-up-'.repeat(5);
	const valid: Readonly<Record<string, string>> = { 'github-token': 'ghs_x' };
	const isSecret = (name: string): boolean => {
		const given: Readonly<Record<string, string>> = { ...valid, [name]: value };
		try {
			return readInputs((input) => given[input] ?? '', {}).secrets.includes(value);
		} catch {
			return false;
		}
	};
	const said = Object.entries(action.inputs).filter(([, { description }]) =>
		/\bNo tool ever gets it\./.test(description),
	);
	expect(inputNames.filter(isSecret).toSorted()).toEqual(said.map(([name]) => name).toSorted());
	const named = inputNames.filter((name) => /-(key|token|secret|password)$/.test(name));
	expect(named.filter((name) => !isSecret(name))).toEqual([]);
});

test('the help of each command names the variables of the providers that it reads', () => {
	for (const { key, url } of providerRows) {
		for (const command of ['run', 'bot']) {
			if (key !== undefined) expect(helpOf(command)).toContain(key.variable);
		}
		expect(helpOf('bot')).toContain(url.variable);
	}
});

test('docs/outcomes.md lists exactly the reason codes', () => {
	const rows = [...read('docs/outcomes.md').matchAll(/^\| ([a-z-]+) \| `([a-z-]+)` \|/gm)].map(
		(match) => `${match[1]} ${match[2]}`,
	);
	const codes = Object.entries(reasonCodes).flatMap(([kind, reasons]) => reasons.map((reason) => `${kind} ${reason}`));
	expect(rows.sort()).toEqual(codes.sort());
});

test('action.yml lists exactly the outcomes', () => {
	const { outputs } = parse(read('action.yml')) as { outputs: Readonly<Record<string, { description: string }>> };
	const listed = outputs['outcome']?.description.split(/, | or /) ?? [];
	expect(listed.sort()).toEqual(Object.keys(reasonCodes).sort());
});

test('the version matches package.json', () => {
	expect(version).toBe((JSON.parse(read('package.json')) as { version: string }).version);
});

test('all imports follow the import rules', () => {
	expect(brokenImports(root)).toEqual([]);
});

test('finds a circle of imports, without files that only lead to it', () => {
	const files = { 'a.ts': ['./b.ts'], 'b.ts': ['./in/c.ts', 'zod'], 'in/c.ts': ['../b.ts'], 'd.ts': ['./a.ts'] };
	expect(circles(new Map(Object.entries(files)))).toEqual([
		'src/b.ts is in a circle of imports',
		'src/in/c.ts is in a circle of imports',
	]);
	expect(
		circles(
			new Map([
				['a.ts', ['./b.ts']],
				['b.ts', []],
			]),
		),
	).toEqual([]);
});

test('the shipped skills declare exactly the tools of the code, with the same arguments', async () => {
	const declared = declaredTools(requireSkills(await loadSkills(join(root, 'skills'))));
	const shape = (tools: readonly { name: string; parameters: unknown }[]): object =>
		Object.fromEntries(tools.map(({ name, parameters }) => [name, shapeOf(parameters as Schema)]));
	expect(shape(declared)).toEqual(shape(toolDefinitions));
});

test('the table of traits has exactly one row for each tool', () => {
	expect(toolDefinitions.map(({ name }) => name).toSorted()).toEqual(Object.keys(toolTraits).toSorted());
});

interface Schema {
	readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
	readonly required?: readonly string[];
}

function shapeOf({ properties = {}, required = [] }: Schema): object {
	const types = Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, type]));
	return { types, required: [...required].sort() };
}

test('the workflow in the README has at most 45 lines', () => {
	expect(read('examples/workflows/agent.yml').trimEnd().split('\n').length).toBeLessThanOrEqual(45);
});

test('no bundle contains the evaluator of gray-matter', () => {
	expect(readFileSync(join(root, 'node_modules/gray-matter/lib/engines.js'), 'utf8').includes('(function() {')).toBe(
		true,
	);
	expect(read('dist/action.js').includes('(function() {')).toBe(false);
});
