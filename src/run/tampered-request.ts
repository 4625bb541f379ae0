import type { Thread } from '../approvals/index.ts';
import { type EntryBody, sha256 } from '../core/index.ts';
import { requestOf } from './asked-thread.ts';
import { denied } from './decide.ts';
import type { CallState } from './state.ts';

/**
 * What follows where a comment that asked is not as it was posted, or another run asks under the same id: of two runs that ask at the same
 * moment neither sees the other, and one answer would sign two steps. Threat: whoever may write can edit it, and another maintainer would
 * sign a text that is not what runs. Deleting it takes the question back.
 */
export function tamperedRequest(
	call: CallState,
	{ comments, taken }: Pick<Thread, 'comments' | 'taken'>,
): EntryBody | undefined {
	const { id, comments: posted } = requestOf(call);
	const found = posted.map((one) => {
		const { body, byOthers } = comments.find((comment) => comment.id === one.id) ?? {};
		return { ...one, body, byOthers };
	});
	if (found.some(({ body }) => body === undefined))
		return denied(call, 'withdrawal', 'The comment that asked was deleted.');
	// What it is compared with is as old as the journal: GitHub knows who changed it.
	const isOther = ({ body = '', shown, byOthers }: (typeof found)[number]): boolean =>
		byOthers === true || (shown !== undefined && sha256(body) !== shown);
	const why = found.some(isOther)
		? 'The comment that asked was edited, so it is asked anew.'
		: taken?.has(Number(id.slice(1)))
			? 'Another run asks under the same id, so it is asked anew.'
			: undefined;
	return why === undefined ? undefined : { type: 'approval_void', id, call_id: call.id, why };
}
