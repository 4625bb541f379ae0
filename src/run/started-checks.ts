import type { Forge, Outcome, StartedChecks } from '../core/index.ts';
import { deliveredOf } from './delivered-pull-request.ts';
import type { State } from './state.ts';

/**
 * Asks what has started for what the run delivered, where nobody knows that it starts by itself: at the end, since GitHub takes a moment.
 * Undefined where nothing was delivered, where the checks start anyway, and where GitHub does not tell.
 */
export async function askStarted(
	{ kind }: Outcome,
	state: State,
	forge: Pick<Forge, 'startedChecks'>,
): Promise<StartedChecks | undefined> {
	const on = deliveredOn(state);
	// Another job has the run, and tells what came of it.
	if (on === undefined || kind === 'duplicate' || state.delivery?.starts_checks !== false) return undefined;
	return forge.startedChecks(on.pull, on.sha);
}

/** What has started, in a sentence; undefined where that is not known. */
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

/** The pull request that the run opened, or the one that it added a commit to. */
export function deliveredOn(state: State): { readonly pull: number; readonly sha?: string } | undefined {
	const { pullRequest, commit } = deliveredOf(state);
	return pullRequest === undefined ? commit : { pull: pullRequest.number };
}
