import type { PatternSpec, SkillPatterns } from './skill.ts';

/** A pattern with its line number. */
interface PlacedPattern {
	readonly pattern: string;
	readonly reason?: string;
	readonly on?: 'raw' | 'executed';
	readonly line?: number;
}

/** The patterns of a skill in the form that the gate takes, each with its line. */
export function patternSource({ source, danger, confirm, lines }: SkillPatterns): {
	readonly file: string;
	readonly danger: readonly PlacedPattern[];
	readonly confirm: readonly PlacedPattern[];
} {
	return { file: source, danger: placed(danger, lines?.danger), confirm: placed(confirm, lines?.confirm) };
}

function placed(specs: readonly PatternSpec[], lines: readonly number[] = []): readonly PlacedPattern[] {
	return specs.map((spec, index) => {
		const line = lines[index];
		return { ...(typeof spec === 'string' ? { pattern: spec } : spec), ...(line !== undefined && { line }) };
	});
}
