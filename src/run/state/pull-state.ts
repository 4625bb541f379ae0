import { type Entry, type EntryOf, type Mode, stricterMode } from '../../core/index.ts';
import type { CallState } from './call-state.ts';
import type { PullState, State } from './state.ts';

/** Returns the pull request from a run's header. */
export function pullAtStart({ pull }: EntryOf<'run_started'>): Pick<State, 'pull'> {
	if (pull === undefined) return {};
	const { headSha: head, baseBranch, files } = pull;
	// An older journal contains the head's files only if the pull request was open.
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

/** Records a change of the pull request. An `/agent ok` that became invalid stays invalid, because a new one applies only to a new run. */
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

/** Records a new head that the run's own commit caused. This voids nothing. */
export function movedPull(
	pull: PullState | undefined,
	{ head_sha: head }: EntryOf<'tool_result'>,
): PullState | undefined {
	return pull === undefined || head === undefined ? pull : { ...pull, head };
}

/** Returns the current mode of the run. */
export function modeOf({ header, pull, plans, process }: State): Mode {
	if (header === undefined) throw new Error('the journal has no header');
	if (pull?.readOnly === true) return 'plan';
	const plan = plans.find(({ outcome }) => outcome?.kind === 'done')?.plan;
	const mode = plan === undefined || plan.revoked !== undefined ? header.settings.mode : plan.mode;
	return stricterMode(mode, process?.most ?? mode);
}

/** Returns whether people were asked about the call before the last change of the pull request, and the call has not begun. */
export function isOutdated({ pull }: State, { request, started }: CallState): boolean {
	return request !== undefined && started === undefined && request.askedSeq < (pull?.changedAt ?? 0);
}
