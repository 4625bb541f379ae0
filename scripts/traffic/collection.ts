import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type NamedRun, readRuns } from './read-runs.ts';
import { isStep } from './trajectory.ts';

/** The runs of a folder, and the parts that could not be judged. */
export interface Collection {
	readonly files: number;
	/** Files in an unknown format. */
	readonly unknown: readonly string[];
	readonly runs: readonly NamedRun[];
	/** The number of runs without a call that can be judged. */
	readonly empty: number;
	readonly formats: ReadonlyMap<string, number>;
	/** The number of calls without a corresponding tool of the gate, by name. */
	readonly skipped: ReadonlyMap<string, number>;
}

/** A larger file does not fit into one string. */
const mostBytes = 400_000_000;

/** Reads every file below a folder. */
export function readCollection(folder: string): Collection {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)))
		.toSorted();
	const read = files.map((file) => ({ file, runs: runsOf(join(folder, file), file) }));
	const all = read.flatMap(({ runs }) => runs);
	const runs = all.filter(({ actions }) => actions.some(isStep));
	return {
		files: files.length,
		unknown: read.flatMap((one) => (one.runs.length === 0 ? [one.file] : [])),
		runs,
		empty: all.length - runs.length,
		formats: countsOf(all.map(({ format }) => format)),
		skipped: countsOf(all.flatMap(({ actions }) => actions.flatMap((one) => (isStep(one) ? [] : [one.skipped])))),
	};
}

function runsOf(path: string, name: string): readonly NamedRun[] {
	return statSync(path).size > mostBytes ? [] : readRuns(name, readFileSync(path, 'utf8'));
}

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
	const groups = Map.groupBy(names, (name) => name);
	return new Map([...groups].map(([name, group]) => [name, group.length]));
}
