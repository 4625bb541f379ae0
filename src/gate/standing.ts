import type { Facts } from '../core/index.ts';
import type { Opinion, Subject } from './part.ts';
import { evidenceOf } from './policy.ts';
import type { Policy } from './rule.ts';
import { abouts, firstMatch } from './rule-matches.ts';

/**
 * Which opinions the repository's standing approvals answer: what policies ask about, or speak of nowhere, where a rule of that file
 * names the very part and effect. Patterns, sandbox and risk go on asking, and so does a rule that names who may approve,
 * and whatever the organization asks about.
 */
export function answeredBy(
	standing: Policy | undefined,
	subject: Subject,
	facts: Facts,
): (opinion: Opinion) => boolean {
	if (standing === undefined) return () => false;
	const allowed = abouts(subject, facts).filter((about) => firstMatch(standing, about)?.decision === 'allow');
	const evidences = new Set(allowed.map(({ part, effect }) => evidenceOf(part, effect)));
	return ({ stage, evidence, approvers, ofOrganization }) =>
		ofOrganization === undefined &&
		approvers === undefined &&
		(stage === 'policy' || stage === 'default') &&
		evidences.has(evidence);
}
