import { approves, type ReadComment } from '../../approvals/index.ts';
import type { EntryBody, EntryOf } from '../../core/index.ts';
import { shownBindings } from '../../report/index.ts';
import { judgeUngranted } from '../calls/judgement.ts';
import type { CallStep, Stage } from '../stage.ts';
import { type CallState, unsignedOf } from '../state/call-state.ts';
import { threadOf } from './asked-thread.ts';
import { rolesNow } from './roles-now.ts';

/**
 * Checks the approval of a plan again when a later process continues with the plan. The request must have shown this plan, the approving
 * comments must be unchanged, and their authors must still have the right to approve. Threat: somebody forges a journal, or uses an answer
 * to another question, to change the mode of a run.
 */
export async function upholdPlan(stage: Stage, { call }: CallStep): Promise<EntryBody> {
	const { comments } = await threadOf(stage);
	const why = unsigned(call, comments) ?? (await unshown(call, comments, stage)) ?? (await lostRight(call, stage));
	return why === undefined
		? { type: 'plan_upheld', call_id: call.id }
		: { type: 'plan_revoked', call_id: call.id, why };
}

function unsigned(call: CallState, comments: readonly ReadComment[]): string | undefined {
	const { request, signatures } = call;
	if (request === undefined || signatures.length === 0 || unsignedOf(call).length > 0)
		return 'Nobody has approved the plan.';
	const { id, commentId: askedIn } = request;
	const isSaid = ({ comment_id: commentId, user_id: userId }: EntryOf<'approval'>): boolean => {
		const comment = comments.find((one) => one.id === commentId);
		return comment !== undefined && comment.id > askedIn && comment.author.id === userId && approves(comment, id);
	};
	const gone = signatures.find((signature) => !isSaid(signature));
	return gone === undefined
		? undefined
		: `The comment of @${gone.user} that approved plan ${id} is gone, or was edited.`;
}

/**
 * Returns a sentence if the request did not show this plan. The run's own delivery may have moved the pull request's head after the
 * request, so the comparison uses the earlier head.
 */
async function unshown(call: CallState, comments: readonly ReadComment[], stage: Stage): Promise<string | undefined> {
	const { request, plan } = call;
	const { pull } = stage.state;
	const then = pull === undefined || plan?.head === undefined ? {} : { pull: { ...pull, head: plan.head } };
	const { binding } = await judgeUngranted(call, { ...stage, state: { ...stage.state, ...then } });
	const asked = new Set(request?.comments.map(({ id }) => id));
	const bodies = comments.filter(({ id, mine }) => mine && asked.has(id)).map(({ body }) => body);
	const shown = shownBindings(bodies).get(request?.id ?? '');
	return shown?.has(binding.slice(0, 16)) === true
		? undefined
		: `The comment that asked ${request?.id ?? ''} does not show this plan.`;
}

async function lostRight(call: CallState, { ports }: Stage): Promise<string | undefined> {
	const roles = await rolesNow(call, ports);
	return typeof roles === 'string' ? roles : undefined;
}
