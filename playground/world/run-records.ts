import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from '../../src/core/index.ts';
import { openAuditSource, readEntries } from '../../src/journal/index.ts';
import type { JournalLine, RunCard, RunOutcome, RunStatus, RunView } from '../protocol.ts';
import { callsOf } from './calls.ts';
import type { Job } from './runners.ts';

const mostLineCharacters = 4000;
const mostLogLines = 200;

interface RunRecord {
	readonly id: string;
	readonly thread: number;
	entries: readonly Entry[];
	lines: readonly JournalLine[];
	/** The length of the journal when it was read. Bytes. */
	size: number;
	/** Jobs that had this journal on their disks. */
	readonly jobs: Set<Job>;
}

/** The content of the journals on the runners' disks. It is kept after a disk is deleted. */
export class RunRecords {
	readonly #runs = new Map<string, RunRecord>();
	readonly #jobs: () => readonly Job[];

	constructor(jobs: () => readonly Job[]) {
		this.#jobs = jobs;
	}

	/** Reads the journals on the disk of a job, as far as they are written. Returns the ids of runs that have changed. */
	async look(job: Job): Promise<readonly string[]> {
		const changed: string[] = [];
		for (const { id, file } of journalsOn(job.disk)) {
			const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
			const known = this.#runs.get(id);
			if (size === 0 || (known?.size === size && known.jobs.has(job))) continue;
			if (await this.#read({ id, file, size, job })) changed.push(id);
		}
		return changed;
	}

	card(id: string): RunCard | undefined {
		const run = this.#runs.get(id);
		if (run === undefined) return undefined;
		const outcome = outcomeOf(run.entries);
		return { id, status: statusOf(run), ...(outcome && { outcome }) };
	}

	/** The runs of a thread, newest first. */
	ofThread(thread: number): readonly RunCard[] {
		const ids = [...this.#runs.values()].filter((run) => run.thread === thread).map(({ id }) => id);
		return ids.reverse().flatMap((id) => this.card(id) ?? []);
	}

	/** Whether a job of a thread is queued or running, and has no journal yet. */
	isStarting(thread: number): boolean {
		const isAtWork = ({ status }: Job): boolean => status === 'queued' || status === 'running';
		return this.#jobs().some((job) => job.thread === thread && isAtWork(job) && !this.#hasJournal(job));
	}

	view(id: string): RunView | undefined {
		const [run, card] = [this.#runs.get(id), this.card(id)];
		if (run === undefined || card === undefined) return undefined;
		const jobs = this.#jobs().filter((job) => run.jobs.has(job) || this.#mayBelong(job, run));
		return {
			...card,
			thread: run.thread,
			jobs: jobs.map(({ id: number, command, status, startedAt, endedAt, outcome }) => ({
				...{ id: number, command, status, startedAt },
				...(endedAt !== undefined && { endedAt }),
				...(outcome !== undefined && { outcome }),
			})),
			calls: callsOf(run.entries),
			journal: run.lines,
			log: jobs.flatMap(({ log }) => log.lines).slice(-mostLogLines),
		};
	}

	/** Whether the job may belong to the run: it has the same thread, and no journal yet. For example, it still waits for a runner. */
	#mayBelong(job: Job, { thread }: RunRecord): boolean {
		return job.thread === thread && !this.#hasJournal(job);
	}

	#hasJournal(job: Job): boolean {
		return [...this.#runs.values()].some(({ jobs }) => jobs.has(job));
	}

	async #read({ id, file, size, job }: { id: string; file: string; size: number; job: Job }): Promise<boolean> {
		const [entries, lines]: [Entry[], JournalLine[]] = [[], []];
		try {
			await readEntries(openAuditSource(file), (entry, line) => {
				const { seq: number, type, at } = entry;
				entries.push(entry);
				lines.push({ number, type, at, text: line.toString().slice(0, mostLineCharacters) });
			});
		} catch (error) {
			// The disk is deleted when its machine is killed.
			if (!existsSync(file)) return false;
			throw error;
		}
		const before = this.#runs.get(id);
		const run = before ?? { id, thread: job.thread, entries, lines, size, jobs: new Set<Job>() };
		// The disk of a new job does not contain the saved journal yet.
		if (!run.jobs.has(job) && entries.length === 0) return false;
		Object.assign(run, { entries, lines, size });
		run.jobs.add(job);
		this.#runs.set(id, run);
		return true;
	}
}

function journalsOn(disk: string): readonly { readonly id: string; readonly file: string }[] {
	const folder = join(disk, 'temp', 'countersign');
	if (!existsSync(folder)) return [];
	return readdirSync(folder).map((id) => ({ id, file: join(folder, id, 'journal.jsonl') }));
}

function statusOf({ entries, jobs }: RunRecord): RunStatus {
	const last = entries.findLast(({ type }) => type === 'waiting' || type === 'run_finished' || type === 'run_resumed');
	if (last?.type === 'run_finished') return 'ended';
	if ([...jobs].some(({ status }) => status === 'running')) return 'running';
	return last?.type === 'waiting' ? 'waiting' : 'lost';
}

function outcomeOf(entries: readonly Entry[]): RunOutcome | undefined {
	return entries.findLast((entry) => entry.type === 'run_finished')?.outcome;
}
