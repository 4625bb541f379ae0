import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { schema as published } from '@octokit/graphql-schema';
import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { assumptions } from '../../scripts/try-github/assumptions.ts';
import { assumptionsPage } from '../../scripts/try-github/assumptions-page.ts';
import { exitCodeOf, findingText } from '../../scripts/try-github/finding.ts';
import { plays } from '../../scripts/try-github/plays.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (page: string): string => readFileSync(join(root, page), 'utf8');

test('docs/assumptions.md matches the table of try-github', () => {
	expect(read('docs/assumptions.md')).toBe(assumptionsPage());
});

test('every file that an assumption names exists', () => {
	const files = assumptions.flatMap(({ usedIn }) => [...usedIn.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file));
	expect(files.filter((file) => !existsSync(join(root, 'src', file)))).toEqual([]);
});

test('docs/first-run.md lists every story that is played, and is linked', () => {
	const told = [...read('docs/first-run.md').matchAll(/^\| `([\w-]+)` \|/gm)].map(([, id]) => id);
	expect(told).toEqual(plays.map(({ id }) => id));
	expect(read('README.md')).toContain('(docs/first-run.md)');
	expect(read('docs/assumptions.md')).toContain('(first-run.md)');
});

test('try-github fails only if a finding differs from its assumption', () => {
	const row = { id: 'a', assumed: 'b' };
	const untried = { ...row, finding: { is: 'not tried', why: 'no right' } } as const;
	const other = { ...row, finding: { is: 'otherwise', why: '404' } } as const;
	expect(exitCodeOf([{ ...row, finding: { is: 'as assumed' } }, untried])).toBe(0);
	expect(exitCodeOf([untried, other])).toBe(1);
	expect([untried, other].map(({ finding }) => findingText(finding))).toEqual([
		'not tried: no right',
		'otherwise: 404',
	]);
});

test('every GraphQL query of try-github is valid in the schema of GitHub', () => {
	// The published schema names a field twice, so its own validation is skipped.
	const schema = buildSchema(published.idl, { assumeValidSDL: true });
	const folder = 'scripts/try-github';
	const sources = readdirSync(join(root, folder)).map((name) => read(`${folder}/${name}`));
	const questions = sources.flatMap((text) =>
		[...text.matchAll(/'((?:query\(|\{ viewer)[^']*)'/g)].map(([, it = '']) => it),
	);
	expect(questions).toHaveLength(5);
	for (const question of questions) expect(validate(schema, parse(question)), question).toEqual([]);
});
