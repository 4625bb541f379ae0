import { type AskedFor, type Pending, type Thread, unheardIn } from '../approvals/index.ts';
import type { EntryBody } from '../core/index.ts';
import { replyMarker } from '../report/index.ts';
import type { Asked } from './asked-state.ts';
import { headerOf, type Stage } from './stage.ts';

/** Tells one person why their answer decides nothing, once; undefined when nobody is left to be told. */
export async function tellUnheard(
	pending: readonly Pending[],
	thread: Thread,
	{ state, ports }: Stage,
): Promise<EntryBody | undefined> {
	const { requests, deciding, told } = state.asked;
	const heard = { asked: requests.map(askedFor), pending, deciding: new Set(deciding), told: new Set(told) };
	const [first] = unheardIn(thread, heard);
	if (first === undefined) return undefined;
	const { comment, why } = first;
	const { author, id } = comment;
	const { mayWrite } = await ports.forge.rights(author);
	// Anybody can write such comments: only who may decide is answered.
	if (mayWrite) {
		const { thread: number } = headerOf(state).request;
		await ports.forge.upsertComment(number, replyMarker(id), `@${author.login} ${why}`);
	}
	return { type: 'answer_unclear', comment_id: id, user_id: author.id, user: author.login, why };
}

function askedFor(request: Asked): AskedFor {
	const { id, commentId } = request;
	const end = endOf(request);
	return { id, commentId, ...(end === undefined ? {} : { end }) };
}

function endOf({ denial, signatures, void: why }: Asked): AskedFor['end'] {
	if (why !== undefined) return { kind: 'void', text: `does not count any more: ${why.replace(/\.$/, '')}` };
	if (denial?.approver_type === 'human')
		return { kind: 'denied', text: `was denied by @${denial.user}, which is final` };
	if (denial !== undefined) return { kind: 'denied', text: 'has expired or was withdrawn, which is a no' };
	const signers = signatures.map(({ user }) => `@${user}`).join(' and ');
	return signers === '' ? undefined : { kind: 'approved', text: `was approved by ${signers} and is done or under way` };
}
