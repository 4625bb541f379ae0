import { type Answer, clausesOf, type PersonFacts, signableBy, unsigned } from '../../approvals/index.ts';
import type { Clause, EntryBody, EntryOf, Person, Ports } from '../../core/index.ts';
import { whoMay } from '../../report/index.ts';
import { factsOf, type Known } from '../calls/needs.ts';
import type { CallState } from '../state/call-state.ts';
import { callOf, requestOf } from './asked-thread.ts';

/**
 * Returns the entry for a person's answer, or for the refusal if the person is not allowed to answer. It reads the person's current rights
 * from GitHub. People with write access, and people who may approve, can deny.
 */
export async function decide(answer: Answer, calls: readonly CallState[], ports: Ports): Promise<EntryBody> {
	const { author, id: commentId } = answer.comment;
	const call = callOf(answer.id, calls);
	const scope = answer.scope === undefined ? {} : { scope: answer.scope };
	const needs = clausesOf(requestOf(call));
	const known = await factsOf(author, needs, ports.forge);
	const clauses = signableBy(needs, known.facts);
	const mayDeny = !answer.approved && known.mayWrite;
	if (clauses.length === 0 && !mayDeny) {
		const others = calls.filter((other) => other !== call).map((other) => clausesOf(requestOf(other)));
		const isHeardElsewhere = known.mayWrite || (await maySignAny(author, others, ports));
		return refused(answer, needs, { ...known, isHeardElsewhere });
	}
	await ports.forge.react(commentId, answer.approved ? '+1' : '-1');
	return {
		type: 'approval',
		id: answer.id,
		call_id: call.id,
		tool_name: call.name,
		approved: answer.approved,
		user_id: author.id,
		user: author.login,
		role: known.role,
		approver_type: 'human',
		comment_id: commentId,
		...(answer.comment.byButton === true ? { by_button: true as const } : {}),
		...(answer.approved
			? signed(clauses, { ...call, needs, userId: author.id })
			: answer.reason === undefined
				? {}
				: { rejection_reason: answer.reason }),
		...scope,
	};
}

interface Signing extends Pick<CallState, 'signatures'> {
	readonly needs: readonly Clause[];
	readonly userId: number;
}

function signed(clauses: readonly number[], { needs, signatures, userId }: Signing) {
	const isComplete = unsigned(needs, [...signatures, { user_id: userId, clauses }]).length === 0;
	return { clauses, ...(isComplete ? {} : { incomplete: true as const }) };
}

/**
 * Returns whether a person may approve one of the other calls. A rule can allow a person without write access to approve only some calls.
 */
async function maySignAny(person: Person, others: readonly (readonly Clause[])[], { forge }: Ports): Promise<boolean> {
	for (const needs of others)
		if (signableBy(needs, (await factsOf(person, needs, forge)).facts).length > 0) return true;
	return false;
}

/**
 * Returns the entry that refuses a person's answer. If the person may answer none of the open calls, this process ignores the person's
 * other answers. Otherwise the person may still answer the other calls.
 */
function refused(
	{ id, comment, approved }: Answer,
	needs: readonly Clause[],
	known: Known & { readonly isHeardElsewhere: boolean },
): EntryOf<'answer_refused'> {
	const { author } = comment;
	return {
		type: 'answer_refused',
		id,
		comment_id: comment.id,
		user_id: author.id,
		user: author.login,
		why: known.isHeardElsewhere
			? whyNot(id, needs, known.facts)
			: `GitHub says "${known.role}"; deciding needs write access.`,
		...(known.isHeardElsewhere && approved ? { this_call: true as const } : {}),
	};
}

function whyNot(id: string, needs: readonly Clause[], facts: PersonFacts): string {
	const isOwn = needs.every(({ who }) => who.except?.id === facts.id);
	if (isOwn) return `@${facts.login} started this run, and ${id} needs the approval of another person.`;
	return `${id} needs the approval of ${whoMay(needs).join(', and of ')}.`;
}

/** Returns the entry for a denial that did not come from a person. */
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
