import { type Decision, describeEffect, type Effect, type EffectKind, type Risk, type Stage } from '../core/index.ts';
import { type Opinion, opinion, type Part, type Subject } from './part.ts';
import type { Regex } from './regex.ts';

/** One rule of a policy file, ready to match. */
export interface Rule {
	readonly name: string;
	/** This product's names of the tools; undefined: any. */
	readonly tools: ReadonlySet<string> | undefined;
	readonly effects: ReadonlySet<EffectKind> | undefined;
	readonly commandPatterns: readonly Regex[] | undefined;
	readonly pathPatterns: readonly Regex[] | undefined;
	/** Matched on the effect in words, as people see it. */
	readonly effectPatterns: readonly Regex[] | undefined;
	readonly decision: Decision;
	readonly reason: string;
	readonly risk: Risk;
	readonly line: number;
}

/** A policy file that has passed its own examples. */
export interface Policy {
	readonly name: string;
	readonly file: string;
	readonly rules: readonly Rule[];
	readonly defaultAction: Decision | undefined;
	readonly approvalTimeoutSeconds: number | undefined;
	/** What a reader of the run should know, and does not stop it. */
	readonly warnings: readonly string[];
}

/** The policy of this name holds the catastrophic; no gate works without it, and its matches have a stage of their own. */
export const floorName = 'floor';

/** What a rule is held against: one part of a call, and one of its effects. */
export interface About {
	readonly subject: Subject;
	readonly part: Part;
	readonly effect: Effect | undefined;
	readonly home: string;
}

/** Every part of a call with each of its effects; a part without effects stands once, without one. */
export function abouts(subject: Subject, home: string): readonly About[] {
	return subject.parts.flatMap((part) => {
		const effects: readonly (Effect | undefined)[] = part.effects.length === 0 ? [undefined] : part.effects;
		return effects.map((effect) => ({ subject, part, effect, home }));
	});
}

/** What one file says: the first rule that matches speaks (leashd, Policies). */
export function firstMatch(policy: Policy, about: About): Rule | undefined {
	return policy.rules.find((rule) => matches(rule, about));
}

function matches(rule: Rule, { subject, part, effect, home }: About): boolean {
	if (rule.tools === undefined ? rule.effects === undefined : !rule.tools.has(subject.tool)) return false;
	if (rule.effects !== undefined && (effect === undefined || !rule.effects.has(effect.kind))) return false;
	if (rule.commandPatterns !== undefined && !(subject.isShell && hits(rule.commandPatterns, [part.text]))) return false;
	if (rule.pathPatterns !== undefined && !hits(rule.pathPatterns, pathsOf(effect, home))) return false;
	return (
		rule.effectPatterns === undefined || (effect !== undefined && hits(rule.effectPatterns, [describeEffect(effect)]))
	);
}

function hits(patterns: readonly Regex[], texts: readonly string[]): boolean {
	return texts.some((text) => patterns.some((pattern) => pattern.test(text)));
}

/** A path below the home is matched as `~/…`, too: no policy knows the name of a runner's home. */
function pathsOf(effect: Effect | undefined, home: string): readonly string[] {
	if (effect === undefined) return [];
	const path = 'path' in effect ? effect.path : effect.kind === 'secret.read' ? effect.what : undefined;
	if (path === undefined) return [];
	if (path !== home && !path.startsWith(`${home}/`)) return [path];
	return [path, `~${path.slice(home.length)}`];
}

/** What the policies say of a call, part by part and effect by effect; the default speaks where no file does. */
export function judgePolicies(subject: Subject, policies: readonly Policy[], home: string): readonly Opinion[] {
	return abouts(subject, home).flatMap((about) => judgeAbout(about, policies));
}

function judgeAbout(about: About, policies: readonly Policy[]): readonly Opinion[] {
	const { part, effect } = about;
	const spoken = policies.flatMap((policy) => {
		const rule = firstMatch(policy, about);
		if (rule === undefined || (effect?.kind === 'opaque' && rule.decision === 'allow')) return [];
		return [byRule(rule, policy, evidenceOf(part, effect), effect)];
	});
	if (spoken.length > 0) return spoken;
	return [effect === undefined ? harmless(part) : unmatched(part, effect, policies)];
}

function byRule(rule: Rule, policy: Policy, evidence: string, effect: Effect | undefined): Opinion {
	const stage: Stage = policy.name === floorName ? 'floor' : 'policy';
	const { name, reason, risk, decision, line } = rule;
	return { ...opinion(stage, decision, { rule: name, reason, risk, evidence }, effect), file: policy.file, line };
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
	const wanted = policies.findLast((policy) => policy.defaultAction !== undefined)?.defaultAction ?? 'confirm';
	const decision = wanted === 'allow' && effect.kind === 'opaque' ? 'confirm' : wanted;
	const reason = `No rule speaks about this: it ${describeEffect(effect)}.`;
	return opinion(
		'default',
		decision,
		{ rule: 'default_action', reason, risk: 'medium', evidence: evidenceOf(part, effect) },
		effect,
	);
}

function evidenceOf(part: Part, effect: Effect | undefined): string {
	const text = part.text.slice(0, 300);
	return effect === undefined ? text : `${text}: ${describeEffect(effect)}`;
}
