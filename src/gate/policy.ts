import { describeEffect, type Effect, type Facts, type Stage } from '../core/index.ts';
import { type Opinion, opinion, type Part, type Subject } from './part.ts';
import type { Policy, Rule } from './rule.ts';
import { type About, abouts, firstMatch } from './rule-matches.ts';

/** The policy of this name holds the catastrophic; no gate works without it, and its matches have a stage of their own. */
export const floorName = 'floor';

/** What the policies say of a call, part by part and effect by effect; the default speaks where no file does. */
export function judgePolicies(subject: Subject, policies: readonly Policy[], facts: Facts): readonly Opinion[] {
	const bodies = bodiesOf(policies);
	return abouts(subject, facts).flatMap((about) => judgeAbout(about, bodies));
}

/** The policies of an organization, and those of a repository. */
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
 * An organization's policies and a repository's are two bodies of rules: where one says nothing, its own default speaks, so that nothing that the
 * repository allows stands in for it. A repository without a base of its own is under that of its organization.
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
	// What an ordinary change needs is said about the pull request that shows it.
	if (effect?.kind === 'deliver' && effect.what === 'ordinary') return [];
	return [effect === undefined ? harmless(part) : unmatched(part, effect, policies)];
}

/** What a rule says, with its place. */
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

/** What we wrote ourselves mode `contained` answers; what a repository wrote is asked there too, unless it says otherwise. */
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

/** Unmatched is at least confirm for what cannot be known, whatever a policy's default says. */
function unmatched(part: Part, effect: Effect, policies: readonly Policy[]): Opinion {
	const base = policies.findLast((policy) => policy.defaultAction !== undefined);
	const wanted = base?.defaultAction ?? 'confirm';
	const decision = wanted === 'allow' && effect.kind === 'opaque' ? 'confirm' : wanted;
	const reason = `No rule covers this effect: the call ${describeEffect(effect)}.`;
	const about = { rule: 'default_action', reason, risk: 'medium', evidence: evidenceOf(part, effect) } as const;
	const asks = base !== undefined && asksContained(base);
	return { ...opinion('default', decision, about, effect), ...(asks && { asksContained: true as const }) };
}

/** How the verdict's matches name an effect of a part. */
export function evidenceOf(part: Part, effect: Effect | undefined): string {
	const text = part.text.slice(0, 300);
	return effect === undefined ? text : `${text}: ${describeEffect(effect)}`;
}
