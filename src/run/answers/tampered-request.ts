import type { Thread } from '../../approvals/index.ts';
import { type EntryBody, sha256 } from '../../core/index.ts';
import type { CallState } from '../state/call-state.ts';
import { requestOf } from './asked-thread.ts';
import { denied } from './decide.ts';

/**
 * Returns the entry to record if a request comment was changed, or if another run uses the same id. Two runs that ask at the same moment
 * can choose the same id, and then one answer would approve two steps. Threat: a person with write access edits the request, and another
 * maintainer approves a text that differs from the step. If the comment was deleted, the question is withdrawn.
 */
export function entryIfRequestChanged(
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
	// A different hash in the journal proves that the text changed. But older journals have no hash, and a forged journal has a matching one.
	// So an edit by another person, as GitHub reports it, is enough.
	const wasEdited = ({ body = '', shown, byOthers }: (typeof found)[number]): boolean =>
		byOthers === true || (shown !== undefined && sha256(body) !== shown);
	const why = found.some(wasEdited)
		? 'The comment that asked was edited, so it is asked anew.'
		: taken?.has(Number(id.slice(1)))
			? 'Another run asks under the same id, so it is asked anew.'
			: undefined;
	return why === undefined ? undefined : { type: 'approval_void', id, call_id: call.id, why };
}
