import { type Answer, answersIn, type Pending, type Thread } from '../approvals/index.ts';
import { type ApprovalId, type EntryBody, type EntryOf, type Ports, sha256 } from '../core/index.ts';
import {
	type ApprovalRequest,
	isRequest,
	longestRequest,
	type RequestItem,
	requestComment,
	requestMarker,
	shownNumbers,
	withIds,
} from '../report/index.ts';
import { freeNumber, isNameable } from './free-number.ts';
import { judge } from './judgement.ts';

import { headerOf, type Stage, toolCallOf, verdictOf } from './stage.ts';
import { type CallState, openCalls } from './state.ts';

/** Asks for the calls of a reply that need a person, in one comment: as many as it can show whole, the others after them. */
export async function askApproval(calls: readonly CallState[], stage: Stage): Promise<EntryBody> {
	const { state, ports } = stage;
	const { request, run, settings } = headerOf(state);
	const expires = new Date(ports.clock.now().getTime() + settings.limits.approvalTimeoutSeconds * 1000).toISOString();
	const marker = requestMarker(run, [String(state.lastApproval), ...calls.map((call) => call.id)]);
	const first = await firstNumber(marker, calls.length, stage);
	const all = await Promise.all(calls.map((call, index) => itemOf(call, `A${first + index}`, ports)));
	const said = await ports.blobs.get((state.rounds.at(-1) ?? never()).reply.text);
	const standingHosts = settings.standingHosts ?? [];
	const shown = { expires, said: said.slice(0, 4000), requester: request.actor.login, standingHosts };
	const items = fitting(all, shown);
	const body = withIds(requestComment({ items, ...shown }), first, items.length);
	const comment = await ports.forge.upsertComment(request.thread, marker, body);
	return {
		type: 'approval_requested',
		items: items.map((item) => ({
			id: item.id,
			call_id: item.call.id,
			binding: item.verdict.binding,
			again: item.again,
		})),
		comment_id: comment.id,
		shown: sha256(comment.body),
		expires_at: expires,
	};
}

/** The most calls, from the first, that one comment shows whole. */
function fitting(items: readonly RequestItem[], shown: Omit<ApprovalRequest, 'items'>): readonly RequestItem[] {
	const counts = items.map((_, index) => items.length - index);
	const most = counts.find(
		(count) => requestComment({ items: items.slice(0, count), ...shown }).length <= longestRequest,
	);
	return items.slice(0, most ?? 1);
}

/**
 * Ids count per thread: over the labels of its runs and over what our requests there have shown, since a job may have died between the
 * two. A request that is found again (its marker follows from what the run has asked before) keeps its ids.
 */
async function firstNumber(marker: string, count: number, stage: Stage): Promise<number> {
	const { comments } = await threadOf(stage);
	const requests = comments.filter((comment) => comment.mine && isRequest(comment.body));
	const [own] = requests
		.filter((comment) => comment.body.includes(marker))
		.flatMap((comment) => shownNumbers(comment.body));
	if (own !== undefined && isNameable(own, count)) return own;
	const labels = await stage.ports.store.labels(headerOf(stage.state).request.thread);
	const used = [
		...labels.map((label) => label.lastApproval),
		...requests.flatMap((comment) => shownNumbers(comment.body)),
	];
	return freeNumber([stage.state.lastApproval, ...used]);
}

/** Records one decision that is due, or that the run waits. */
export async function settle(calls: readonly CallState[], stage: Stage): Promise<EntryBody> {
	const { state, ports } = stage;
	const pending = calls.map(pendingOf);
	const thread = await threadOf(stage);
	for (const answer of answersIn(thread, pending)) {
		if (state.process?.refusedUsers.has(answer.comment.author.id)) continue;
		// A no stays one, whatever it was said to.
		const tampered = answer.approved ? tamperedRequest(callOf(answer.id, calls), thread) : undefined;
		return tampered ?? decide(answer, calls, ports);
	}
	const tampered = calls.map((call) => tamperedRequest(call, thread)).find((found) => found !== undefined);
	if (tampered !== undefined) return tampered;
	const now = ports.clock.now().getTime();
	const expired = pending.find((request) => Date.parse(request.expiresAt) < now);
	if (expired !== undefined) return expiry(expired, calls);
	const soonest = pending.map((request) => request.expiresAt).sort()[0] ?? new Date(now).toISOString();
	return { type: 'waiting', ids: pending.map((request) => request.id), expires_at: soonest };
}

/**
 * Right before the claim: the comment that approved still stands, nobody who may has denied meanwhile, the approver still has the
 * right, and what would run is still what was shown. A journal alone approves nothing: the thread is read again.
 */
