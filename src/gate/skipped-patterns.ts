import { basePolicies, type Effect } from '../core/index.ts';
import { type Opinion, opinion, type Subject } from './part.ts';
import { type PatternProblem, tellProblem } from './patterns.ts';
import { evidenceOf } from './policy.ts';
import type { Policy } from './rule.ts';

/**
 * The rule that requires approval while a pattern cannot be used. No mode answers it, because the missing pattern may be meant to block.
 */
export const skippedRule = 'pattern-skipped';

/** The other opinions on a call, and the policies of the gate. */
interface Spoken {
	readonly opinions: readonly Opinion[];
	readonly policies: readonly Policy[];
}

/**
 * While a pattern cannot be used, it is unknown which calls the pattern would stop. Every call that does more than read then needs
 * approval, unless another pattern or a policy that is not a shipped base matches it. If the pattern is from an organization, only matches
 * of the organization's patterns and policies count.
 */
export function judgeSkipped(subject: Subject, skipped: readonly PatternProblem[], spoken: Spoken): readonly Opinion[] {
	if (skipped.length === 0) return [];
	const above = { opinions: spoken.opinions.filter(isAbove), policies: spoken.policies.filter(isAbove) };
	return [
		...judgeMissing(subject, skipped.filter(isAbove), above),
		...judgeMissing(
			subject,
			skipped.filter((one) => !isAbove(one)),
			spoken,
		),
	];
}

function isAbove({ ofOrganization }: { readonly ofOrganization?: true }): boolean {
	return ofOrganization === true;
}

function judgeMissing(subject: Subject, skipped: readonly PatternProblem[], spoken: Spoken): readonly Opinion[] {
	const [first, ...more] = skipped;
	if (first === undefined || spoken.opinions.some(({ stage }) => stage === 'patterns')) return [];
	const covered = coveredEffects(spoken.opinions, spoken.policies);
	const uncovered = subject.parts.flatMap((part) =>
		part.effects.filter((effect) => effect.kind !== 'read' && !covered.has(effect)).map((effect) => ({ part, effect })),
	);
	return uncovered.slice(0, 1).map(({ part, effect }) => asked(first, more.length, evidenceOf(part, effect)));
}

function asked(problem: PatternProblem, more: number, evidence: string): Opinion {
	const others = more === 0 ? '' : ` (and ${more} more)`;
	const reason = `${tellProblem(problem)}${others}. Until somebody corrects the pattern, a call that no rule covers needs approval.`;
	const { file, line } = problem;
	return {
		...opinion('patterns', 'confirm', { rule: skippedRule, reason, risk: 'high', evidence }),
		file,
		...(line !== undefined && { line }),
	};
}

/** Returns the effects that a chosen policy matches: an overlay, or a policy of the repository. */
function coveredEffects(opinions: readonly Opinion[], policies: readonly Policy[]): ReadonlySet<Effect> {
	const isBase = ({ name }: Policy) => basePolicies.some((base) => base === name);
	// If two policies have the same file name, it is unknown which of them matched.
	const bases = new Set(policies.filter(isBase).map(({ file }) => file));
	const chosen = new Set(policies.map(({ file }) => file).filter((file) => !bases.has(file)));
	return new Set(
		opinions.flatMap(({ stage, file, effect }) =>
			stage === 'policy' && file !== undefined && chosen.has(file) && effect !== undefined ? [effect] : [],
		),
	);
}
