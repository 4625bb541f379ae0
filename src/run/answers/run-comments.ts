import { type ReadComment, readComment } from '../../approvals/index.ts';
import type { Comment, Forge } from '../../core/index.ts';
import { headerOf, type Stage } from '../stage.ts';
import { openCalls } from '../state/open-calls.ts';
import type { State } from '../state/state.ts';

/** The most that the clock of the run's first runner may be ahead of GitHub's clock. Milliseconds. */
const drift = 5 * 60_000;

/** Returns the comments that can affect a run's decisions, as GitHub shows them now, with their commands. */
export async function runComments({ state, ports }: Pick<Stage, 'state' | 'ports'>): Promise<readonly ReadComment[]> {
	return (await commentsFor(state, ports.forge)).map(readComment);
}

/**
 * Returns the comments that can affect a run's decisions. A listing can be some seconds old, so a comment may be missing in it by mistake.
 * If the run depends on such a comment, this reads it by its id.
 */
export async function commentsFor(
	state: State,
	forge: Pick<Forge, 'comments' | 'comment'>,
): Promise<readonly Comment[]> {
	const { thread } = headerOf(state).request;
	const listed = await forge.comments(thread, commentsSince(state));
	const there = new Set(listed.map(({ id }) => id));
	const lacking = [...new Set(idsOf(state))].filter((id) => !there.has(id));
	if (lacking.length === 0) return listed;
	const found = await Promise.all(lacking.map((id) => forge.comment(thread, id)));
	return [...listed, ...found.filter((one) => one !== undefined)].sort((a, b) => a.id - b.id);
}

/**
 * Returns the ids of comments that the run depends on. These are requests, signatures, grants, `/agent ok`, the progress comment and the
 * comment that started this job.
 */
function idsOf(state: State): readonly number[] {
	const calls = [...openCalls(state), ...state.plans];
	const asked = calls.flatMap(({ request }) => request?.comments.map(({ id }) => id) ?? []);
	const signed = calls.flatMap(({ signatures }) => signatures.flatMap(({ comment_id: id }) => id ?? []));
	const granted = state.asked.grants.map(({ commentId }) => commentId);
	const vouch = headerOf(state).pull?.vouch;
	const [, command] = /^comment\/(\d+)$/.exec(state.process?.command ?? '') ?? [];
	return [
		...asked,
		...signed,
		...granted,
		...(command === undefined ? [] : [Number(command)]),
		...(state.progress === undefined ? [] : [state.progress.comment_id]),
		...(vouch === undefined ? [] : [vouch.commentId]),
	];
}

/**
 * Returns the time from which comments can affect a run, or undefined for all comments. The first process reads the whole thread, because
 * the ids of its requests must be higher than all ids shown there. On a pull request, somebody may have written `/agent ok` earlier.
 * Threat: a person who forges the journal could also forge this time. The journal's hash in the progress comment reveals such a change.
 */
export function commentsSince(state: State): string | undefined {
	const { process, begunAt, lastApproval } = state;
	const isLater = (process?.number ?? 0) > 1 && lastApproval > 0;
	if (!isLater || headerOf(state).request.onPullRequest) return undefined;
	return new Date(Date.parse(begunAt) - drift).toISOString();
}
