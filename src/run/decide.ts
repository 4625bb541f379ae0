import type { Answer } from '../approvals/index.ts';
import type { EntryBody, Ports } from '../core/index.ts';
import { callOf, requestOf } from './asked-thread.ts';
import type { CallState } from './state.ts';

/** Records what somebody answered, or that they may not: their rights are read here. */
export async function decide(answer: Answer, calls: readonly CallState[], ports: Ports): Promise<EntryBody> {
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
	const scope = answer.scope === undefined ? {} : { scope: answer.scope };
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
		...scope,
	};
}

/** A denial by no person. */
export function denied(call: CallState, by: 'expiry' | 'withdrawal', reason: string): EntryBody {
	return {
		type: 'approval',
		id: requestOf(call).id,
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
