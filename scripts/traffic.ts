import { parseArgs } from 'node:util';
import type { Mode } from '../src/core/index.ts';
import { createGate } from '../src/gate-library.ts';
import { type Collection, readCollection } from './traffic/collection.ts';
import { type JudgedCall, judgeRun } from './traffic/judge-run.ts';
import { reportText } from './traffic/report.ts';
import { summaryOf } from './traffic/summary.ts';

const usage = 'Usage: npm run traffic -- FOLDER [--mode contained|edit|default] [--list asks|blocks] [--json]';
const modes: readonly Mode[] = ['contained', 'edit', 'default'];
const lists: ReadonlyMap<string, JudgedCall['decision']> = new Map([
	['asks', 'confirm'],
	['blocks', 'block'],
]);

interface Options {
	readonly folder: string;
	readonly modes: readonly Mode[];
	readonly list?: JudgedCall['decision'];
	readonly json: boolean;
}

/** Returns the options of the command line. Undefined if they are invalid. `--mode` may be repeated. */
function optionsOf(args: readonly string[]): Options | undefined {
	const { values, positionals } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: {
			mode: { type: 'string', multiple: true, default: ['contained'] },
			list: { type: 'string' },
			json: { type: 'boolean', default: false },
		},
	});
	const [folder, ...rest] = positionals;
	const chosen = modes.filter((mode) => values.mode.includes(mode));
	const list = lists.get(values.list ?? '');
	const isBad = chosen.length !== values.mode.length || (values.list !== undefined && list === undefined);
	if (folder === undefined || rest.length > 0 || isBad) return undefined;
	return { folder, modes: chosen, json: values.json, ...(list !== undefined && { list }) };
}

/** Judges the runs of a folder with the shipped default policies. */
export function judgeTraffic({ runs }: Collection, mode: Mode): readonly (readonly JudgedCall[])[] {
	const gate = createGate();
	return runs.map((run) => judgeRun(gate, run, mode));
}

function main(args: readonly string[]): number {
	const options = optionsOf(args);
	if (options === undefined) {
		console.error(usage);
		return 2;
	}
	const collection = readCollection(options.folder);
	const judged = options.modes.map((mode) => ({ mode, runs: judgeTraffic(collection, mode) }));
	if (options.list !== undefined) {
		const listed = judged.flatMap(({ mode, runs }) => runs.flat().map((call) => ({ mode, ...call })));
		for (const call of listed) if (call.decision === options.list) console.log(JSON.stringify(call));
		return 0;
	}
	const summaries = judged.map(({ mode, runs }) => summaryOf(mode, runs));
	console.log(options.json ? jsonText(collection, summaries) : reportText(collection, summaries));
	return 0;
}

function jsonText(
	{ files, unknown, runs, empty, formats, skipped }: Collection,
	summaries: readonly unknown[],
): string {
	const counts = { formats: Object.fromEntries(formats), skipped: Object.fromEntries(skipped) };
	return JSON.stringify({ files, unknown, runs: runs.length, empty, ...counts, summaries }, undefined, '\t');
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2));
