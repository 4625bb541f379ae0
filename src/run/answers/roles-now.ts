import { clausesOf, mayAnswer } from '../../approvals/index.ts';
import type { Ports } from '../../core/index.ts';
import { factsOf } from '../calls/needs.ts';
import type { CallState } from '../state/call-state.ts';
import { requestOf } from './asked-thread.ts';

/** Returns the current roles of all people who approved. If one of them may no longer approve, it returns a sentence about that person. */
export async function rolesNow(call: CallState, { forge }: Ports): Promise<readonly string[] | string> {
	const needs = clausesOf(requestOf(call));
	const roles: string[] = [];
	for (const { user_id: id, user: login, clauses = [0] } of call.signatures) {
		const { role, mayWrite, facts } = await factsOf({ id, login }, needs, forge);
		const still = clauses.every((index) => needs.some((clause, at) => at === index && mayAnswer(clause, facts)));
		if (!still) return `@${login} ${mayWrite ? 'may no longer approve it' : 'no longer has write access'}.`;
		roles.push(role);
	}
	return roles;
}
