import type { Facts, Walls } from '../core/index.ts';
import type { Opinion, Part, Subject } from './part.ts';
import { patternEvidence } from './patterns.ts';
import { evidenceOf } from './policy.ts';
import type { Policy } from './rule.ts';
import { abouts, firstMatch } from './rule-matches.ts';
import { skippedRule } from './skipped-patterns.ts';
import { changedSteering } from './steering.ts';

/** Approvals that were given before the call. */
export interface Standing {
	/** Rules that only allow. */
	readonly policy: Policy;
	/** The rules belong to the person whose agent makes the call. A rule that names the command also covers a shipped `confirm` pattern. */
	readonly answersPatterns?: true;
}

/**
 * Returns a function that says whether standing approvals cover an opinion. They cover the `confirm` of a policy or of the default, if one
 * of their rules allows exactly this part and effect. They do not cover patterns of a repository, paths, risk, rules that name approvers,
 * or rules of the organization. In a proven sandbox, a run may write files that nobody has seen. If a call would execute such a file, or
 * read it as settings, they do not cover the call.
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

/** Returns the commands for which each effect is allowed by a rule with `command_patterns`. */
function namedCommands(policy: Policy, subject: Subject, facts: Facts): ReadonlySet<unknown> {
	const isNamed = (part: Part): boolean =>
		abouts({ ...subject, parts: [part] }, facts).every(
			(about) => firstMatch(policy, about)?.commandPatterns !== undefined,
		);
	return new Set(subject.parts.filter(isNamed).map(patternEvidence));
}

/** Returns whether an opinion is from a shipped pattern. Other patterns, and a pattern that cannot be used, always need approval. */
function isShippedPattern({ asksContained, rule }: Opinion): boolean {
	return asksContained !== true && rule !== skippedRule;
}