export async function uphold(call: CallState, stage: Stage): Promise<EntryBody> {
	const { answer, request } = call;
	if (answer === undefined || request === undefined) throw new Error(`call ${call.id} was not approved`);
	const asked = openCalls(stage.state).filter((open) => open.request !== undefined);
	const thread = await threadOf(stage);
	const answers = answersIn(thread, asked.map(pendingOf)).filter((given) => given.id === request.id);
	const denial = await denialAmong(answers, call, stage.ports);
	if (denial !== undefined) return denial;
	const tampered = tamperedRequest(call, thread);
	if (tampered !== undefined) return tampered;
	const voided = (why: string): EntryBody => ({ type: 'approval_void', id: answer.id, call_id: call.id, why });
	if (!answers.some((given) => isSame(given, answer)))
		return voided('The comment that approved it is gone, or was edited.');
	const again = await judge(call, stage);
	if (again.decision === 'block') return again;
	if (again.binding !== request.binding) return voided(changed);
	const rights = await stage.ports.forge.rights({ id: answer.user_id, login: answer.user });
	if (!rights.mayWrite) return voided(`@${answer.user} no longer has write access.`);
	return { type: 'approval_upheld', id: answer.id, call_id: call.id, role: rights.role, binding: again.binding };
}

const changed = 'What would run is not what was shown: the call, the base commit or a file that it executes changed.';

/** Deny wins until execution begins, whoever approved before. */
async function denialAmong(answers: readonly Answer[], call: CallState, ports: Ports): Promise<EntryBody | undefined> {
	for (const answer of answers.filter((given) => !given.approved)) {
		const decision = await decide(answer, [call], ports);
		if (decision.type === 'approval') return decision;
	}
	return undefined;
}

function isSame(given: Answer, answer: EntryOf<'approval'>): boolean {
	return given.approved && given.comment.id === answer.comment_id && given.comment.author.id === answer.user_id;
}

/** The thread as it stands now. */
async function threadOf({ state, ports }: Stage): Promise<Thread> {
	const comments = await ports.forge.comments(headerOf(state).request.thread);
	return {
		comments,
		requests: comments.filter((comment) => comment.mine && isRequest(comment.body)).map((comment) => comment.id),
	};
}

async function decide(answer: Answer, calls: readonly CallState[], ports: Ports): Promise<EntryBody> {
	const { author, id: commentId } = answer.comment;
	const rights = await ports.forge.rights(author);
	const who = { user_id: author.id, user: author.login };
	if (!rights.mayWrite) {
		return {
			type: 'answer_refused',
			id: answer.id,
			comment_id: commentId,
			...who,
			why: `GitHub says "${rights.role}"; deciding needs write access.`,
		};
	}
	await ports.forge.react(commentId, answer.approved ? '+1' : '-1');
	const call = callOf(answer.id, calls);
	const reason = answer.approved ? {} : { rejection_reason: answer.reason ?? 'no reason given' };
	return {
		type: 'approval',
		id: answer.id,
		call_id: call.id,
		tool_name: call.name,
		approved: answer.approved,
		...who,
		role: rights.role,
		approver_type: 'human',
		comment_id: commentId,
		...reason,
	};
}

function expiry(request: Pending, calls: readonly CallState[]): EntryBody {
	return denied(callOf(request.id, calls), 'expiry', `Nobody answered before ${request.expiresAt}.`);
}

/** A denial by no person. */
function denied(call: CallState, by: 'expiry' | 'withdrawal', reason: string): EntryBody {
	return {
		type: 'approval',
		id: (call.request ?? never()).id,
		call_id: call.id,
		tool_name: call.name,
		approved: false,
		user_id: 0,
		user: 'nobody',
		role: 'none',
		approver_type: by,
		rejection_reason: reason,
	};
}

/**
 * What follows where the comment that asked is not as it was posted. Threat: whoever may write can edit it, and another maintainer would
 * sign a text that is not what runs. Deleting it takes the question back.
 */
function tamperedRequest(call: CallState, { comments }: Thread): EntryBody | undefined {
	const { id, commentId, shown } = call.request ?? never();
	const comment = comments.find((one) => one.id === commentId);
	if (comment === undefined) return denied(call, 'withdrawal', 'The comment that asked was deleted.');
	if (shown === undefined || sha256(comment.body) === shown) return undefined;
	return {
		type: 'approval_void',
		id,
		call_id: call.id,
		why: 'The comment that asked was edited, so it is asked anew.',
	};
}

async function itemOf(call: CallState, id: ApprovalId, ports: Ports): Promise<RequestItem> {
	return { id, call: await toolCallOf(call, ports), verdict: verdictOf(call), again: call.unknown };
}

function pendingOf(call: CallState): Pending {
	if (call.request === undefined) throw new Error(`call ${call.id} was not asked for`);
	return { id: call.request.id, commentId: call.request.commentId, expiresAt: call.request.expiresAt };
}

function callOf(id: ApprovalId, calls: readonly CallState[]): CallState {
	return calls.find((call) => call.request?.id === id) ?? never();
}

function never(): never {
	throw new Error('an answer names a request that is not open');
}
