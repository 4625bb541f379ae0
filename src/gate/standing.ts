import type { Facts, Walls } from '../core/index.ts';
import type { Opinion, Part, Subject } from './part.ts';
import { patternEvidence } from './patterns.ts';
import { evidenceOf } from './policy.ts';
import type { Policy } from './rule.ts';
import { abouts, firstMatch } from './rule-matches.ts';
import { skippedRule } from './skipped-patterns.ts';
import { changedSteering } from './steering.ts';

/** What was approved ahead of the call, and by whom. */
export interface Standing {
	/** Rules that only allow. */
	readonly policy: Policy;
	/** They are of the person whose agent calls: a rule that names the command answers a confirm pattern that we ship, too. */
	readonly answersPatterns?: true;
}

/**
 * Which opinions standing approvals answer: what policies ask about, or speak of nowhere, where a rule of theirs
 * names the very part and effect. Patterns of a repository, sandbox and risk go on asking, and so does a rule that names who may approve,
 * and whatever the organization asks about. Behind walls nobody saw what this run wrote: they answer nothing for a call that would execute
 * or obey it.
 */
export function answeredBy(
	standing: Standing | undefined,
	subject: Subject,
	{ facts, walls }: { readonly facts: Facts; readonly walls: Walls | undefined },
): (opinion: Opinion) => boolean {
	if (standing === undefined) return () => false;
	if (walls !== undefined && changedSteering(subject, facts) !== undefined) return () => false;
	const { policy, answersPatterns } = standing;
	const allowed = abouts(subject, facts).filter((about) => firstMatch(policy, about)?.decision === 'allow');
	const evidences = new Set(allowed.map(({ part, effect }) => evidenceOf(part, effect)));
	const commands = answersPatterns === true ? namedCommands(policy, subject, facts) : new Set();
	return (one) => {
		if (one.ofOrganization !== undefined || one.approvers !== undefined) return false;
		if (one.stage === 'patterns') return isShippedPattern(one) && commands.has(one.evidence);
		return (one.stage === 'policy' || one.stage === 'default') && evidences.has(one.evidence);
	};
}

/** Commands that a rule allows by their words, with each of their effects. */
function namedCommands(policy: Policy, subject: Subject, facts: Facts): ReadonlySet<unknown> {
	const isNamed = (part: Part): boolean =>
		abouts({ ...subject, parts: [part] }, facts).every(
			(about) => firstMatch(policy, about)?.commandPatterns !== undefined,
		);
	return new Set(subject.parts.filter(isNamed).map(patternEvidence));
}

/** A pattern of others, or one that cannot be used, asks whatever else is allowed. */
function isShippedPattern({ asksContained, rule }: Opinion): boolean {
	return asksContained !== true && rule !== skippedRule;
}
