import type { Pending, ReadComment, Thread } from '../../approvals/index.ts';
import type { ApprovalId } from '../../core/index.ts';
import { allNumbers, isRequest, isRequestOf } from '../../report/index.ts';
import { headerOf, type Stage } from '../stage.ts';
import type { Asked } from '../state/asked-state.ts';
import type { CallState, RequestState } from '../state/call-state.ts';
import { openCalls } from '../state/open-calls.ts';
import type { State } from '../state/state.ts';
import { runComments } from './run-comments.ts';

type AskedQuestion = NonNullable<Thread['asked']>[number];

/** Returns the run's thread, as GitHub shows it now. */
export async function threadOf(stage: Stage): Promise<Thread> {
	const thread = threadWith(await runComments(stage), stage.state);
	const isNow = stage.ports.signersToday?.approvals?.requireIds === true;
	return { ...thread, requireIds: thread.requireIds === true || isNow };
}

/** Returns the run's thread with these comments. */
export function threadWith(comments: readonly ReadComment[], state: State): Thread {
	const { settings, run } = headerOf(state);
	const requests = comments.filter((comment) => comment.mine && isRequest(comment.body));
	const waits = openCalls(state).flatMap(({ request, answer }) =>
		request !== undefined && answer === undefined ? [request.id] : [],
	);
	const waiting = new Set(waits);
	return {
		requireIds: settings.approvals?.requireIds === true,
		comments,
		// Threat: a person writes `/approve all` about the newest request, and somebody deletes this request before the job reads the answer.
		// Then `all` would mean an older request. So this list also has the requests from the journal.
		requests: [
			...new Set([...requests.map(({ id }) => id), ...state.asked.requests.map(({ commentId }) => commentId)]),
		],
		taken: new Set(requests.flatMap(({ body }) => (isRequestOf(body, run) ? [] : allNumbers(body)))),
		asked: state.asked.requests.map((asked) => withSettlingComment(asked, waiting)),
	};
}

/** Returns a question with the comment that settled it. As long as the call waits for further signatures, no comment has settled it. */
function withSettlingComment(
	{ id, commentId, denial, signatures }: Asked,
	waiting: ReadonlySet<ApprovalId>,
): AskedQuestion {
	const given = signatures.flatMap((signature) => signature.commentId ?? []);
	const signed = given.length === 0 ? undefined : Math.max(...given);
	const by = denial?.comment_id ?? signed;
	return {
		...{ id, commentId },
		...(by === undefined || waiting.has(id) ? {} : { by }),
		...(signed === undefined ? {} : { signed }),
	};
}

/** Returns the request of a call. */
export function requestOf(call: CallState): RequestState {
	if (call.request === undefined) throw new Error(`call ${call.id} was not asked for`);
	return call.request;
}

/** Returns a call's request in the form for `answersIn`. */
export function pendingOf(call: CallState): Pending {
	const { id, commentId, expiresAt } = requestOf(call);
	return { id, commentId, expiresAt, ...onceOf(call) };
}

function onceOf({ raise, plan }: CallState): Pick<Pending, 'once' | 'what'> {
	if (plan !== undefined) return { once: true, what: 'approval of a plan' };
	return raise === undefined ? {} : { once: true };
}

/** Returns the open call that has the id of an answer. */
export function callOf(id: ApprovalId, calls: readonly CallState[]): CallState {
	const call = calls.find((one) => one.request?.id === id);
	if (call === undefined) throw new Error(`an answer names ${id}, which is not open`);
	return call;
}
