import { describe, expect, it } from 'vitest';
import { candidatePaths, rankFiles, termCounter } from '../../src/agent/index.ts';
import { keywordsOf, relevance } from '../../src/agent/relevance.ts';

type Texts = Readonly<Record<string, string>>;

function rank(files: Texts, body: string, { task = '', title = '' } = {}) {
	const query = candidatePaths(Object.keys(files), [task, title, body]);
	const count = termCounter(query.terms);
	return rankFiles(
		query.paths.map((path) => ({ path, counts: count(Buffer.from(files[path] ?? '')) })),
		query,
	);
}

const order = (...args: Parameters<typeof rank>) => rank(...args).map(({ path }) => path);

/** An issue of 90 words; the file with the bug contains few of them. */
const report =
	'Since we moved to the new release last week our nightly import has started to stop halfway through for customers with many invoices. ' +
	'It looks as if the retry never waits: the log shows five attempts in the same second, and after that the whole batch is given up. ' +
	'I would have expected that the delay doubles after every attempt, as the page about imports promises. Restarting the worker helps for ' +
	'some hours, and smaller customers do not see it at all. Could somebody please have a look at how backoffDelay is computed there?';

const project: Texts = {
	'src/backoff.ts': 'export function backoffDelay(attempt: number): number {\n\treturn base * attempt;\n}\n',
	'src/invoice.ts': 'export interface Invoice { readonly customer: string; readonly total: number }\n',
	'src/server.ts': 'import { createServer } from "node:http";\nexport const server = createServer();\n'.repeat(20),
	'src/page.ts': 'export const page = (body: string): string => `<html>${body}</html>`;\n',
	'src/log.ts': 'export const log = (line: string): void => console.log(line);\n',
	'test/backoff.test.ts': 'it("waits", () => expect(backoffDelay(1)).toBe(1));\n',
	'docs/imports.md': 'Imports run every night. The delay doubles after every attempt of an import.\n',
};

describe('the order of files', () => {
	it('puts the file with the bug first in an issue of 90 words, almost none of which it contains [seeds 73]', () => {
		expect(report.split(' ').length).toBeGreaterThan(89);
		expect(relevance(keywordsOf(report), `src/backoff.ts\n${project['src/backoff.ts']}`)).toBeLessThan(0.25);
		expect(order(project, report)[0]).toBe('src/backoff.ts');
	});

	it('puts the path of a stack trace first, even without other matches', () => {
		const trace = `${report}\n\n    at run (/srv/app/src/log.ts:1:20)\n`;
		expect(order(project, trace).slice(0, 2)).toEqual(['src/log.ts', 'src/backoff.ts']);
	});

	it.each(['max_retry_count', 'maxRetryCount', 'MaxRetryCount', 'MAX_RETRY_COUNT'])(
		'finds a name in another spelling: %s',
		(name) => {
			const files = { 'a.ts': 'const other = 1;', 'b.ts': 'max = retry(count);', 'c.ts': 'let maxRetryCount = 3;' };
			expect(order(files, `Raise ${name}`)).toEqual(['c.ts', 'b.ts']);
		},
	);

	it('prefers a rare word to a frequent one', () => {
		const files = Object.fromEntries(
			Array.from({ length: 9 }, (_, index) => [`f${index}.ts`, 'request request request']),
		);
		expect(order({ ...files, 'rare.ts': 'const debounce = 1;' }, 'A request is not debounced by debounce')[0]).toBe(
			'rare.ts',
		);
	});

	it('ignores stop words, and leaves out files without other words', () => {
		const files = { 'a.ts': '// it is not what we want, and there is a bug in the code', 'b.ts': 'parser' };
		expect(order(files, 'There is a bug in the parser: it is not what we want')).toEqual(['b.ts']);
	});

	it('counts the words of the path', () => {
		const files = { 'src/parser/index.ts': 'export {};', 'src/other.ts': 'export {};' };
		expect(order(files, 'The parser stops')).toEqual(['src/parser/index.ts']);
	});

	it('prefers shorter files', () => {
		const files = { 'long.ts': `parser ${'other words follow here '.repeat(500)}`, 'short.ts': 'parser' };
		expect(order(files, 'parser')).toEqual(['short.ts', 'long.ts']);
	});

	it('puts tests and documents after sources, unless the task asks for them', () => {
		expect(order(project, 'backoffDelay').slice(0, 2)).toEqual(['src/backoff.ts', 'test/backoff.test.ts']);
		const files = { 'src/timer.ts': 'timer; other;', 'test/timer.test.ts': 'timer; timer;' };
		expect(order(files, 'The timer', { task: 'fix the flaky test' })[0]).toBe('test/timer.test.ts');
		expect(order(files, 'The timer', { task: 'fix it' })[0]).toBe('src/timer.ts');
	});

	it('does not depend on the input order, and sorts equal scores by name', () => {
		const files = { 'b.ts': 'parser', 'a.ts': 'parser', 'c.ts': 'parser' };
		expect(order(files, 'parser')).toEqual(['a.ts', 'b.ts', 'c.ts']);
		expect(rank(Object.fromEntries(Object.entries(project).reverse()), report)).toEqual(rank(project, report));
		const counted = ['b.ts', 'a.ts'].map((path) => ({ path, counts: { words: 1, times: new Map([[0, 1]]) } }));
		const query = { terms: [{ word: 'parser', weight: 1 }], named: [], task: '' };
		expect(rankFiles(counted, query).map(({ path }) => path)).toEqual(['a.ts', 'b.ts']);
	});
});

it('scores the best file 1 and the others between 0 and 1', () => {
	const scores = rank(project, report).map(({ score }) => score);
	expect(scores[0]).toBe(1);
	expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
	expect(scores).toEqual([...scores].sort((a, b) => b - a));
});

it('returns nothing without files or matching words', () => {
	expect(rank({}, report)).toEqual([]);
	expect(rank({ 'a.ts': '' }, 'unknown')).toEqual([]);
});

it('treats `constructor` and `__proto__` as ordinary words', () => {
	expect(order({ 'constructor.ts': '__proto__ constructor', 'b.ts': 'x' }, 'constructor of __proto__')).toEqual([
		'constructor.ts',
	]);
});
