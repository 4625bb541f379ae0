import type { Entry } from '../../core/index.ts';
import { type Journal, type JournalOptions, openJournal } from '../../journal/index.ts';
import { apply, replay } from './apply.ts';
import { emptyState, type State } from './state.ts';

/** The entries of a run and the state that they make. */
export interface RunRecord {
	entries(): readonly Entry[];
	state(): State;
}

/** The journal of a run. It applies each new entry to the state once. */
export interface RunJournal extends Journal, RunRecord {}

/** Opens the journal of a run, or begins one. @throws CountersignError `journal-broken` */
export async function openRunJournal(options: JournalOptions): Promise<RunJournal> {
	let state = emptyState;
	const take = (entry: Entry): void => {
		state = apply(state, entry);
	};
	const journal = await openJournal({ ...options, take });
	return { ...journal, state: () => state };
}

/** Returns the record of a run whose journal is only read. */
export function recordOf(entries: readonly Entry[]): RunRecord {
	const state = replay(entries);
	return { entries: () => entries, state: () => state };
}
