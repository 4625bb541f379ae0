import { spawnSync } from 'node:child_process';

/** Something to measure: a call inside this process, or a separate process. */
export interface Candidate {
	readonly name: string;
	readonly run: (round: number) => void;
	/** Calls that are timed in each round. */
	readonly perRound?: number;
}

export interface Timed {
	readonly name: string;
	/** Ascending, in microseconds. */
	readonly times: readonly number[];
}

/** Times candidates in turn, so that a slow phase of a shared machine affects all of them. */
export function interleave(candidates: readonly Candidate[], rounds: number, warmUp: number): readonly Timed[] {
	const times = candidates.map((): number[] => []);
	for (const { run } of candidates) for (let i = 0; i < warmUp; i++) run(i);
	for (let round = 0; round < rounds; round++) {
		candidates.forEach(({ run, perRound = 1 }, which) => {
			for (let i = 0; i < perRound; i++) {
				const start = process.hrtime.bigint();
				run(round * perRound + i);
				times[which]?.push(Number(process.hrtime.bigint() - start) / 1000);
			}
		});
	}
	return candidates.map(({ name }, which) => ({ name, times: (times[which] ?? []).sort((a, b) => a - b) }));
}

/** Returns a quantile of the times. A share of 0.5 is the median. */
export function quantile({ times }: Timed, share: number): number {
	return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
}

/** The environment without variables that slow down a start. Extra certificates alone take tens of milliseconds. */
const environment = Object.fromEntries(
	Object.entries(process.env).filter(([name]) => !/^(NODE_|SSL_CERT_|npm_)/i.test(name)),
);

/** Returns a candidate that measures a process from start to exit. @throws if it exits with another code than `expected`. */
export function processCandidate(
	name: string,
	args: readonly string[],
	input = '',
	tell: (output: string) => void = () => undefined,
	expected = 0,
): Candidate {
	return {
		name,
		run: () => {
			const { status, stdout, stderr } = spawnSync(process.execPath, args, {
				input,
				env: environment,
				encoding: 'utf8',
			});
			if (status !== expected) throw new Error(`${name} exited with ${status}: ${stderr}`);
			tell(stdout);
		},
	};
}

/** Returns a table with the ratio of each median to the median of the first row, which is the floor. */
export function table(title: string, rows: readonly Timed[], unit: 'µs' | 'ms'): string {
	const scale = unit === 'ms' ? 1000 : 1;
	const [floor] = rows;
	const lines = rows.map((row) => {
		const ratio = floor === undefined ? Number.NaN : quantile(row, 0.5) / quantile(floor, 0.5);
		const figures = [quantile(row, 0.5), quantile(row, 0.99), quantile(row, 0)].map((time) =>
			(time / scale).toFixed(2),
		);
		return `| ${row.name} | ${figures.join(' | ')} | ${row.times.length} | ${ratio.toFixed(2)} |`;
	});
	return [
		`### ${title}`,
		'',
		`| candidate | median ${unit} | p99 | min | n | × floor |`,
		'|---|--:|--:|--:|--:|--:|',
		...lines,
		'',
	].join('\n');
}
