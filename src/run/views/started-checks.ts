import type { Forge, Outcome, StartedChecks } from '../../core/index.ts';
import type { State } from '../state/state.ts';
import { deliveredOf, openedBefore } from './delivered-pull-request.ts';

/**
 * Asks GitHub whether checks started for the run's delivery. Call it at the end of the run, because GitHub needs a moment to start them.
 * Returns undefined if nothing was delivered, if checks start by themselves anyway, or if GitHub does not say.
 */
export async function askStarted(
	{ kind }: Outcome,
	state: State,
	forge: Pick<Forge, 'startedChecks'>,
): Promise<StartedChecks | undefined> {
	const on = deliveredOn(state);
	// Another job has the run and reports the result.
	if (on === undefined || kind === 'duplicate' || state.delivery?.starts_checks !== false) return undefined;
	return forge.startedChecks(on.pull, on.sha);
}

/** Returns a sentence about whether checks started, or undefined if this is not known. */
export function startedSentence(started: StartedChecks | undefined, state: State): string | undefined {
	const on = deliveredOn(state);
	if (started === undefined || on === undefined) return undefined;
	switch (started) {
		case 'none':
			return `No checks of #${on.pull} have started so far, since the workflow's own token delivered it. If none show up, press *Close* and *Reopen* there, or push an empty commit.`;
		case 'waiting':
			return `The checks of #${on.pull} wait for a person: press *Approve workflows to run* there.`;
		case 'started':
			return `The checks of #${on.pull} have started.`;
	}
}

/** Returns the pull request that the run opened, or the one to which it added a commit. */
export function deliveredOn(state: State): { readonly pull: number; readonly sha?: string } | undefined {
	const opened = openedBefore(state);
	if (opened === undefined) return deliveredOf(state).commit;
	const { number, head } = opened;
	return { pull: number, ...(head === undefined ? {} : { sha: head }) };
}
