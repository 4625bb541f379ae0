import { type ApprovalId, type Comment, type EntryBody, type EntryOf, standingReach } from '../../core/index.ts';
import { allNumbers, isRequest, type RequestComment, type RequestItem, requestMarker } from '../../report/index.ts';
import { commentsFor } from '../answers/run-comments.ts';
import { shownPlan } from '../calls/carry-out-plan.ts';
import { evidenceOf, isAsJudged } from '../calls/evidence.ts';
import { deliveryBy } from '../calls/judged-delivery.ts';
import { judge } from '../calls/judgement.ts';
import { needsOf } from '../calls/needs.ts';
import { steeringOf } from '../calls/steering.ts';
import { writtenBy } from '../calls/written-by.ts';
import { headerOf, type Stage, toolCallOf, verdictOf } from '../stage.ts';
import { isOfSkill } from '../state/budget.ts';
import type { CallState } from '../state/call-state.ts';
import { isOwn } from '../state/call-state.ts';
import { groupedAlike } from './alike.ts';
import { earlierRequests, isAsPosted, timedMarker } from './earlier-request.ts';
import { freeNumber, isNameable } from './free-number.ts';
import { postRequest } from './post-request.ts';
import { type Asked, fittingRequest, isShownTogether, itemTogether, type Together } from './shown-request.ts';

/**
 * Asks people about the calls of a reply, in one request. The request contains as many calls as it can show completely. A later request
 * asks about the others.
 */
export async function askApproval(
	stage: Stage,
	{ calls }: { readonly calls: readonly CallState[] },
): Promise<EntryBody> {
	const all = await Promise.all(calls.map((call, index) => askedOf(call, `A${index + 1}`, stage)));
	const changed = all.findIndex(({ evidence, verdict }) => !isAsJudged(evidence, verdict));
	// If a file changed after the judgement, judge the call again before asking about it.
	if (calls[changed] !== undefined) return judge(stage, { call: calls[changed] });
	const there = await commentsFor(stage.state, stage.ports.forge);
	const groups = groupedAlike(all).flatMap((group) =>
		isShownTogether(group, stage) ? [group] : group.map((one): Together => [one]),
	);
	const request = await requestToPost(groups, there, stage);
	const posted = await postRequest({ ...request, there }, stage);
	return {
		type: 'approval_requested',
		items: request.items.flatMap(itemsOf),
		...posted,
		expires_at: request.expires,
	};
}

/** Lists each call with its id. Calls that one answer decides share an id. */
function itemsOf({ id, call, verdict, again, needs, alike = [] }: RequestItem): EntryOf<'approval_requested'>['items'] {
	const asks = { again, ...(needs === undefined ? {} : { needs }) };
	const calls = [{ call, binding: verdict.binding }, ...alike];
	return calls.map((one) => ({ id, call_id: one.call.id, binding: one.binding, ...asks }));
}

interface Request {
	readonly marker: string;
	readonly expires: string;
	readonly items: readonly RequestItem[];
	readonly comments: readonly RequestComment[];
}

/**
 * Returns the request to post. An earlier job may have posted the same request before it died, and people may have answered it. If the old
 * request says exactly what a new one would say, this uses its ids and its time again. Otherwise it creates a new request.
 */
async function requestToPost(asked: readonly Together[], there: readonly Comment[], stage: Stage): Promise<Request> {
	const { run } = headerOf(stage.state);
	const plain = await rendered(asked, { askedAt: 0, first: 1, marker: '' }, stage);
	const calls = asked.flat().map(({ call }) => call.id);
	const base = requestMarker(run, [
		String(stage.state.lastApproval),
		...calls,
		...plain.comments.map(({ text }) => text),
	]);
	const earlier = earlierRequests(base, there);
	const fresh = await freshNumber(there, stage);
	for (const one of earlier) {
		const { askedAt, marker, first = fresh } = one;
		if (!isNameable(first, asked.length)) continue;
		const request = await rendered(asked, { askedAt, first, marker }, stage);
		if (isAsPosted(one, request.comments)) return request;
	}
	const last = earlier.at(-1)?.askedAt ?? 0;
	const askedAt = Math.max(stage.ports.clock.now().getTime(), last + 1);
	return rendered(asked, { askedAt, first: fresh, marker: timedMarker(base, askedAt) }, stage);
}

async function rendered(
	asked: readonly Together[],
	{ askedAt, first, marker }: { readonly askedAt: number; readonly first: number; readonly marker: string },
	{ state, ports }: Stage,
): Promise<Request> {
	const { request, settings } = headerOf(state);
	const expires = new Date(askedAt + settings.limits.approvalTimeoutSeconds * 1000).toISOString();
	const numbered = asked.map((group, index) => itemTogether(group, `A${first + index}`));
	const shown = fittingRequest(numbered, {
		asked: new Date(askedAt).toISOString(),
		expires,
		said: await saidBeside(asked.flat(), { state, ports }),
		requester: request.actor.login,
		...(request.owner === undefined ? {} : { owner: request.owner }),
		standing: standingReach(settings),
	});
	return { marker, expires, ...shown };
}

/**
 * Returns the next free number for ids, which are unique in a thread. It reads the saved labels of the thread's runs. It also reads the
 * requests in the thread, because a job may have died after it posted one and before it saved the run.
 */
async function freshNumber(there: readonly Comment[], stage: Stage): Promise<number> {
	const requests = there.filter((comment) => comment.mine && isRequest(comment.body));
	const labels = await stage.ports.store.labels(headerOf(stage.state).request.thread);
	const used = [
		...labels.map((label) => label.lastApproval),
		...requests.flatMap((comment) => allNumbers(comment.body)),
	];
	return freeNumber([stage.state.lastApproval, ...used]);
}

async function askedOf(call: CallState, id: ApprovalId, stage: Stage): Promise<Asked> {
	const toolCall = await toolCallOf(call, stage.ports);
	const verdict = verdictOf(call);
	const needs = await needsOf(verdict, stage);
	const executes = (verdict.executes ?? []).flatMap(({ path, steers }) => (steers ? [] : [path]));
	const { delivery } = await deliveryBy(toolCall, stage.ports);
	const steering = await steeringOf(toolCall.name, verdict, stage);
	const written = delivery && { delivery: { ...delivery, writtenBy: writtenBy(stage.state) } };
	const looking = { executes, verdict, ...written, ...(steering && { steering }) };
	return {
		id,
		call: toolCall,
		verdict,
		again: call.unknown,
		needs,
		evidence: evidenceOf(toolCall, looking, stage.ports),
		...(call.raise === undefined
			? {}
			: { raise: { ...call.raise, isOfSkill: isOfSkill(stage.state, call.raise.cap) } }),
		...(call.plan === undefined ? {} : { plan: shownPlan(toolCall, call.plan, stage.state) }),
	};
}

/** Returns the text that the model wrote together with its calls. For the run's own calls there is no such text. */
async function saidBeside(asked: readonly Asked[], { state, ports }: Pick<Stage, 'state' | 'ports'>): Promise<string> {
	const last = state.rounds.at(-1);
	return last === undefined || asked.every(isOwn) ? '' : ports.blobs.get(last.reply.text);
}
