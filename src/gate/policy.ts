import { describeEffect, type Effect, type Facts, type Stage } from '../core/index.ts';
import { type Opinion, opinion, type Part, type Subject } from './part.ts';
import type { Policy, Rule } from './rule.ts';
import { type About, abouts, firstMatch } from './rule-matches.ts';

/** The name of the policy that blocks catastrophic calls. No gate works without it, and its matches have their own layer. */
export const floorName = 'floor';

/** Returns the opinions of the policies about each part and each effect of a call. If no file matches, the default decides. */
export function judgePolicies(subject: Subject, policies: readonly Policy[], facts: Facts): readonly Opinion[] {
	const bodies = bodiesOf(policies);
	return abouts(subject, facts).flatMap((about) => judgeAbout(about, bodies));
}

/** The policies of an organization, and all other policies. */
interface Bodies {
	readonly above: readonly Policy[];
	readonly own: readonly Policy[];
	readonly hasDefaultAbove: boolean;
}

function bodiesOf(policies: readonly Policy[]): Bodies {
	const above = policies.filter(({ ofOrganization }) => ofOrganization === true);
	const own = policies.filter(({ ofOrganization }) => ofOrganization === undefined);
	return { above, own, hasDefaultAbove: above.some(({ defaultAction }) => defaultAction !== undefined) };
}

/**
 * The policies of an organization and of a repository are judged separately. If one side has no matching rule, its own default decides. So
 * if the organization has no matching rule, a rule of the repository that allows the call is not enough.
 */
function judgeAbout(about: About, { above, own, hasDefaultAbove }: Bodies): readonly Opinion[] {
	const isBare = hasDefaultAbove && own.every(({ name }) => name === floorName);
	const speaks = spokenOr(isBare ? noOpinion : defaultOf, about, own);
	if (above.length === 0) return speaks;
	return speaks.concat(spokenOr(hasDefaultAbove ? defaultOf : noOpinion, about, above).map(asOrganization));
}

type Fallback = (about: About, policies: readonly Policy[]) => readonly Opinion[];

function spokenOr(fallback: Fallback, about: About, policies: readonly Policy[]): readonly Opinion[] {
	const { part, effect } = about;
	const spoken = policies.flatMap((policy) => {
		const rule = firstMatch(policy, about);
		return rule === undefined ? [] : [byRule(rule, policy, evidenceOf(part, effect), effect)];
	});
	return spoken.length > 0 ? spoken : fallback(about, policies);
}

const noOpinion: Fallback = () => [];

function asOrganization(one: Opinion): Opinion {
	return { ...one, ofOrganization: true };
}

function defaultOf({ part, effect }: About, policies: readonly Policy[]): readonly Opinion[] {
	// An ordinary file needs no separate opinion, because the opinion on the pull request covers it.
	if (effect?.kind === 'deliver' && effect.what === 'ordinary') return [];
	return [effect === undefined ? harmless(part) : unmatched(part, effect, policies)];
}

/** Returns the opinion of a rule, with the rule's file and line. */
export function byRule(rule: Rule, policy: Policy, evidence: string, effect: Effect | undefined): Opinion {
	const stage: Stage = policy.name === floorName ? 'floor' : 'policy';
	const { name, reason, risk, decision, line, approvers } = rule;
	return {
		...opinion(stage, decision, { rule: name, reason, risk, evidence }, effect),
		file: policy.file,
		line,
		...(approvers && { approvers }),
		...(policy.isOwn === true && { isOwn: true as const }),
		...(asksContained(policy, rule.contained) && { asksContained: true as const }),
	};
}

/**
 * In mode `contained`, shipped policies need no approval inside the sandbox. Policies of a repository still require approval there, unless
 * they have `contained: true`.
 */
function asksContained(policy: Policy, ofRule?: boolean): boolean {
	return (ofRule ?? policy.contained ?? policy.isOwn !== true) === false;
}

function harmless(part: Part): Opinion {
	return opinion('effects', 'allow', {
		rule: 'no-effect',
		reason: 'It changes nothing and reads nothing.',
		risk: 'low',
		evidence: part.text,
	});
}

/** Returns the opinion if no rule matches. An opaque effect needs at least approval, even if a policy allows by default. */
function unmatched(part: Part, effect: Effect, policies: readonly Policy[]): Opinion {
	const base = policies.findLast((policy) => policy.defaultAction !== undefined);
	const wanted = base?.defaultAction ?? 'confirm';
	const decision = wanted === 'allow' && effect.kind === 'opaque' ? 'confirm' : wanted;
	const reason = `No rule covers this effect: the call ${describeEffect(effect)}.`;
	const about = { rule: 'default_action', reason, risk: 'medium', evidence: evidenceOf(part, effect) } as const;
	const asks = base !== undefined && asksContained(base);
	return { ...opinion('default', decision, about, effect), ...(asks && { asksContained: true as const }) };
}

/** Returns the evidence of a match: a part of a call and its effect. */
export function evidenceOf(part: Part, effect: Effect | undefined): string {
	const text = part.text.slice(0, 300);
	return effect === undefined ? text : `${text}: ${describeEffect(effect)}`;
}
