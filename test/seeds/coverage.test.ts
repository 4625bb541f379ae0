import { describe, expect, it } from 'vitest';
import {
	type Coverage,
	committedCoverage,
	coverageFaults,
	coveragePage,
	rowsOf,
} from '../../scripts/seeds-coverage.ts';
import { testsOf } from '../../scripts/tagged-tests.ts';

describe('docs/seeds-coverage.md', () => {
	const committed = committedCoverage();

	it('lists the code and tests of all 90 features; if this fails, run `npm run seeds`', () => {
		expect(coverageFaults(committed)).toEqual([]);
		expect(committed.rows).toHaveLength(90);
	});

	it('has at most ten rows that come later, each with a reason', () => {
		const later = committed.rows.filter((row) => row.later !== undefined);
		expect(later.every((row) => row.later?.length !== 0)).toBe(true);
		expect(committed.rows.length - later.length).toBeGreaterThanOrEqual(80);
	});
});

const list = `
- {row: 1, feature: One, seed: 'agtop, Safety Hooks', code: [src/one.ts], decided: Otherwise}
- {row: 2, feature: Two, seed: 'agtop, Safety Hooks', code: [src/two.ts], later: the hook}
`;
/** Built so that this file has no tag of its own. */
const tag = (rows: string) => ` [${'seeds'} ${rows}]`;
const sound = `it('holds${tag('1')}', () => { expect(1).toBe(1); });`;

/** The faults of these rows and tests, if all named files exist except \`src/gone.ts\`. */
function faultsOf({ rows = list, source = sound, page }: { rows?: string; source?: string; page?: string }) {
	const found = { rows: rowsOf(rows), tests: testsOf('test/a.test.ts', source) };
	const coverage: Coverage = {
		...found,
		page: page ?? coveragePage(found.rows, found.tests),
		exists: (file) => file !== 'src/gone.ts',
	};
	return coverageFaults(coverage);
}

describe('the check', () => {
	it('passes when each row that is due has a test', () => {
		expect(faultsOf({})).toEqual([]);
	});

	it('fails when a row loses its last test', () => {
		expect(faultsOf({ source: '' })).toEqual([expect.stringMatching(/^row 1 \(One\) has no test: .*seeds 1/)]);
	});

	it('fails when a tag names a missing row', () => {
		expect(faultsOf({ source: sound.replace('1]', '1, 7]') })).toEqual([
			'test/a.test.ts:1 “holds” names row 7, which is not there',
		]);
	});

	it('fails when a row names missing code or none', () => {
		expect(faultsOf({ rows: list.replace('one', 'gone') })).toEqual([expect.stringContaining('src/gone.ts')]);
		expect(faultsOf({ rows: list.replace('[src/one.ts]', '[]') })).toEqual([expect.stringContaining('no code')]);
	});

	it('fails when a later row already has a test', () => {
		expect(faultsOf({ source: sound.replace('1]', '1, 2]') })).toEqual([
			'row 2 (Two) has a test, so it is due: take out its `later`',
		]);
	});

	it('fails when the committed page is outdated', () => {
		expect(faultsOf({ page: 'old' })).toEqual(['docs/seeds-coverage.md differs: run `npm run seeds`']);
	});

	it('fails when a row is missing or appears twice', () => {
		expect(faultsOf({ rows: list.replace('row: 2', 'row: 1') })).toContain('row 1 stands in the place of 2');
		expect(faultsOf({ rows: list.replace('row: 2', 'row: 3') })).toEqual(['row 3 stands in the place of 2']);
	});

	it.each(['seed: none', 'sead: x', 'code: src/one.ts', "later: ''"])(
		'fails when the list has an invalid row: %s',
		(text) => {
			expect(() => rowsOf(`- {row: 1, feature: One, ${text}}\n`)).toThrow();
		},
	);

	it.each([
		[`it.skip('a${tag('1')}', () => { expect(1); });`, 'may be left out: `.skip`'],
		[`it.todo('a${tag('1')}', () => { expect(1); });`, 'may be left out: `.todo`'],
		[`test.only.each([1])('a${tag('1')}', () => { expect(1); });`, 'may be left out: `.only`'],
		[`it.runIf(x)('a${tag('1')}', () => { expect(1); });`, 'may be left out: `.runIf`'],
		[`describe.skip('d', () => { it('a${tag('1')}', () => { expect(1); }); });`, 'may be left out: `.skip`'],
		[`it('a${tag('1')}', () => { run(); });`, 'asserts nothing'],
		[`it('a${tag('1')}', () => { run(); });\nfunction run() { work(); run(); }`, 'asserts nothing'],
		[`it('a${tag('1')}');`, 'asserts nothing'],
		[`describe('a${tag('1')}', () => { it('b', () => { expect(1); }); });`, 'is a group'],
		[`it('a${tag('one')}', () => { expect(1); });`, 'has a tag that is none'],
		[`it('a${tag('1')} or so', () => { expect(1); });`, 'has a tag that is none'],
		[`it('a [${'seed'} 1]', () => { expect(1); });`, 'has a tag that is none'],
	])('fails when a tagged test proves nothing: %s', (source, fault) => {
		expect(faultsOf({ source }).join('\n')).toContain(fault);
	});

	it('names a test with its groups', () => {
		const source = `describe('a', () => { describe.each([1])('b %s', () => { it('c${tag('7')}', () => {}); }); });`;
		expect(faultsOf({ source })).toContainEqual(expect.stringContaining('“a › b %s › c” names row 7'));
	});

	it('passes when assertions are in a function of the file, or in a table test', () => {
		for (const source of [
			`const holds = async () => { await expect(1).resolves.toBe(1); };\nit('a${tag('1')}', () => holds());`,
			`function holds() { expect(1); }\nit.each([1])('a${tag('1')}', holds);`,
			`it.each([\n[1],\n])(\n'a %s${tag('1')}', async (x) => { expect(x); },\n);`,
			`describe.each([1])('%s', () => { test(\`a \${b}${tag('1')}\`, () => { expect.soft(1); }); });`,
		])
			expect(faultsOf({ source })).toEqual([]);
	});
});

it('escapes Markdown in titles', () => {
	const tests = testsOf('test/a.test.ts', `it('| a *b* [c](d) \`e\` <f>${tag('1')}', () => { expect(1); });`);
	expect(coveragePage(rowsOf(list), tests)).toContain(' \\| a \\*b\\* \\[c\\](d) \\`e\\` \\<f\\> |');
});
