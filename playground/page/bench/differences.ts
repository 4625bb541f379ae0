import type { LayerAnswer, SettingAnswer, SpokenAnswer } from './question.ts';

/** How two answers differ. */
export interface Differences {
	/** The differences in one sentence. */
	readonly sentence: string;
	/** The rules that match only under one of the settings, by {@link keyOf}. */
	readonly only: ReadonlySet<string>;
}

/** Compares the answers under two settings. Undefined if one of them is missing. */
export function differencesOf(
	first: SettingAnswer | undefined,
	second: SettingAnswer | undefined,
): Differences | undefined {
	if (first?.kind !== 'judged' || second?.kind !== 'judged') return undefined;
	const [one, other] = [keysOf(first.layers), keysOf(second.layers)];
	const only = new Set([...one.filter((key) => !other.includes(key)), ...other.filter((key) => !one.includes(key))]);
	return { sentence: sentenceOf(first.verdict.decision === second.verdict.decision, only.size), only };
}

function sentenceOf(isSame: boolean, count: number): string {
	const rules = count === 0 ? 'the same rules match' : `${count} ${count === 1 ? 'match differs' : 'matches differ'}`;
	return `The decision ${isSame ? 'is the same' : 'differs'}, and ${rules}.`;
}

function keysOf(layers: readonly LayerAnswer[]): readonly string[] {
	return layers.flatMap(({ spoken }) => spoken.map(keyOf));
}

/** Returns a key for what a rule decided about a call. */
export function keyOf({ decision, rule, file, line, about }: SpokenAnswer): string {
	return JSON.stringify([decision, rule, file, line, about]);
}
