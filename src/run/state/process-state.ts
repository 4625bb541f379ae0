import type { EntryOf, Mode, Outcome, Runner, Stamp, WallsProof } from '../../core/index.ts';

/** Facts about the current process, and what it must know about earlier ones. */
export interface ProcessState {
	readonly runner: Runner;
	/** How many processes have worked on the run, including this one. */
	readonly number: number;
	readonly command: string;
	/** The mode of this process is never less strict than this one, whatever the saved state says. */
	readonly most?: Mode;
	/** The commands of all processes that have worked on the run. */
	readonly served: readonly string[];
	readonly begunAt: number;
	/** The previous process of the run. It must be gone before this process works on the run. */
	readonly previous?: { readonly runner: Runner; readonly at: string; readonly ended: boolean };
	readonly at: string;
	readonly claimed: boolean;
	/** The sequence number at which this process last looked for a stop command in the thread. 0 if it has not looked yet. */
	readonly heededAt: number;
	/** How long the run had worked at that time. Milliseconds. */
	readonly heededWork: number;
	/** People whose answers were refused. The process ignores their other answers. */
	readonly refusedUsers: ReadonlySet<number>;
	/** Signatures that are not valid, as `<user> <id>`. */
	readonly refusedSignatures: ReadonlySet<string>;
	/** How long the run had worked before this process. Milliseconds. */
	readonly workedBefore: number;
	/** What the repository had used on the day of this process, when the budget was read, and what the run itself had used by then. */
	readonly spent?: Spent;
	/** What the test of the sandbox found. */
	readonly walls?: WallsProof;
	/** Why this process must stop. Another process may continue the run. */
	readonly stopped?: Outcome;
	/** If true, saving to the memory failed in this process. */
	readonly forgets?: true;
}

type Spent = Pick<EntryOf<'spent_read'>, 'day' | 'tokens' | 'seconds' | 'cents'> & {
	readonly tokensBefore: number;
	readonly centsBefore: number;
};
type Taking = Pick<ProcessState, 'runner' | 'command' | 'most'> & Partial<Pick<ProcessState, 'workedBefore'>>;

/** Returns the state of a new process of the run. */
export function beginProcess(
	before: ProcessState | undefined,
	{ runner, command, most, workedBefore = 0 }: Taking,
	{ seq, at }: Stamp,
): ProcessState {
	const previous =
		before === undefined
			? {}
			: { previous: { runner: before.runner, at: before.at, ended: before.stopped !== undefined } };
	const number = (before?.number ?? 0) + 1;
	const refused = { refusedUsers: new Set<number>(), refusedSignatures: new Set<string>() };
	return {
		runner,
		number,
		command,
		served: [...(before?.served ?? []), command],
		workedBefore,
		begunAt: seq,
		at,
		claimed: false,
		heededAt: 0,
		heededWork: workedBefore,
		...refused,
		...previous,
		...(most === undefined ? {} : { most }),
	};
}

/** Records the people whose answers this process refused. */
export function withRefusal(process: ProcessState, entry: EntryOf<'answer_refused'>): ProcessState {
	const { refusedUsers, refusedSignatures } = process;
	return entry.this_call === true
		? { ...process, refusedSignatures: new Set([...refusedSignatures, `${entry.user_id} ${entry.id}`]) }
		: { ...process, refusedUsers: new Set([...refusedUsers, entry.user_id]) };
}
