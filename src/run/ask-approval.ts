import type { ApprovalId, Comment, EntryBody, Ports } from '../core/index.ts';
import { isRequest, requestMarker, shownNumbers } from '../report/index.ts';
import { threadOf } from './asked-thread.ts';
import { evidenceOf, isAsJudged } from './evidence.ts';
import { freeNumber, isNameable } from './free-number.ts';
import { judge } from './judgement.ts';
import { postRequest } from './post-request.ts';
import { type Asked, fittingRequest, requestItem } from './shown-request.ts';
import { headerOf, type Stage, toolCallOf, verdictOf } from './stage.ts';
import type { CallState } from './state.ts';

/** Asks for the calls of a reply that need a person, in one request: as many as it can show whole, the others after them. */
export async function askApproval(calls: readonly CallState[], stage: Stage): Promise<EntryBody> {
	const { state, ports } = stage;
	const { request, run, settings } = headerOf(state);
	const marker = requestMarker(run, [String(state.lastApproval), ...calls.map((call) => call.id)]);
	const { comments: there } = await threadOf(stage);
	const first = await firstNumber({ marker, count: calls.length, there }, stage);
	const all = await Promise.all(calls.map((call, index) => askedOf(call, `A${first + index}`, ports)));
	const changed = all.findIndex(({ evidence, verdict }) => !isAsJudged(evidence, verdict));
	// A file that is not as it was judged is not shown as if it were.
	if (calls[changed] !== undefined) return judge(calls[changed], stage);
	const asked = ports.clock.now();
	const expires = new Date(asked.getTime() + settings.limits.approvalTimeoutSeconds * 1000).toISOString();
	const { items, comments } = fittingRequest(all.map(requestItem), {
		asked: asked.toISOString(),
		expires,
		said: await ports.blobs.get((state.rounds.at(-1) ?? never()).reply.text),
		requester: request.actor.login,
		standingHosts: settings.standingHosts ?? [],
	});
	const posted = await postRequest({ marker, comments, there, first, count: items.length }, stage);
	return {
		type: 'approval_requested',
		items: items.map((item) => ({
			id: item.id,
			call_id: item.call.id,
			binding: item.verdict.binding,
			again: item.again,
		})),
		...posted,
		expires_at: expires,
	};
}

/**
 * Ids count per thread: over the labels of its runs and over what our requests there have shown, since a job may have died between the
 * two. A request that is found again (its marker follows from what the run has asked before) keeps its ids.
 */
async function firstNumber(
	{ marker, count, there }: { readonly marker: string; readonly count: number; readonly there: readonly Comment[] },
	stage: Stage,
): Promise<number> {
	const requests = there.filter((comment) => comment.mine && isRequest(comment.body));
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

async function askedOf(call: CallState, id: ApprovalId, ports: Ports): Promise<Asked> {
	const toolCall = await toolCallOf(call, ports);
	const verdict = verdictOf(call);
	const paths = (verdict.executes ?? []).map(({ path }) => path);
	return { id, call: toolCall, verdict, again: call.unknown, evidence: evidenceOf(toolCall, paths, ports) };
}

function never(): never {
	throw new Error('nothing was said that could ask');
}
