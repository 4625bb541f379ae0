import { type EffectKind, riskier } from '../core/index.ts';
import type { Conditions, Policy, Rule } from './rule.ts';
import { namesTool } from './rule-matches.ts';

/** A rule that never applies, and the earlier rules that apply instead. */
export interface Shadow {
	readonly index: number;
	readonly by: readonly Rule[];
}

/** Returns the rules that certainly never apply, because earlier rules match the same calls. Patterns are compared only as text. */
export function shadowsIn({ rules }: Policy): readonly Shadow[] {
	return rules.flatMap((rule, index) => {
		const by = coveredBy(rule, rules.slice(0, index));
		return by === undefined ? [] : [{ index, by: [...new Set(by)] }];
	});
}

/** Returns the earlier rules that together hide a rule: each of them can hide a different effect of the rule. */
function coveredBy(later: Rule, before: readonly Rule[]): readonly Rule[] | undefined {
	// A rule that names neither tools nor effects, or an empty list of tools, matches nothing anyway.
	if (later.tools === undefined ? later.effects === undefined : later.tools.size === 0) return undefined;
	const kinds = later.effects === undefined ? [undefined] : [...later.effects];
	const by = kinds.map((kind) => before.find((earlier) => covers(earlier, later, kind)));
	return by.every((rule) => rule !== undefined) ? by : undefined;
}

function covers(earlier: Rule, later: Rule, kind: EffectKind | undefined): boolean {
	return (
		lasts(earlier, later) &&
		mayCover(earlier, later, kind) &&
		allConditions.every((includes) => includes(earlier, later, kind))
	);
}

/**
 * Returns whether the earlier rule lasts as long as the later one. After a temporary allow expires, the rules after it apply. So it hides
 * only an allow that expires at the same time or earlier.
 */
function lasts(earlier: Rule, later: Rule): boolean {
	if (earlier.decision !== 'allow' || earlier.expires === undefined) return true;
	return later.decision === 'allow' && later.expires !== undefined && later.expires <= earlier.expires;
}

function mayCover(earlier: Rule, later: Rule, kind: EffectKind | undefined): boolean {
	if (earlier.tools === undefined && earlier.effects === undefined) return false;
	// No rule allows an opaque effect, so an allow does not hide a rule that restricts it.
	const isMilder = earlier.decision === 'allow' && later.decision !== 'allow';
	return !(isMilder && (kind === undefined || kind === 'opaque'));
}

type Includes = (earlier: Rule, later: Rule, kind: EffectKind | undefined) => boolean;

/** Whether each condition of the earlier rule includes that of the later one. TypeScript refuses this table if a condition is missing. */
const conditions: Readonly<Record<keyof Conditions, Includes>> = {
	tools: ({ tools }, later) =>
		tools === undefined || (later.tools !== undefined && [...later.tools].every((tool) => namesTool(tools, tool))),
	effects: ({ effects }, _, kind) => effects === undefined || (kind !== undefined && effects.has(kind)),
	commandPatterns: (earlier, later) => includesPatterns(earlier.commandPatterns, later.commandPatterns),
	pathPatterns: (earlier, later) => includesPatterns(earlier.pathPatterns, later.pathPatterns),
	effectPatterns: (earlier, later) => includesPatterns(earlier.effectPatterns, later.effectPatterns),
	branches: (earlier, later) => includesPatterns(earlier.branches, later.branches),
	paths: (earlier, later) => includesPatterns(earlier.paths, later.paths),
	hosts: ({ hosts }, later) => hosts === undefined || later.hosts?.every((host) => hosts.includes(host)) === true,
	minRisk: ({ minRisk }, later) =>
		minRisk === undefined || (later.minRisk !== undefined && riskier(later.minRisk, minRisk) === later.minRisk),
};

const allConditions = Object.values(conditions);

type Patterns = readonly { readonly source: string }[] | undefined;

/** Returns whether the earlier list contains every pattern of the later list. One matching pattern of a list is enough for a rule. */
function includesPatterns(earlier: Patterns, later: Patterns): boolean {
	const known = earlier?.map(({ source }) => source);
	return known === undefined || (later?.every(({ source }) => known.includes(source)) ?? false);
}
