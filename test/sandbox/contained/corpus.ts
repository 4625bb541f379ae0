import type { Verdict } from '../../../src/core/index.ts';
import { type Canaries, changedCanaries, watchCanaries } from './canaries.ts';
import { judge } from './judge.ts';
import { type HostileLine, writtenOut } from './lines.ts';
import { type LineOptions, type LineReport, ordinaryAnswer, runLine, runOrdinary } from './run-line.ts';
import type { Stage } from './stage.ts';
import { survivorsOf } from './survivors.ts';

const atATime = 8;
const inABatch = 48;

/** The results of a set of lines. */
export interface CorpusReport {
	readonly reports: readonly LineReport[];
	/** Each alarm with the lines that may have caused it. Must be empty. */
	readonly alarms: readonly string[];
	readonly canaries: number;
	readonly seconds: number;
}

/** Runs lines in batches, several at a time, and checks every alarm after each batch. */
export async function runCorpus(
	lines: readonly HostileLine[],
	stage: Stage,
	options: LineOptions = {},
): Promise<CorpusReport> {
	const began = performance.now();
	const watched = [stage.home, stage.sibling, stage.temp, stage.template];
	const before = watchCanaries(watched);
	const [reports, alarms]: [LineReport[], string[]] = [[], []];
	for (let from = 0; from < lines.length; from += inABatch) {
		const batch = lines.slice(from, from + inABatch);
		reports.push(...(await runBatch(batch, stage, options)));
		const rung = await alarmsOf(stage, before, watched);
		alarms.push(...rung.map((alarm) => `${alarm}\n\tin the batch of ${JSON.stringify(batch[0]?.command)}`));
	}
	for (const { line, alarms: own } of reports) alarms.push(...own.map((alarm) => `${alarm}: ${line.command}`));
	return { reports, alarms, canaries: before.size, seconds: (performance.now() - began) / 1000 };
}

async function runBatch(
	batch: readonly HostileLine[],
	stage: Stage,
	options: LineOptions,
): Promise<readonly LineReport[]> {
	const reports: LineReport[] = [];
	const left = [...batch];
	const work = async (): Promise<void> => {
		for (let line = left.shift(); line !== undefined; line = left.shift())
			reports.push(await runLine(line, stage, options));
	};
	await Promise.all(Array.from({ length: atATime }, work));
	return reports;
}

/** Returns what has changed outside the checkouts: processes, canaries, received bytes and the answer of an ordinary command. */
export async function alarmsOf(stage: Stage, before: Canaries, watched: readonly string[]): Promise<readonly string[]> {
	const { neighbour, tripwire } = stage;
	const survivors = await survivorsOf(stage.dir);
	const checkout = stage.freshCheckout();
	const ordinary = await runOrdinary(checkout, stage);
	return [
		...survivors.map(({ pid, name, because }) => `a process is left: ${pid} ${name}, ${because}`),
		...changedCanaries(before, watchCanaries(watched)).map((path) => `a canary changed: ${path}`),
		...tripwire.takeRings().map((ring) => `the tripwire was reached: ${ring}`),
		...(neighbour.exitCode === null && neighbour.signalCode === null ? [] : ['another process was ended']),
		...(ordinary === ordinaryAnswer(stage) ? [] : [`an ordinary command says ${ordinary}`]),
	];
}

/** Returns the gate's verdict for a `shell_exec` call with this line. */
export function verdictOf(line: HostileLine, stage: Stage): Verdict {
	const command = writtenOut(line.command, stage, stage.template);
	return judge({ id: 'line', name: 'shell_exec', args: { command } }, stage.workspace.facts);
}
