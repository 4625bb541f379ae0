import { describeEffect, type Effect, type EffectKind, type Facts, type Risk, riskier } from '../core/index.ts';
import { branchOf, matchesBranch } from './branch.ts';
import { matchesPaths, pathsOf } from './effect-paths.ts';
import { matchesHosts } from './hosts.ts';
import type { Part, Subject } from './part.ts';
import type { Regex } from './regex.ts';
import { scorePart } from './risk.ts';
import type { Conditions, Policy, Rule } from './rule.ts';

/** The input of a rule: one part of a call, and one of its effects. */
export interface About {
	readonly subject: Subject;
	readonly part: Part;
	readonly effect: Effect | undefined;
	readonly facts: Facts;
}

/** Returns every part of a call with each of its effects. A part without effects is returned once, without an effect. */
export function abouts(subject: Subject, facts: Facts): readonly About[] {
	return subject.parts.flatMap((part) => {
		const effects: readonly (Effect | undefined)[] = part.effects.length === 0 ? [undefined] : part.effects;
		return effects.map((effect) => ({ subject, part, effect, facts }));
	});
}

/** Returns the first rule of a file that matches. It decides for the file (leashd, Policies). */
export function firstMatch(policy: Policy, about: About): Rule | undefined {
	return rulesFor(policy, about.effect).find((rule) => matches(rule, about));
}

type Kind = EffectKind | 'none';

const tables = new WeakMap<Policy, Map<Kind, readonly Rule[]>>();

/** Returns the rules of a policy that may match effects of a kind. */
function rulesFor(policy: Policy, effect: Effect | undefined): readonly Rule[] {
	const table = tables.get(policy) ?? new Map<Kind, readonly Rule[]>();
	if (table.size === 0) tables.set(policy, table);
	const kind = effect?.kind ?? 'none';
	let rules = table.get(kind);
	if (rules === undefined) {
		rules = policy.rules.filter(({ effects }) => effects === undefined || (kind !== 'none' && effects.has(kind)));
		table.set(kind, rules);
	}
	return rules;
}

type Holds = (rule: Rule, about: About) => boolean;

/** The test for each condition of a rule. TypeScript refuses this table if a condition is missing. */
const conditions: Readonly<Record<keyof Conditions, Holds>> = {
	tools: ({ tools }, { subject }) => tools === undefined || namesTool(tools, subject.tool),
	effects: ({ effects }, { effect }) => effects === undefined || (effect !== undefined && effects.has(effect.kind)),
	commandPatterns: ({ commandPatterns: patterns }, { subject, part }) =>
		patterns === undefined || (subject.isShell && hits(patterns, [part.text])),
	pathPatterns: ({ pathPatterns: patterns }, { effect, facts }) =>
		patterns === undefined || hits(patterns, pathsOf(effect, facts)),
	effectPatterns: ({ effectPatterns: patterns }, { effect }) =>
		patterns === undefined || (effect !== undefined && hits(patterns, [describeEffect(effect)])),
	minRisk: ({ minRisk }, { part }) => minRisk === undefined || hasRisk(part, minRisk),
	hosts: ({ hosts, decision }, { effect }) => hosts === undefined || matchesHosts(hosts, effect, decision === 'allow'),
	paths: ({ paths, decision }, { effect, facts }) =>
		paths === undefined || matchesPaths(paths, effect, facts, decision === 'allow'),
	branches: ({ branches, decision }, { subject, part, effect, facts }) =>
		branches === undefined ||
		(effect !== undefined && matchesBranch(branches, branchOf(effect, part, subject, facts), decision === 'allow')),
};

const conditionNames = Object.keys(conditions) as readonly (keyof Conditions)[];
const setConditions = new WeakMap<Rule, readonly Holds[]>();

/**
 * The conditions that a rule sets. Most rules set one or two. Testing only these saves time, because they are tested for each effect of
 * each call.
 */
function conditionsOf(rule: Rule): readonly Holds[] {
	let set = setConditions.get(rule);
	if (set === undefined) {
		set = conditionNames.filter((name) => rule[name] !== undefined).map((name) => conditions[name]);
		setConditions.set(rule, set);
	}
	return set;
}

/**
 * Returns whether a rule matches, whatever the rules before it do. If a path or branch is unknown, a rule that restricts matches, and a
 * rule that allows does not. No rule allows an opaque effect, unless it names the unknown tool.
 */
export function matches(rule: Rule, about: About): boolean {
	return mayMatch(rule, about.effect) && conditionsOf(rule).every((holds) => holds(rule, about));
}

function mayMatch(rule: Rule, effect: Effect | undefined): boolean {
	if (rule.tools === undefined && rule.effects === undefined) return false;
	return effect?.kind !== 'opaque' || rule.decision !== 'allow' || isKnownByName(rule, effect);
}

/** Returns whether a rule names an unknown tool. The author of such a rule knows the tool, although the gate does not. */
function isKnownByName({ tools }: Rule, { tool }: Extract<Effect, { kind: 'opaque' }>): boolean {
	return tools !== undefined && tool !== undefined && namesTool(tools, tool);
}

/** Returns whether names of tools include this tool. `mcp__server__*` means all tools of a server. */
export function namesTool(tools: ReadonlySet<string>, tool: string): boolean {
	if (tools.has(tool)) return true;
	for (const name of tools) if (name.endsWith('*') && tool.startsWith(name.slice(0, -1))) return true;
	return false;
}

function hasRisk(part: Part, least: Risk): boolean {
	const { level } = scorePart(part);
	return riskier(level, least) === level;
}

function hits(patterns: readonly Regex[], texts: readonly string[]): boolean {
	return texts.some((text) => patterns.some((pattern) => pattern.test(text)));
}
