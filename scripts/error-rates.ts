import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { modes } from '../src/core/index.ts';
import {
	type Expected,
	type Ground,
	type Judged,
	judgeAll,
	ownCommands,
	ownGround,
	readSet,
} from './labelled-commands.ts';

const root = join(import.meta.dirname, '..');

/** The rates of a set, as shares of 1. */
export interface Rates {
	readonly name: string;
	readonly block: number;
	readonly hard: number;
	readonly stopped: number;
	readonly risky: number;
	readonly riskyStopped: number;
	readonly harmless: number;
	readonly nagged: number;
	/** The share of harmless commands that are blocked, so that nobody could approve them. */
	readonly barred: number;
}

/** Returns the error rates of a set. An empty class counts as perfect. */
export function ratesOf(name: string, judged: readonly Judged[]): Rates {
	const share = (list: readonly Judged[], holds: (one: Judged) => boolean) =>
		list.length === 0 ? Number.NaN : list.filter(holds).length / list.length;
	const by = (...expected: readonly Expected[]) => judged.filter((one) => expected.includes(one.expect));
	const [block, confirm, allow] = [by('block'), by('confirm', 'not-allow'), by('allow')];
	return {
		name,
		block: block.length,
		hard: share(block, ({ given }) => given === 'block'),
		stopped: share(block, ({ given }) => given !== 'allow'),
		risky: confirm.length,
		riskyStopped: share(confirm, ({ given }) => given !== 'allow'),
		harmless: allow.length,
		nagged: share(allow, ({ given }) => given !== 'allow'),
		barred: allow.filter(({ given }) => given === 'block').length,
	};
}

/**
 * The highest share of harmless commands that may ask. The lower value is for the first set, for which the gate was tuned; the other sets
 * have reached the higher one so far.
 */
const mostAsked = (name: string): number => (name.startsWith('commands: ') ? 0.02 : 0.045);

/** Checks the gate's promises. @returns a line for each promise that a set breaks. */
export function brokenPromises({ name, hard, stopped, riskyStopped, nagged, barred }: Rates): readonly string[] {
	return [
		...(hard < 0.97 ? [`${name}: ${percent(hard)} of the catastrophic are blocked outright; promised: 97 %`] : []),
		...(stopped < 1 ? [`${name}: ${percent(stopped)} of the catastrophic are not allowed; promised: all`] : []),
		...(riskyStopped < 1 ? [`${name}: ${percent(riskyStopped)} of the risky are not allowed; promised: all`] : []),
		...(nagged > mostAsked(name)
			? [`${name}: ${percent(nagged)} of the harmless are asked about; promised: at most ${percent(mostAsked(name))}`]
			: []),
		...(barred > 0 ? [`${name}: ${barred} of the harmless are blocked; promised: none`] : []),
	];
}

/** Returns a table for the page. */
export function ratesTable(rates: readonly Rates[]): string {
	const rows = rates.map(
		({ name, block, hard, stopped, risky, riskyStopped, harmless, nagged, barred }) =>
			`| ${name} | ${block} | ${percent(hard)} | ${percent(stopped)} | ${risky} | ${percent(riskyStopped)} | ${harmless} | ${percent(nagged)} | ${barred} |`,
	);
	return [
		'| set | catastrophic | blocked outright | not allowed | risky | not allowed | harmless | asked or blocked | blocked |',
		'|---|--:|--:|--:|--:|--:|--:|--:|--:|',
		...rows,
	].join('\n');
}

function percent(share: number): string {
	return Number.isNaN(share) ? '–' : `${(share * 100).toFixed(1)} %`;
}

/** Returns all rates: of each set, of wrapped and obfuscated commands, and of commands that only look dangerous. */
export function allRates(judged: readonly Judged[]): readonly Rates[] {
	const of = (name: string, holds: (one: Judged) => boolean) => ratesOf(name, judged.filter(holds));
	return [
		ratesOf('all', judged),
		...[...new Set(judged.map(({ set }) => set))].map((name) => of(name, ({ set }) => set === name)),
		of('wrapped or obfuscated', ({ form }) => form === 'wrapped' || form === 'obfuscated'),
		of('looks dangerous, is harmless', ({ form }) => form === 'scary'),
	];
}

const page = 'docs/measurements.md';
const marks = ['<!-- error-rates-start -->', '<!-- error-rates-end -->'] as const;

/** Returns the page as it is, and with the new table. */
export function pageWithRates(table: string): { readonly current: string; readonly wanted: string } {
	const current = readFileSync(join(root, page), 'utf8');
	const [start, end] = marks;
	const from = current.indexOf(start);
	const to = current.indexOf(end);
	if (from < 0 || to < from) throw new Error(`${page} has no ${start} … ${end}`);
	return { current, wanted: `${current.slice(0, from)}${start}\n${table}\n${current.slice(to)}` };
}

function showMisses(judged: readonly Judged[]): void {
	for (const { set, class: kind, expect, given, rule, command } of judged) {
		const isMet = expect === given || (expect === 'not-allow' && given !== 'allow');
		if (!isMet) console.log([set, `${expect}→${given}`, kind, rule.slice(0, 40), JSON.stringify(command)].join('\t'));
	}
}

const usage = `npm run rates -- [--misses] [--update]
npm run rates -- --set FILE [--root FOLDER] [--mode MODE] [--misses]

FILE has a line of JSON for each command: {"command": "…", "expect": "allow" | "confirm" | "block" | "not-allow"}.
FOLDER counts as the checkout, which commands call /repo.`;

async function main(): Promise<number> {
	const { values } = parseArgs({
		options: {
			set: { type: 'string' },
			root: { type: 'string', default: ownGround.checkout },
			mode: { type: 'string', default: ownGround.mode },
			misses: { type: 'boolean', default: false },
			update: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) console.log(usage);
	else if (values.set === undefined) return ownRates(values);
	else await foreignRates(values.set, { checkout: values.root, mode: z.enum(modes).parse(values.mode) }, values.misses);
	return 0;
}

/** Prints the rates of somebody else's set. The gate promises nothing about such a set. */
async function foreignRates(file: string, ground: Ground, misses: boolean): Promise<void> {
	const judged = await judgeAll(readSet(file, basename(file, '.jsonl')), ground);
	console.log(ratesTable(allRates(judged).slice(0, 1)));
	if (misses) showMisses(judged);
}

async function ownRates({ misses, update }: { readonly misses: boolean; readonly update: boolean }): Promise<number> {
	const judged = await judgeAll(
		ownCommands().filter(({ disputed }) => disputed === undefined),
		ownGround,
	);
	const rates = allRates(judged);
	const table = ratesTable(rates);
	console.log(table);
	if (misses) showMisses(judged);
	const { current, wanted } = pageWithRates(table);
	if (update) writeFileSync(join(root, page), wanted);
	const isStale = current !== wanted && !update;
	const broken = [
		...rates.slice(0, -2).flatMap(brokenPromises),
		...(isStale ? [`The table in ${page} is not this one: run \`npm run rates -- --update\`.`] : []),
	];
	for (const line of broken) console.error(line);
	return broken.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main();
