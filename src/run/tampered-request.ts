import type { Thread } from '../approvals/index.ts';
import { type EntryBody, sha256 } from '../core/index.ts';
import { requestOf } from './asked-thread.ts';
import { denied } from './decide.ts';
import type { CallState } from './state.ts';

/**
 * What follows where a comment that asked is not as it was posted. Threat: whoever may write can edit it, and another maintainer would
 * sign a text that is not what runs. Deleting it takes the question back.
 */
export function tamperedRequest(call: CallState, { comments }: Pick<Thread, 'comments'>): EntryBody | undefined {
	const { id, comments: posted } = requestOf(call);
	const found = posted.map((one) => ({ ...one, body: comments.find((comment) => comment.id === one.id)?.body }));
	if (found.some(({ body }) => body === undefined))
		return denied(call, 'withdrawal', 'The comment that asked was deleted.');
	if (found.every(({ body = '', shown }) => shown === undefined || sha256(body) === shown)) return undefined;
	return {
		type: 'approval_void',
		id,
		call_id: call.id,
		why: 'The comment that asked was edited, so it is asked anew.',
	};
}
