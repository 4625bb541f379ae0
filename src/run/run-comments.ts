import type { Comment } from '../core/index.ts';
import { headerOf, type Stage } from './stage.ts';
import type { State } from './state.ts';

/** How far the clock of the runner that began a run may be before GitHub's. Milliseconds. */
const drift = 5 * 60_000;

/** The comments that can bear on a run's decisions, as they stand now. */
export async function runComments({ state, ports }: Pick<Stage, 'state' | 'ports'>): Promise<readonly Comment[]> {
	return ports.forge.comments(headerOf(state).request.thread, commentsSince(state));
}

/**
 * From when on comments can bear on a run; undefined where all can. Its first process reads the whole thread, and gives its ids after all that
 * are shown there. On a pull request somebody may have vouched for the head before. Threat: whoever writes the journal writes this time, too,
 * but the head that the run's own comment shows covers it.
 */
export function commentsSince(state: State): string | undefined {
	const { process, begunAt, lastApproval } = state;
	const isLater = (process?.number ?? 0) > 1 && lastApproval > 0;
	if (!isLater || headerOf(state).request.onPullRequest) return undefined;
	return new Date(Date.parse(begunAt) - drift).toISOString();
}
