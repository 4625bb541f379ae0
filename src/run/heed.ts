import { commentsWith, firstOfEach } from '../approvals/index.ts';
import type { Comment, EntryBody } from '../core/index.ts';
import { switchedOff } from './kill-switch.ts';
import { pullChange } from './pull-change.ts';
import { runComments } from './run-comments.ts';
import { headerOf, type Stage } from './stage.ts';
import { openCalls, type State } from './state.ts';

/** Reads the kill switch, the thread for somebody who stops the run, and the head of the pull request that it is on. */
export async function heed(stage: Stage): Promise<EntryBody> {
	// What waits is looked at with its answers: a no stays one, whatever was pushed.
	const asks = openCalls(stage.state).some(({ request }) => request !== undefined);
	// Asked at the same moment, so that it takes as long as one question.
	const [off, comments, changed] = await Promise.all([
		switchedOff(stage.ports),
		runComments(stage),
		asks ? undefined : pullChange(stage),
	]);
	return off ?? (await stopIn(comments, stage)) ?? changed ?? { type: 'heeded' };
}

/** The `/agent stop` that was said since the run began by somebody who may; undefined when there is none. */
export async function stopIn(comments: readonly Comment[], { state, ports }: Stage): Promise<EntryBody | undefined> {
	for (const { id, author } of stopsIn(comments, state)) {
		const rights = await ports.forge.rights(author);
		if (!rights.mayWrite) continue;
		await ports.forge.react(id, '+1');
		return { type: 'stop_requested', comment_id: id, user_id: author.id, user: author.login, role: rights.role };
	}
	return undefined;
}

/** Who has said `/agent stop` since the run began, by their first. */
export function stopsIn(comments: readonly Comment[], state: State): readonly Comment[] {
	const { commentId } = headerOf(state).request;
	const begun = Date.parse(state.begunAt);
	const since = (comment: Comment): boolean =>
		commentId === undefined ? Date.parse(comment.createdAt) > begun : comment.id > commentId;
	return firstOfEach(commentsWith('stop', comments).filter(since));
}
