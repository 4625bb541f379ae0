import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { type TaggedTest, taggedTests } from './tagged-tests.ts';

const root = join(import.meta.dirname, '..');
const pageFile = 'docs/seeds-coverage.md';

const seedRows = z.array(
	z.strictObject({
		row: z.int().positive(),
		feature: z.string().min(1),
		seed: z.enum([
			'Wolffish, Safety Patterns',
			'Wolffish, SKILL.md Reference',
			'Wolffish, The Agent Pipeline',
			'leashd, Safety Pipeline',
			'agtop, Safety Hooks',
		]),
		code: z.array(z.string()).default([]),
		/** The decision, if it differs from the seed. The tests check the decision. */
		decided: z.string().optional(),
		/** When it will come, if it does not exist yet. */
		later: z.string().optional(),
	}),
);

export type SeedRow = z.infer<typeof seedRows>[number];

/** The facts about the rows: the list, the tests that name them, and the committed page. */
export interface Coverage {
	readonly rows: readonly SeedRow[];
	readonly tests: readonly TaggedTest[];
	readonly page: string;
	readonly exists: (file: string) => boolean;
}

/** Returns the features of the seeds, from `test/seeds/rows.yml`. @throws if the list is invalid. */
export function rowsOf(text: string): readonly SeedRow[] {
	return seedRows.parse(parse(text));
}

export function committedCoverage(): Coverage {
	return {
		rows: rowsOf(readFileSync(join(root, 'test/seeds/rows.yml'), 'utf8')),
		tests: taggedTests(root),
		page: existsSync(join(root, pageFile)) ? readFileSync(join(root, pageFile), 'utf8') : '',
		exists: (file) => existsSync(join(root, file)),
	};
}

/** Returns every reason why the page could be wrong, with what to do. Empty if each row that must have a test has one. */
export function coverageFaults(coverage: Coverage): readonly string[] {
	const { rows, tests, page } = coverage;
	return [
		...rows.flatMap((row, index) =>
			row.row === index + 1 ? [] : [`row ${row.row} stands in the place of ${index + 1}`],
		),
		...rows.flatMap((row) => rowFaults(row, coverage)),
		...tests.flatMap((test) => testFaults(test, rows)),
		...(page === coveragePage(rows, tests) ? [] : [`${pageFile} differs: run \`npm run seeds\``]),
	];
}

function rowFaults(row: SeedRow, { tests, exists }: Coverage): readonly string[] {
	const named = `row ${row.row} (${row.feature})`;
	const missing = row.code.filter((file) => !exists(file)).map((file) => `${named} names ${file}, which is not there`);
	const has = tests.some((test) => test.rows.includes(row.row));
	if (row.later !== undefined)
		return has ? [...missing, `${named} has a test, so it is due: take out its \`later\``] : missing;
	return [
		...missing,
		...(row.code.length === 0 ? [`${named} names no code`] : []),
		...(has ? [] : [`${named} has no test: end the title of one that holds it in \` [seeds ${row.row}]\``]),
	];
}

function testFaults(test: TaggedTest, rows: readonly SeedRow[]): readonly string[] {
	const named = `${test.file}:${test.line} “${test.title}”`;
	const unknown = test.rows.filter((number) => !rows.some((row) => row.row === number));
	return [
		...test.faults.map((fault) => `${named} ${fault}`),
		...unknown.map((number) => `${named} names row ${number}, which is not there`),
	];
}

/** Returns the page that lists row → code → test. */
export function coveragePage(rows: readonly SeedRow[], tests: readonly TaggedTest[]): string {
	const later = rows.filter((row) => row.later !== undefined);
	const decided = rows.filter((row) => row.decided !== undefined);
	return [
		'# What the seeds ask for, and where it is tested',
		'',
		'<!-- Written by `npm run seeds` from test/seeds/rows.yml and the titles of the tests. -->',
		'',
		'Five documents of three projects specify what Countersign does. Each of their features has a row here: the code that implements it, and its',
		'tests. The title of such a test ends with the number of the row: ` [seeds 5, 6]`. If a row has no test, `npm run check` fails.',
		'',
		`${rows.length - later.length} of ${rows.length} rows have tests, together ${tests.length}. ${later.length} rows come later. In ${decided.length} rows, the product differs from the document, as *Decided* says; the tests test this decision.`,
		'',
		...[...new Set(rows.map((row) => row.seed))].flatMap((seed) => section(seed, rows, tests)),
	].join('\n');
}

function section(seed: string, rows: readonly SeedRow[], tests: readonly TaggedTest[]): readonly string[] {
	const own = rows.filter((row) => row.seed === seed);
	return [
		`## ${seed}`,
		'',
		'| # | Feature | Code | Tests |',
		'|---|---|---|---|',
		...own.map((row) => {
			const held = tests
				.filter((test) => test.rows.includes(row.row))
				.map(({ file, title }) => `${link(file)} ${cell(title)}`);
			const cells = [row.row, featureCell(row), row.code.map(link).join('<br>'), held.join('<br>')];
			return `| ${cells.join(' | ')} |`;
		}),
		'',
	];
}

function featureCell({ feature, decided, later }: SeedRow): string {
	return [
		feature,
		...(decided === undefined ? [] : [`<br>**Decided:** ${decided}`]),
		...(later === undefined ? [] : [`<br>**Later:** ${later}`]),
	]
		.join('')
		.replaceAll('|', '\\|');
}

function link(file: string): string {
	return `[${file.replace(/^(?:src|test)\//, '')}](../${file})`;
}

/** Returns a title for a cell. Nothing in it must be read as markup. */
function cell(title: string): string {
	return title.replaceAll(/[\\`*_<>[\]|~]/g, '\\$&');
}

if (import.meta.main) {
	const coverage = committedCoverage();
	const page = coveragePage(coverage.rows, coverage.tests);
	const write = !process.argv.includes('--check');
	if (write) writeFileSync(join(root, pageFile), page);
	const faults = coverageFaults(write ? { ...coverage, page } : coverage);
	for (const fault of faults) console.error(fault);
	process.exitCode = faults.length === 0 ? 0 : 1;
}
