import { type EffectKind, riskier } from '../core/index.ts';
import type { Policy, Rule } from './rule.ts';
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
		coversNames(earlier, later, kind) &&
		coversPatterns(earlier, later) &&
		coversRisk(earlier, later)
	);
}

/** A temporary allow expires, and then the rules after it apply. It hides only an allow that expires at the same time or earlier. */
function lasts(earlier: Rule, later: Rule): boolean {
	if (earlier.decision !== 'allow' || earlier.expires === undefined) return true;
	return later.decision === 'allow' && later.expires !== undefined && later.expires <= earlier.expires;
}

function coversNames(earlier: Rule, later: Rule, kind: EffectKind | undefined): boolean {
	if (earlier.tools === undefined && earlier.effects === undefined) return false;
	// No rule allows an opaque effect, so an allow does not hide a rule that restricts it.
	if (earlier.decision === 'allow' && later.decision !== 'allow' && (kind === undefined || kind === 'opaque'))
		return false;
	if (earlier.effects !== undefined && (kind === undefined || !earlier.effects.has(kind))) return false;
	return (
		earlier.tools === undefined ||
		(later.tools !== undefined && [...later.tools].every((tool) => namesTool(earlier.tools ?? new Set(), tool)))
	);
}

const patternKeys = ['commandPatterns', 'pathPatterns', 'effectPatterns', 'branches', 'paths'] as const;

/** One matching pattern of a list is enough, so a list covers a list that is part of it. */
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
