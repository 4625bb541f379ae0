import type { Thread } from '../approvals/index.ts';
import { type EntryBody, sha256 } from '../core/index.ts';
import { requestOf } from './asked-thread.ts';
import { denied } from './decide.ts';
import type { CallState } from './state.ts';

/**
 * What follows where the comment that asked is not as it was posted. Threat: whoever may write can edit it, and another maintainer would
 * sign a text that is not what runs. Deleting it takes the question back.
 */
export function tamperedRequest(call: CallState, { comments }: Thread): EntryBody | undefined {
	const { id, commentId, shown } = requestOf(call);
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
