import { type Answer, answersIn } from '../approvals/index.ts';
import type { EntryBody, EntryOf, Ports } from '../core/index.ts';
import { pendingOf, threadOf } from './asked-thread.ts';
import { decide } from './decide.ts';
import { stopIn } from './heed.ts';
import { judgeUngranted } from './judgement.ts';
import type { Stage } from './stage.ts';
import { type CallState, openCalls } from './state.ts';
import { tamperedRequest } from './tampered-request.ts';

/**
 * Right before the claim: the comment that approved still stands, nobody who may has denied meanwhile, the approver still has the
 * right, and what would run is still what was shown. A journal alone approves nothing: the thread is read again.
 */
export async function uphold(call: CallState, stage: Stage): Promise<EntryBody> {
	const { answer, request } = call;
	if (answer === undefined || request === undefined) throw new Error(`call ${call.id} was not approved`);
	const asked = openCalls(stage.state).filter((open) => open.request !== undefined);
	const thread = await threadOf(stage);
	const answers = answersIn(thread, asked.map(pendingOf)).filter((given) => given.id === request.id);
	const stop = await stopIn(thread.comments, stage);
	if (stop !== undefined) return stop;
	const denial = await denialAmong(answers, call, stage.ports);
	if (denial !== undefined) return denial;
	const tampered = tamperedRequest(call, thread);
	if (tampered !== undefined) return tampered;
	const voided = (why: string): EntryBody => ({ type: 'approval_void', id: answer.id, call_id: call.id, why });
	if (!answers.some((given) => isSame(given, answer)))
		return voided('The comment that approved it is gone, or was edited.');
	const again = await judgeUngranted(call, stage);
	if (again.decision === 'block') return again;
	if (again.binding !== request.binding) return voided(changed);
	const rights = await stage.ports.forge.rights({ id: answer.user_id, login: answer.user });
	if (!rights.mayWrite) return voided(`@${answer.user} no longer has write access.`);
	return { type: 'approval_upheld', id: answer.id, call_id: call.id, role: rights.role, binding: again.binding };
}

const changed = 'What would run is not what was shown: the call, the base commit or a file that it executes changed.';

/** Deny wins until execution begins, whoever approved before. */
async function denialAmong(answers: readonly Answer[], call: CallState, ports: Ports): Promise<EntryBody | undefined> {
	for (const answer of answers.filter((given) => !given.approved)) {
		const decision = await decide(answer, [call], ports);
		if (decision.type === 'approval') return decision;
	}
	return undefined;
}

function isSame(given: Answer, answer: EntryOf<'approval'>): boolean {
	return given.approved && given.comment.id === answer.comment_id && given.comment.author.id === answer.user_id;
}
