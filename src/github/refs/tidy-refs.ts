import { dayOf, type RunLabel } from '../../core/index.ts';
import type { Api } from '../api/api.ts';
import { type Commit, createGitObjects, type GitObjects } from '../git/git-objects.ts';
import { namespaces } from './ref-names.ts';
import { labelOf } from './run-labels.ts';

const day = 24 * 60 * 60 * 1000;
/** How long the state of a run is kept after the run has ended, so that people can look at it. Milliseconds. */
export const runGrace = 7 * day;
/** How long a claim is kept. A job can be re-run for 30 days, and must then still find that its command was handled. Milliseconds. */
export const claimGrace = 35 * day;
/**
 * The greatest age of a command that is accepted. Threat: the claim of an older command may be deleted, so a person who may dispatch could
 * run the command again. Milliseconds.
 */
export const longestHeard = 30 * day;
/**
 * How long the record of a day's use is kept. It is read only on that day, but clocks differ, and a process may still write to the record
 * of the day before. Milliseconds.
 */
export const spentGrace = 2 * day;
/** The most refs that one job looks at, and may delete. */
const atMost = 20;
/**
 * A job looks at an eighth of the refs, but at least at `atLeast` refs. So each job needs few requests, and after some jobs, every ref was
 * looked at.
 */
const share = 8;
const atLeast = 5;

interface Ref {
	readonly name: string;
	readonly sha: string;
}

interface Looked extends Ref {
	readonly age: number;
	/** The label, for a ref of a run. */
	readonly label?: RunLabel;
}

/** The current time, and a number that differs in each job and decides at which ref the job begins. */
export interface Visit {
	readonly now: Date;
	readonly turn: number;
}

/**
 * Deletes refs that are no longer needed: runs that ended more than 7 days ago, claims older than 35 days, and records of past days. It
 * keeps the refs of runs that wait or work. In each thread, it also keeps the finished run with the highest approval id, because new ids
 * continue from this id. Returns the names of the deleted refs.
 */
export async function tidyRefs(api: Api, { now, turn }: Visit): Promise<readonly string[]> {
	const objects = createGitObjects(api);
	const { refs, spent } = await allRefs(objects);
	const count = Math.min(refs.length, atMost, Math.max(atLeast, Math.ceil(refs.length / share)));
	const start = turn % Math.max(1, refs.length);
	const seen = [...refs, ...refs].slice(start, start + count);
	const looked = await Promise.all(seen.map(async (ref) => lookedAt(ref, await objects.readCommit(ref.sha), now)));
	const due = [...dueRuns(looked), ...looked.filter(({ name, age }) => isClaim(name) && age > claimGrace)];
	const names = [...due.map(({ name }) => name), ...spentBefore(now, spent)].map((name) => name.slice('refs/'.length));
	const gone = await Promise.all(names.map((name) => objects.deleteRef(name)));
	return names.filter((_, index) => gone[index] === true);
}

/** Returns the refs in the namespace that is in use. It leaves out the only run of a thread, because such a run is never deleted. */
async function allRefs(
	objects: GitObjects,
): Promise<{ readonly refs: readonly Ref[]; readonly spent: readonly string[] }> {
	for (const namespace of namespaces) {
		const found = await objects.matchingRefs(`${namespace}/`);
		if (found.length === 0) continue;
		const threads = found.flatMap(({ name }) => threadOf(name) ?? []);
		const isAlone = (thread: string | undefined): boolean => threads.filter((one) => one === thread).length < 2;
		const refs = found.filter(({ name }) => isClaim(name) || !isAlone(threadOf(name)));
		const spent = found.map(({ name }) => name).filter((name) => dayOf(name) !== undefined);
		return { refs: refs.toSorted((a, b) => (a.name < b.name ? -1 : 1)), spent };
	}
	return { refs: [], spent: [] };
}

function lookedAt(ref: Ref, commit: Commit, now: Date): Looked {
	const age = now.getTime() - Date.parse(commit.committer?.date ?? '');
	const label = threadOf(ref.name) === undefined ? undefined : labelOf(commit);
	return { ...ref, age, ...(label === undefined ? {} : { label }) };
}

/**
 * Returns the finished runs to delete. In each thread, it leaves out the run with the highest approval id among the runs that were read. So
 * the run with the thread's highest id is never deleted.
 */
function dueRuns(looked: readonly Looked[]): readonly Looked[] {
	const finished = looked.filter(({ label }) => label?.status === 'finished');
	const isNewest = (one: Looked): boolean =>
		finished.every((other) => threadOf(other.name) !== threadOf(one.name) || other === one || isBefore(other, one));
	return finished.filter((one) => one.age > runGrace && !isNewest(one));
}

function isBefore(one: Looked, other: Looked): boolean {
	const [first, second] = [one.label?.lastApproval ?? 0, other.label?.lastApproval ?? 0];
	return first < second || (first === second && one.age > other.age);
}

/** Returns the records of past days, by the day in their names. */
function spentBefore(now: Date, spent: readonly string[]): readonly string[] {
	const isOver = (name: string): boolean => now.getTime() - Date.parse(dayOf(name) ?? '') > spentGrace;
	return spent.filter(isOver).slice(0, atMost);
}

function threadOf(name: string): string | undefined {
	return /\/runs\/(\d+)-[^/]+$/.exec(name)?.[1];
}

function isClaim(name: string): boolean {
	return /\/claims\/[^/]+$/.test(name);
}
