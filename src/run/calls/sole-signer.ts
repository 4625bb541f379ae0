import { clausesOf, signableBy } from '../../approvals/index.ts';
import type { Clause, Ports, Verdict } from '../../core/index.ts';
import { whoMay } from '../../report/index.ts';
import { factsOf } from './needs.ts';
import { blocked } from './unjudgeable.ts';

/**
 * Refuses a call that the person at a terminal cannot approve alone, because it needs another person or two people. Returns undefined if
 * this person can sign the call, or if other people can sign here.
 */
export async function refusedUnsignable(
	verdict: Verdict,
	needs: readonly Clause[],
	{ alone, forge }: Pick<Ports, 'alone' | 'forge'>,
): Promise<Verdict | undefined> {
	if (alone === undefined || verdict.decision === 'block') return undefined;
	const clauses = clausesOf({ needs });
	const signable = signableBy(clauses, (await factsOf(alone, clauses, forge)).facts);
	const missing = clauses.filter((clause, index) => clause.count > 1 || !signable.includes(index));
	if (missing.length === 0) return undefined;
	const reason = `This asks for ${whoMay(missing).join(', and for ')}, and a terminal has only the person before it, who counts as one with write access. Nobody is asked. Let the action do this step, where all of them can sign.`;
	const refused = blocked('grant', 'nobody-here-can-sign', reason);
	return { ...refused, effects: verdict.effects, matches: [...refused.matches, ...verdict.matches] };
}
