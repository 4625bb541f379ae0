import type { EntryOf, Mode, Outcome, Runner, Stamp, WallsProof } from '../core/index.ts';

/** What is true of the process that runs now, and of no earlier one. */
export interface ProcessState {
	readonly runner: Runner;
	/** How many processes have had the run, with this one. */
	readonly number: number;
	readonly command: string;
	/** The loosest mode that it takes from the saved state. */
	readonly most?: Mode;
	/** The commands of all processes that have had the run. */
	readonly served: readonly string[];
	readonly begunAt: number;
	/** The process that had the run before: it must be gone. */
	readonly previous?: { readonly runner: Runner; readonly at: string; readonly ended: boolean };
	readonly at: string;
	readonly claimed: boolean;
	/** When the thread was last read for somebody who stops the run; 0: not yet. */
	readonly heededAt: number;
	/** How long the run had worked then. Milliseconds. */
	readonly heededWork: number;
	/** Whose answers were looked at in vain: their further ones are not. */
	readonly refusedUsers: ReadonlySet<number>;
	/** Whose yes to which request does not count: `<user> <id>`. */
	readonly refusedSignatures: ReadonlySet<string>;
	/** How long the run had worked before it. Milliseconds. */
	readonly workedBefore: number;
	/** What the repository's processes had used of the day that this one counts to, and the run's tokens and cents then. */
	readonly spent?: Spent;
	/** What the sandbox was found to be, once it was tried. */
	readonly walls?: WallsProof;
	/** Why this process must stop, though the run may go on in another. */
	readonly stopped?: Outcome;
	/** What people decided in it could not be remembered. */
	readonly forgets?: true;
}

type Spent = Pick<EntryOf<'spent_read'>, 'day' | 'tokens' | 'seconds' | 'cents'> & {
	readonly tokensBefore: number;
	readonly centsBefore: number;
};
type Taking = Pick<ProcessState, 'runner' | 'command' | 'most'> & Partial<Pick<ProcessState, 'workedBefore'>>;

/** A process has taken the run up. */
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

/** Whom a process looked at in vain. */
export function withRefusal(process: ProcessState, entry: EntryOf<'answer_refused'>): ProcessState {
	const { refusedUsers, refusedSignatures } = process;
	return entry.this_call === true
		? { ...process, refusedSignatures: new Set([...refusedSignatures, `${entry.user_id} ${entry.id}`]) }
		: { ...process, refusedUsers: new Set([...refusedUsers, entry.user_id]) };
}
