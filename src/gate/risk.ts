import { hasTrait, type Risk, riskier } from '../core/index.ts';
import { type Opinion, opinion, type Part, type Subject } from './part.ts';

/** The risk factors of a part, and the resulting level (leashd, CommandAnalyzer). */
export interface RiskReport {
	readonly level: Risk;
	readonly factors: readonly string[];
}

/**
 * Scores one part. Factors are ignored if the part only reads, runs the project's scripts or commits locally. Dangerous words in a search
 * are not a risk.
 */
export function scorePart(part: Part): RiskReport {
	const { traits, effects } = part;
	const isCompound = traits.some((trait) => trait === 'pipe' || trait === 'chain' || trait === 'subshell');
	const factors = effects.some((effect) => hasTrait(effect, 'scored', true)) ? factorsOf(part) : [];
	if (factors.length >= 2) return { level: 'critical', factors };
	if (factors.length === 1) return { level: 'high', factors };
	return { level: isCompound ? 'medium' : 'low', factors };
}

function factorsOf({ traits }: Part): readonly string[] {
	if (traits.length === 0) return [];
	const has = (trait: Part['traits'][number]) => traits.includes(trait);
	const found: readonly (readonly [string, boolean])[] = [
		['uses sudo', has('sudo')],
		['contains subshell', has('subshell')],
		['pipe with redirect', has('pipe') && has('redirect')],
		['recursive force delete', has('forced-tree-delete')],
		['world-writable permissions', has('world-writable')],
		['remote code execution via pipe', has('fetch-to-shell')],
		['database destructive operation', has('database')],
	];
	return found.flatMap(([factor, counts]) => (counts ? [factor] : []));
}

/** Returns the highest level of a call's parts (leashd, Safety Pipeline: Risk Analysis). */
export function scoreSubject(subject: Subject): Risk {
	return subject.parts.reduce<Risk>((level, part) => riskier(level, scorePart(part).level), 'low');
}

/** Requires approval for a part with a critical risk, because a rule that allows one risk factor was not written for two at once. */
export function judgeRisk(subject: Subject): readonly Opinion[] {
	return subject.parts.flatMap((part) => {
		const { level, factors } = scorePart(part);
		if (level !== 'critical') return [];
		const reason = `Several risks at once: ${factors.join(', ')}.`;
		return [
			opinion('risk', 'confirm', {
				rule: 'critical-risk',
				reason,
				risk: 'critical',
				evidence: part.text.slice(0, 300),
			}),
		];
	});
}
