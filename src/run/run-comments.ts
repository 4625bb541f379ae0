import type { Comment, Forge } from '../core/index.ts';
import { headerOf, type Stage } from './stage.ts';
import { openCalls, type State } from './state.ts';

/** How far the clock of the runner that began a run may be before GitHub's. Milliseconds. */
const drift = 5 * 60_000;

/** The comments that can bear on a run's decisions, as they stand now. */
export async function runComments({ state, ports }: Pick<Stage, 'state' | 'ports'>): Promise<readonly Comment[]> {
	return commentsFor(state, ports.forge);
}

/**
 * The comments that can bear on a run's decisions. Those that the run depends on are looked up by their ids where the listing
 * lacks them: a listing can be some seconds old, and nothing may be concluded from its gaps.
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

/** What asks, what was signed or granted, what vouches, what shows the head, and what this job was started by. */
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
		...(state.progress === undefined ? [] : [state.progress.commentId]),
		...(vouch === undefined ? [] : [vouch.commentId]),
	];
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
