import { type EffectKind, riskier } from '../core/index.ts';
import type { Policy, Rule } from './rule.ts';
import { namesTool } from './rule-matches.ts';

/** A rule that never speaks, and the rules before it that speak in its place. */
export interface Shadow {
	readonly index: number;
	readonly by: readonly Rule[];
}

/**
 * The rules that provably never speak, because what they match is matched by earlier ones. Patterns are compared by their text, so a
 * shadow of another spelling is found by the rule's own examples only.
 */
export function shadowsIn({ rules }: Policy): readonly Shadow[] {
	return rules.flatMap((rule, index) => {
		const by = coveredBy(rule, rules.slice(0, index));
		return by === undefined ? [] : [{ index, by: [...new Set(by)] }];
	});
}

/** One rule may cover one effect, and another the next. */
function coveredBy(later: Rule, before: readonly Rule[]): readonly Rule[] | undefined {
	// What names neither tools nor effects, or an empty list of tools, matches nothing anyhow.
	if (later.tools === undefined ? later.effects === undefined : later.tools.size === 0) return undefined;
	const kinds = later.effects === undefined ? [undefined] : [...later.effects];
	const by = kinds.map((kind) => before.find((earlier) => covers(earlier, later, kind)));
	return by.every((rule) => rule !== undefined) ? by : undefined;
}

function covers(earlier: Rule, later: Rule, kind: EffectKind | undefined): boolean {
	return (
		lasts(earlier, later) &&
		coversNames(earlier, later, kind) &&
		coversPatterns(earlier, later) &&
		coversRisk(earlier, later)
	);
}

/** What is allowed for a time leaves everything to the rules after it when the time is over. */
function lasts(earlier: Rule, later: Rule): boolean {
	if (earlier.decision !== 'allow' || earlier.expires === undefined) return true;
	return later.decision === 'allow' && later.expires !== undefined && later.expires <= earlier.expires;
}

function coversNames(earlier: Rule, later: Rule, kind: EffectKind | undefined): boolean {
	if (earlier.tools === undefined && earlier.effects === undefined) return false;
	// No rule allows what is opaque, so one that allows leaves it to those after it.
	if (earlier.decision === 'allow' && later.decision !== 'allow' && (kind === undefined || kind === 'opaque'))
		return false;
	if (earlier.effects !== undefined && (kind === undefined || !earlier.effects.has(kind))) return false;
	return (
		earlier.tools === undefined ||
		(later.tools !== undefined && [...later.tools].every((tool) => namesTool(earlier.tools ?? new Set(), tool)))
	);
}

const patternKeys = ['commandPatterns', 'pathPatterns', 'effectPatterns', 'branches', 'paths'] as const;

/** Any of a list of patterns suffices, so a list covers those that are part of it. */
function coversPatterns(earlier: Rule, later: Rule): boolean {
	if (earlier.hosts !== undefined && later.hosts?.every((host) => earlier.hosts?.includes(host)) !== true) return false;
	return patternKeys.every((key) => {
		const known = earlier[key]?.map(({ source }) => source);
		return known === undefined || (later[key]?.every(({ source }) => known.includes(source)) ?? false);
	});
}

function coversRisk({ minRisk: earlier }: Rule, { minRisk: later }: Rule): boolean {
	return earlier === undefined || (later !== undefined && riskier(later, earlier) === later);
}
