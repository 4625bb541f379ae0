import { type Entry, type EntryOf, type Mode, type PullRequestState, stricterMode } from '../core/index.ts';
import type { CallState } from './call-state.ts';
import type { State } from './state.ts';

/** The run's pull request, as it was read last. */
export interface PullState {
	readonly head: string;
	/** Undefined where the journal does not tell what it was. */
	readonly state?: PullRequestState;
	/** The branch that it is to be merged into; undefined where the journal does not tell. */
	readonly baseBranch?: string;
	/** The run may only read and answer from here on, whatever its mode was. */
	readonly readOnly: boolean;
	/** Sequence number of its last change: what was asked or judged before is void. */
	readonly changedAt: number;
	readonly why: string;
}

/** What a header says of the pull request, for the state. */
export function pullAtStart({ pull }: EntryOf<'run_started'>): Pick<State, 'pull'> {
	if (pull === undefined) return {};
	const { headSha: head, baseBranch, files } = pull;
	// An older journal has the head's files where the pull request was open.
	const state = pull.state ?? (files === undefined ? undefined : 'open');
	return {
		pull: {
			head,
			...(state === undefined ? {} : { state }),
			...(baseBranch === undefined ? {} : { baseBranch }),
			readOnly: pull.readOnly === true,
			changedAt: 0,
			why: '',
		},
	};
}

/** A vouch that is void stays so: another one is for another run. */
export function changedPull(pull: PullState | undefined, entry: Entry & EntryOf<'pull_changed'>): PullState {
	const readOnly = pull?.readOnly === true || entry.read_only === true;
	const { state = pull?.state, base_branch: baseBranch = pull?.baseBranch } = entry;
	return {
		head: entry.head_sha,
		...(state === undefined ? {} : { state }),
		...(baseBranch === undefined ? {} : { baseBranch }),
		readOnly,
		changedAt: entry.seq,
		why: entry.why,
	};
}

/** A commit of the run's own moves the head, and voids nothing. */
export function movedPull(
	pull: PullState | undefined,
	{ head_sha: head }: EntryOf<'tool_result'>,
): PullState | undefined {
	return pull === undefined || head === undefined ? pull : { ...pull, head };
}

/** The mode that the run is in now. */
export function modeOf({ header, pull, plans, process }: State): Mode {
	if (header === undefined) throw new Error('the journal has no header');
	if (pull?.readOnly === true) return 'plan';
	const plan = plans.find(({ outcome }) => outcome?.kind === 'done')?.plan;
	const mode = plan === undefined || plan.revoked !== undefined ? header.settings.mode : plan.mode;
	return stricterMode(mode, process?.most ?? mode);
}

/** Whether a call was asked about for a head that is no longer the pull request's, and has not begun. */
export function isOutdated({ pull }: State, { request, started }: CallState): boolean {
	return request !== undefined && started === undefined && request.askedAt < (pull?.changedAt ?? 0);
}
