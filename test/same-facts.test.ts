import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { scopeWords } from '../src/approvals/command.ts';
import { leastNode } from '../src/commands/doctor/node-version.ts';
import { guardScript, sharedGuardScript } from '../src/commands/hook/guard-script.ts';
import { readRepositoryConfig } from '../src/config/index.ts';
import { credentialShapes, instructionFiles, jobTokenNeeds, mostRounds } from '../src/core/index.ts';
import { ecosystems } from '../src/readiness/stack.ts';
import { spokenCommands } from '../src/report/index.ts';
import { stackOf } from './readiness/stack-of.ts';
import { stackRows } from './readiness/stack-rows.ts';

const root = join(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const oneLine = (name: string): string => read(name).replace(/\s+/g, ' ');
const filesOf = (...patterns: readonly string[]) => globSync([...patterns], { cwd: root });

interface Workflow {
	readonly jobs: Readonly<Record<string, { readonly permissions: object }>>;
}

describe('all files give the same value for', () => {
	it('the maximum number of rounds', () => {
		const { inputs } = parse(read('action.yml')) as { inputs: Readonly<Record<string, { description: string }>> };
		expect(inputs['max-iterations']?.description).toContain(`1 to ${mostRounds}.`);
		expect(read('docs/skills.md')).toContain(`replies with tool calls a run may have, 1 to ${mostRounds}.`);
	});

	it('the minimum Node version', () => {
		// The first command in a checkout runs on the Node of Debian or Ubuntu and installs a newer one.
		const ofSystem = '20';
		const known = [String(leastNode), ofSystem];
		const pages = filesOf('{README,CONTRIBUTING}.md', 'docs/*.md', '.github/workflows/*.yml').map(read);
		const scripts = [guardScript({ node: 'node', cli: 'cli' }), sharedGuardScript()];
		const named = [...pages, ...scripts, ...filesOf('scripts/*.ts').map(read)].flatMap((text) =>
			[...text.matchAll(/\b(?:Node|node-version:) (\d\d)\b/g)].map(([, version = '']) => version),
		);
		expect(named.length).toBeGreaterThan(10);
		expect([...new Set(named)].toSorted()).toEqual(known.toSorted());
		expect((parse(read('action.yml')) as { runs: { using: string } }).runs.using).toBe(`node${leastNode}`);
	});

	it('the tools that init knows', () => {
		const page = read('docs/init.md').toLowerCase();
		const isNamed = (name: string): boolean => page.includes(name.toLowerCase());
		const stacks = stackRows.map(([, files]) => stackOf(files)).filter(({ managers }) => managers.length === 1);
		expect(stacks.length).toBeGreaterThan(40);
		// If a language has only one tool, the page names the language.
		const unnamed = stacks.filter(({ managers, languages }) => ![...managers, ...languages].some(isNamed));
		expect(unnamed.map(({ managers }) => managers)).toEqual([]);
	});

	it('the time that a request waits for an answer', () => {
		expect(readRepositoryConfig(undefined).approvalTimeoutSeconds).toBe(24 * 60 * 60);
		const told: readonly (readonly [string, string])[] = [
			['README.md', 'answers a request in time (one day by default)'],
			['docs/terminal.md', 'in the configuration says (one day by default)'],
			['docs/approval-rules.md', '`approval_timeout_seconds`, one day by default'],
			['docs/seeds-coverage.md', '24 hours unless the configuration'],
			['action.yml', '86400 (a day)'],
		];
		for (const [name, words] of told) expect(oneLine(name)).toContain(words);
	});

	it('the permissions of a job', () => {
		const all = Object.fromEntries(Object.entries(jobTokenNeeds).map(([scope, { level }]) => [scope, level]));
		const { jobs } = parse(read('examples/workflows/agent.yml')) as Workflow;
		expect(jobs['agent']?.permissions).toEqual(all);
		const [, line = ''] = /^ {4}permissions: (\{.*\})$/m.exec(read('README.md')) ?? [];
		expect(parse(line)).toEqual(all);
	});

	it('the credentials that redaction knows by their format', () => {
		const rows = [...read('docs/redaction.md').matchAll(/^\| [^|]+ \| ([^|]+) \|$/gm)].slice(1);
		const named = rows.flatMap(([, cell = '']) => cell.split(', '));
		expect(named).toEqual(Object.keys(credentialShapes));
	});

	it('the instruction files that the model reads', () => {
		const page = read('docs/skills-for-any-agent.md');
		const places = instructionFiles.map(({ paths: [first = ''] }) => first);
		expect(places.filter((path) => !page.includes(`\`${path}\``))).toEqual([]);
	});

	it('the words after `/approve`', () => {
		const said = spokenCommands.map(([command]) => command);
		for (const words of Object.values(scopeWords)) {
			expect(said).toContain(`/approve A1 ${words}`);
			expect(read('docs/approvals.md')).toContain(`| \`/approve A1 ${words}\` |`);
		}
	});

	it('the languages that init knows, each with a marker file and a test case', () => {
		const tried = new Set(stackRows.flatMap(([, files]) => stackOf(files).languages));
		const known = ecosystems.flatMap(({ marks }) => marks.map(([, language]) => language));
		expect(known.filter((name) => !tried.has(name))).toEqual([]);
		const unmarked = ecosystems.filter(({ name, marks }) => !marks.some(([, language]) => language === name));
		expect(unmarked).toEqual([]);
	});
});
