import type { Entry, EntryOf, Mode } from '../core/index.ts';
import type { CallState } from './call-state.ts';
import type { State } from './state.ts';

/** The head of the run's pull request, as it was read last. */
export interface PullState {
	readonly head: string;
	/** The run may only read and answer from here on, whatever its mode was. */
	readonly readOnly: boolean;
	/** Sequence number of its last change: what was asked or judged before is void. */
	readonly changedAt: number;
	readonly why: string;
}

/** What a header says of the pull request, for the state. */
export function pullAtStart({ pull }: EntryOf<'run_started'>): Pick<State, 'pull'> {
	if (pull === undefined) return {};
	return { pull: { head: pull.headSha, readOnly: pull.readOnly === true, changedAt: 0, why: '' } };
}

/** A vouch that is void stays so: another one is for another run. */
export function changedPull(pull: PullState | undefined, entry: Entry & EntryOf<'pull_changed'>): PullState {
	const readOnly = pull?.readOnly === true || entry.read_only === true;
	return { head: entry.head_sha, readOnly, changedAt: entry.seq, why: entry.why };
}

/** A commit of the run's own moves the head, and voids nothing. */
export function movedPull(
	pull: PullState | undefined,
	{ head_sha: head }: EntryOf<'tool_result'>,
): PullState | undefined {
	return pull === undefined || head === undefined ? pull : { ...pull, head };
}

/** The mode that the run is in now. */
export function modeOf({ header, pull, plans }: State): Mode {
	if (header === undefined) throw new Error('the journal has no header');
	if (pull?.readOnly === true) return 'plan';
	const plan = plans.find(({ outcome }) => outcome?.kind === 'done')?.plan;
	return plan === undefined || plan.revoked !== undefined ? header.settings.mode : plan.mode;
}

/** Whether a call was asked about for a head that is no longer the pull request's, and has not begun. */
export function isOutdated({ pull }: State, { request, started }: CallState): boolean {
	return request !== undefined && started === undefined && request.askedAt < (pull?.changedAt ?? 0);
}
