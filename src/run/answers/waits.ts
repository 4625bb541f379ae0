import { answersIn, readComment } from '../../approvals/index.ts';
import {
	type ApprovalId,
	type Clause,
	type Comment,
	CountersignError,
	type Forge,
	type Risk,
} from '../../core/index.ts';
import { verdictOf } from '../stage.ts';
import { type CallState, unsignedOf } from '../state/call-state.ts';
import { openCalls } from '../state/open-calls.ts';
import type { State } from '../state/state.ts';
import { pendingOf, requestOf, threadWith } from './asked-thread.ts';
import { stopsIn } from './heed.ts';
import { commentsFor } from './run-comments.ts';
import { isSettled } from './settle.ts';
import { entryIfRequestChanged } from './tampered-request.ts';

/** One request that nobody has answered yet. */
export interface Wait {
	readonly id: ApprovalId;
	readonly tool: string;
	readonly risk: Risk;
	/** The comment that asks. */
	readonly commentId: number;
	/** ISO 8601 UTC, like `expiresAt`. */
	readonly askedAt: string;
	readonly expiresAt: string;
	/** The signatures that are still missing. */
	readonly needs: readonly Clause[];
}

/** Returns the requests for which a run waits. */
export function waitsOf(state: State): readonly Wait[] {
	const first = new Map(
		waitingCalls(state)
			.toReversed()
			.map((call) => [requestOf(call).id, call]),
	);
	return [...first.values()].toReversed().map((call) => {
		const { id, commentId, askedAt, expiresAt } = requestOf(call);
		const { risk_level: risk } = verdictOf(call);
		return { id, tool: call.name, risk, commentId, askedAt, expiresAt, needs: unsignedOf(call) };
	});
}

/**
 * Returns whether a waiting run has something to do. This is true if a request expired or was deleted, or if the thread was deleted. It is
 * also true if there is an answer or a stop that no job has handled yet. Answers that were already refused do not count.
 */
export async function isDue(
	state: State,
	{ forge, now }: { readonly forge: Pick<Forge, 'comments' | 'comment' | 'rights'>; readonly now: Date },
): Promise<boolean> {
	const calls = waitingCalls(state);
	if (calls.some((call) => Date.parse(requestOf(call).expiresAt) < now.getTime())) return true;
	const comments = (await unlessGone(commentsFor(state, forge)))?.map(readComment);
	if (comments === undefined) return true;
	const thread = threadWith(comments, state);
	const answers = answersIn(thread, calls.map(pendingOf));
	const isNew = (call: CallState): boolean =>
		answers.some((answer) => answer.id === requestOf(call).id && !isSettled(answer, call, state));
	if (calls.some((call) => isNew(call) || entryIfRequestChanged(call, thread) !== undefined)) return true;
	for (const { author } of stopsIn(comments, state)) if ((await forge.rights(author)).mayWrite) return true;
	return false;
}

/** Returns the comments, or undefined if the thread was deleted. Then nobody can answer, so the run is over. */
async function unlessGone(comments: Promise<readonly Comment[]>): Promise<readonly Comment[] | undefined> {
	try {
		return await comments;
	} catch (error) {
		if (error instanceof CountersignError && error.code === 'github-gone') return undefined;
		throw error;
	}
}

function waitingCalls(state: State): readonly CallState[] {
	return openCalls(state).filter(({ request, answer }) => request !== undefined && answer === undefined);
}
