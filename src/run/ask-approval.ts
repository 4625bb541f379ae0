import { type ApprovalId, type EntryBody, sha256 } from '../core/index.ts';
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
import { threadOf } from './asked-thread.ts';
import { freeNumber, isNameable } from './free-number.ts';
import { needsOf } from './needs.ts';
import { headerOf, type Stage, toolCallOf, verdictOf } from './stage.ts';
import type { CallState } from './state.ts';

/** Asks for the calls of a reply that need a person, in one comment: as many as it can show whole, the others after them. */
export async function askApproval(calls: readonly CallState[], stage: Stage): Promise<EntryBody> {
	const { state, ports } = stage;
	const { request, run, settings } = headerOf(state);
	const expires = new Date(ports.clock.now().getTime() + settings.limits.approvalTimeoutSeconds * 1000).toISOString();
	const marker = requestMarker(run, [String(state.lastApproval), ...calls.map((call) => call.id)]);
	const first = await firstNumber(marker, calls.length, stage);
	const all = await Promise.all(calls.map((call, index) => itemOf(call, `A${first + index}`, stage)));
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
			...(item.needs === undefined ? {} : { needs: item.needs }),
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

async function itemOf(call: CallState, id: ApprovalId, stage: Stage): Promise<RequestItem> {
	const verdict = verdictOf(call);
	const needs = await needsOf(verdict, stage);
	return { id, call: await toolCallOf(call, stage.ports), verdict, again: call.unknown, needs };
}

function never(): never {
	throw new Error('nothing was said that could ask');
}
