import { type AskedFor, type Pending, type Thread, unheardIn } from '../../approvals/index.ts';
import { type EntryBody, type EntryOf, holdsMarker } from '../../core/index.ts';
import { refusalMarker, replyMarker } from '../../report/index.ts';
import { isTakenOver } from '../loop/next-step.ts';
import { checkpoint } from '../open/checkpoint.ts';
import { headerOf, type Stage } from '../stage.ts';
import type { Asked } from '../state/asked-state.ts';

/** Replies once to a person whose answer has no effect, and says why. Returns undefined if `find` finds no such answer. */
export async function tellUnheard(
	pending: readonly Pending[],
	thread: Thread,
	{ state, ports, journal }: Stage,
	find: typeof unheardIn = unheardIn,
): Promise<EntryBody | undefined> {
	const { requests, deciding, told } = state.asked;
	const heard = { asked: requests.map(askedFor), pending, deciding: new Set(deciding), told: new Set(told) };
	const refused: ReadonlySet<number> = state.process?.refusedUsers ?? new Set();
	const first = find(thread, heard).find(({ comment }) => !refused.has(comment.author.id));
	if (first === undefined) return undefined;
	const { comment, why } = first;
	const { author, id } = comment;
	const { mayWrite, role } = await ports.forge.rights(author);
	const by = { comment_id: id, user_id: author.id, user: author.login };
	const [open] = pending;
	// Anybody can write a thousand such comments, so only people with write access get a reply here. For other people, the journal records a
	// refusal, so their rights are read only once.
	if (!mayWrite && open !== undefined)
		return { type: 'answer_refused', id: open.id, ...by, why: `GitHub says "${role}"; deciding needs write access.` };
	if (!isTakenOver(state)) return checkpoint({ state, ports, journal });
	const { thread: number } = headerOf(state).request;
	await ports.forge.upsertComment(number, replyMarker(id), `@${author.login} ${why}`);
	return { type: 'answer_unclear', ...by, why };
}

/**
 * Replies to a person who may not decide, and returns the entry to record. A person without any rights gets one reply in total. Other
 * people get one reply for each answer. If two processes run at the same moment, only the one that has taken over the run writes a reply.
 */
export async function tellRefused(
	refusal: EntryOf<'answer_refused'>,
	{ comments }: Thread,
	stage: Stage,
): Promise<EntryBody> {
	const { user, user_id: userId, comment_id: commentId, why, this_call: mayAnswerOthers } = refusal;
	const marker = mayAnswerOthers === true ? replyMarker(commentId) : refusalMarker(userId);
	if (comments.some(({ mine, body }) => mine && holdsMarker(body, marker))) return refusal;
	const { state, ports } = stage;
	if (!isTakenOver(state)) return checkpoint(stage);
	const text = `@${user} your answer has no effect: ${why}`;
	await ports.forge.upsertComment(headerOf(state).request.thread, marker, text);
	return refusal;
}

function askedFor(request: Asked): AskedFor {
	const { id, commentId } = request;
	const end = endOf(request);
	return { id, commentId, ...(end === undefined ? {} : { end }) };
}

function endOf({ denial, signatures, void: why }: Asked): AskedFor['end'] {
	if (why !== undefined) return { kind: 'void', text: `is no longer valid: ${why.replace(/\.$/, '')}` };
	if (denial?.approver_type === 'human')
		return { kind: 'denied', text: `was denied by @${denial.user}, which is final` };
	if (denial !== undefined) return { kind: 'denied', text: 'expired or was withdrawn, so it is denied' };
	const signers = signatures.map(({ user }) => `@${user}`).join(' and ');
	return signers === '' ? undefined : { kind: 'approved', text: `was approved by ${signers} and is done or under way` };
}
