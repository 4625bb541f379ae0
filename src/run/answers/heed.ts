import { commentsWith, firstOfEach, type ReadComment } from '../../approvals/index.ts';
import type { Comment, EntryBody } from '../../core/index.ts';
import { headerOf, type Stage } from '../stage.ts';
import { openCalls } from '../state/open-calls.ts';
import type { State } from '../state/state.ts';
import { switchedOff } from './kill-switch.ts';
import { pullChange } from './pull-change.ts';
import { runComments } from './run-comments.ts';

/** Reads the kill switch and the comments, to see whether somebody stopped the run. It also reads the head of the run's pull request. */
export async function heed(stage: Stage): Promise<EntryBody> {
	// While a step waits, `settle` reads the pull request, together with the answers. A change found here would void the request, but a denial
	// must be valid even after a push.
	const asks = openCalls(stage.state).some(({ request }) => request !== undefined);
	// All three requests start at the same moment, to save time.
	const [off, comments, changed] = await Promise.all([
		switchedOff(stage.ports),
		runComments(stage),
		asks ? undefined : pullChange(stage),
	]);
	return off ?? (await stopIn(comments, stage)) ?? changed ?? { type: 'heeded' };
}

/**
 * Reacts to the first `/agent stop` that a person with write access wrote after the run began. Returns the entry for this stop, or
 * undefined if there is none.
 */
export async function stopIn(
	comments: readonly ReadComment[],
	{ state, ports }: Stage,
): Promise<EntryBody | undefined> {
	for (const { id, author } of stopsIn(comments, state)) {
		const rights = await ports.forge.rights(author);
		if (!rights.mayWrite) continue;
		await ports.forge.react(id, '+1');
		return { type: 'stop_requested', comment_id: id, user_id: author.id, user: author.login, role: rights.role };
	}
	return undefined;
}

/** Returns the first `/agent stop` comment of each person since the run began. */
export function stopsIn(comments: readonly ReadComment[], state: State): readonly Comment[] {
	const { commentId } = headerOf(state).request;
	const begun = Date.parse(state.begunAt);
	const since = (comment: Comment): boolean =>
		commentId === undefined ? Date.parse(comment.createdAt) > begun : comment.id > commentId;
	return firstOfEach(commentsWith('stop', comments).filter(since));
}
