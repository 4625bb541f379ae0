import { minuteOf, type Ports } from '../../core/index.ts';
import { type DecidedItem, decidedPart, decidedRequest } from '../../report/index.ts';
import { headerOf } from '../stage.ts';
import { reasonOf } from '../state/answer-words.ts';
import type { Asked } from '../state/asked-state.ts';
import type { CallState } from '../state/call-state.ts';
import { callsOf } from '../state/open-calls.ts';
import type { State } from '../state/state.ts';

/**
 * Edits each request after all its calls are decided, and adds who decided what and when. It does not edit a request that people can still
 * answer, because they must see it unchanged.
 */
export async function showDecisions(state: State, { forge }: Pick<Ports, 'forge'>): Promise<void> {
	const decided = Map.groupBy(state.asked.requests, ({ commentId }) => commentId);
	const ready = [...decided].flatMap(([id, asked]) => {
		const items = asked.map((one) => itemOf(one, state));
		const parts = (asked[0]?.comments ?? []).filter((part) => part !== id);
		return items.every((item) => item !== undefined) ? [{ id, items, parts }] : [];
	});
	if (ready.length === 0) return;
	const { thread } = headerOf(state).request;
	const comments = await forge.ownComments(thread);
	const own = (id: number): string => comments.find((one) => one.id === id)?.body ?? '';
	for (const { id, items, parts } of ready) {
		const texts = [...parts.map((part) => decidedPart(own(part))), decidedRequest(own(id), items)];
		for (const text of texts) if (text !== undefined) await forge.upsertComment(thread, text.marker, text.body);
	}
}

/** Returns what to show for one question. Undefined while people can still answer, or while an approved call has not ended. */
function itemOf(asked: Asked, state: State): DecidedItem | undefined {
	const { id, void: why, denial } = asked;
	const call = callsOf(state).find((one) => one.id === asked.callId);
	if (why !== undefined) return { id, kind: 'void', how: why, result: again(call, asked) };
	if (denial !== undefined)
		return { id, kind: 'denied', how: denialOf(denial), result: 'not done', ...wordsOf(denial) };
	const isAnswered = asked.signatures.length > 0;
	const how = isAnswered ? signaturesOf(asked) : 'nobody had decided';
	if (call?.outcome?.kind === 'blocked' && call.request?.id === id && isAnswered)
		return { id, kind: 'blocked', how, result: `not done: ${blockOf(call)}` };
	if (call?.outcome !== undefined && call.request?.id === id) {
		const result = call.outcome.kind === 'done' ? 'done' : call.outcome.kind;
		return { id, kind: isAnswered ? 'approved' : 'void', how, result: `${result}${proposal(asked)}` };
	}
	if (state.finished !== undefined) return { id, kind: 'void', how, result: 'not done: the run is over' };
	// Nobody knows how this call ended, so another request asks about it.
	return isAnswered && call !== undefined && call.request?.id !== id
		? { id, kind: 'approved', how, result: again(call, asked) }
		: undefined;
}

function again(call: CallState | undefined, { id }: Asked): string {
	const next = call?.request?.id;
	return next === undefined || next === id ? 'asked anew' : `asked anew as ${next}`;
}

function signaturesOf({ signatures }: Asked): string {
	return signatures
		.map(({ user, role, at, byButton }) => {
			const how = byButton === true ? ' by a button' : '';
			return `approved by @${user} (${role})${how}, ${minuteOf(at)}`;
		})
		.join('; ');
}

function denialOf(denial: NonNullable<Asked['denial']>): string {
	if (denial.approver_type !== 'human') return `${denial.rejection_reason ?? 'no answer'} (${minuteOf(denial.at)})`;
	return `denied by @${denial.user} (${denial.role}), ${minuteOf(denial.at)}`;
}

/** Says which rule blocks an approved call. The gate judged the call again after the approval, with a stricter result than before. */
function blockOf({ verdict }: CallState): string {
	return verdict === undefined ? 'it is blocked' : `\`${verdict.matched_rule}\` blocks it now: ${verdict.reason}`;
}

/** Returns the reason for a denial, if a person gave one. */
function wordsOf(denial: NonNullable<Asked['denial']>): Pick<DecidedItem, 'words'> {
	const words = denial.approver_type === 'human' ? reasonOf(denial) : undefined;
	return words === undefined ? {} : { words };
}

function proposal({ proposed }: Asked): string {
	return proposed === undefined || proposed === '' ? '' : `; for every run: ${proposed}`;
}
