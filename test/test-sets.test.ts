import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { expect, test } from 'vitest';
import config from '../vitest.config.ts';
import { splitCases } from './support/share.ts';

const root = join(import.meta.dirname, '..');
const find = (pattern: string | readonly string[], exclude: readonly string[] = []): readonly string[] =>
	globSync([pattern].flat(), { cwd: root, exclude: [...exclude] }).toSorted();

interface Project {
	readonly test: { readonly name: string; readonly include: readonly string[]; readonly exclude?: readonly string[] };
}

const { projects } = config.test as { readonly projects: readonly Project[] };
const sets = new Map(projects.map(({ test }) => [test.name, find(test.include, test.exclude)]));
const all = find('test/**/*.test.ts');
const full = sets.get('full') ?? [];
const quick = all.filter((file) => !full.includes(file));

test('each test file runs once: in `npm test` or in `npm run test:full`', () => {
	expect(all.length).toBeGreaterThan(600);
	expect([...sets.values()].flat().toSorted()).toEqual(all);
	const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
		readonly scripts: Readonly<Record<string, string>>;
	};
	expect(scripts['test']).toMatch(/ vitest run --project '!full'$/);
	expect(scripts['test:full']).toMatch(/ vitest run --project full$/);
	const ci = readFileSync(join(root, '.ci/run'), 'utf8');
	expect(ci).toMatch(/^npm ci && npm test$/m);
	expect(ci).toMatch(/^npm run test:full$/m);
});

test('splitCases neither loses nor repeats a case', () => {
	const { quick: few, rest } = splitCases(7);
	const numbers = Array.from({ length: 50 }, (_, index) => index);
	expect(numbers.filter((index) => few.has(index))).toEqual([0, 7, 14, 21, 28, 35, 42, 49]);
	expect(numbers.filter((index) => few.has(index) === rest.has(index))).toEqual([]);
});

test('each folder of src/ has tests in the quick set', () => {
	const rooms = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
	expect(rooms.length).toBeGreaterThan(15);
	expect(rooms.filter(({ name }) => !quick.some((file) => file.startsWith(`test/${name}/`)))).toEqual([]);
});

test('each entry point has a test in the quick set', () => {
	const entries = [...find('dist/*.js').map((file) => basename(file, '.js')), 'hook'];
	expect(entries).toEqual(expect.arrayContaining(['action', 'bot', 'cli', 'gate']));
	expect(entries.filter((entry) => !quick.includes(`test/entries/${entry}.test.ts`))).toEqual([]);
});

/** The tests, and all files of tests and rehearsals that they import. */
function reachedFrom(files: readonly string[]): ReadonlySet<string> {
	const found = new Set(files);
	for (const file of found) {
		const text = readFileSync(join(root, file), 'utf8');
		for (const [, target = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.ts)'/g)) {
			const path = posix.join(posix.dirname(file), target);
			if (!path.startsWith('src/')) found.add(path);
		}
	}
	return found;
}

test('a test in a shared process does not change global state', () => {
	const changes =
		/^[^'"`\n]*(?:process\.env\[[^\]]+\] = |delete process\.env|Object\.assign\(process|process\.chdir|\bvi\.(?!fn\(|waitFor)|globalThis\.\w+ = )|from 'nock'/m;
	const shared = sets.get('shared') ?? [];
	expect(shared.length).toBeGreaterThan(300);
	const reached = reachedFrom(shared);
	expect(reached.size).toBeGreaterThan(shared.length);
	expect([...reached].filter((file) => changes.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test('no folder of a test set is empty', () => {
	const named = projects.flatMap(({ test }) => test.include.map((pattern) => pattern.replace(/\/\*\*.*/, '')));
	expect(named.filter((folder) => !existsSync(join(root, folder)))).toEqual([]);
});

test('each test file that a page names exists', () => {
	const pages = find(['*.md', 'docs/*.md']).map((page) => readFileSync(join(root, page), 'utf8'));
	const named = pages.flatMap((page) =>
		[...page.matchAll(/`(test\/[\w./*-]+\.test\.ts)`/g)].map(([, file = '']) => file),
	);
	expect(named.length).toBeGreaterThan(15);
	expect(named.filter((file) => find(file).length === 0)).toEqual([]);
});
