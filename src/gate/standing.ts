import type { Facts, Walls } from '../core/index.ts';
import type { Opinion, Subject } from './part.ts';
import { evidenceOf } from './policy.ts';
import type { Policy } from './rule.ts';
import { abouts, firstMatch } from './rule-matches.ts';
import { changedSteering } from './steering.ts';

/**
 * Which opinions the repository's standing approvals answer: what policies ask about, or speak of nowhere, where a rule of that file
 * names the very part and effect. Patterns, sandbox and risk go on asking, and so does a rule that names who may approve,
 * and whatever the organization asks about. Behind walls nobody saw what this run wrote: they answer nothing for a call that would execute
 * or obey it.
 */
export function answeredBy(
	standing: Policy | undefined,
	subject: Subject,
	{ facts, walls }: { readonly facts: Facts; readonly walls: Walls | undefined },
): (opinion: Opinion) => boolean {
	if (standing === undefined) return () => false;
	if (walls !== undefined && changedSteering(subject, facts) !== undefined) return () => false;
	const allowed = abouts(subject, facts).filter((about) => firstMatch(standing, about)?.decision === 'allow');
	const evidences = new Set(allowed.map(({ part, effect }) => evidenceOf(part, effect)));
	return ({ stage, evidence, approvers, ofOrganization }) =>
		ofOrganization === undefined &&
		approvers === undefined &&
		(stage === 'policy' || stage === 'default') &&
		evidences.has(evidence);
}
