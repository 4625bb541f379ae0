import { stemmer } from 'stemmer';
import { isCommonStem, isFunctionWord } from './common-words.ts';
import type { Skill } from './skill.ts';

/** How well the words of a task fit a skill. */
export interface WordFit {
	readonly skill: Skill;
	readonly score: number;
	/** All words of the skill's name are in the task, and the task begins with one of them. */
	readonly begins: boolean;
}

/** The weight of a word that texts of any topic contain. A word that says nothing about the topic has no weight. */
const weightOfCommon = 0.5;
/** The value of a word in a skill's name, in its description, or in both. */
const worth = { name: 2, description: 1, both: 2.5 } as const;
/** The extra value if the task contains the whole name. */
const wholeName = 0.5;
/**
 * The score that is taken off for each word of the task that the skill does not contain. At most `mostMissing` such words are used, because
 * tasks are often long.
 */
const perMissing = 0.2;
const mostMissing = 5;
/** The lowest score that is accepted. In a measurement on public skills, one of twenty accepted skills was wrong at this score. */
const leastScore = 2.25;

/**
 * Returns the skills whose name and description fit the words of a task, best first. A word is worth more if fewer of these skills contain
 * it. Pass only skills that are compared by words. The same input always gives the same order.
 */
export function rankByWords(task: string, skills: readonly Skill[]): readonly WordFit[] {
	const words = stemsOf(task);
	const entries = skills.map((skill) => ({ skill, name: stemsOf(skill.name), text: stemsOf(skill.description) }));
	const rarity = {
		name: rarityIn(entries.map(({ name }) => name)),
		text: rarityIn(entries.map(({ text }) => text)),
	};
	return entries
		.map((entry) => fitOf(words, entry, rarity))
		.filter(({ score }) => score >= leastScore)
		.sort((a, b) => b.score - a.score || (a.skill.name < b.skill.name ? -1 : 1));
}

interface Entry {
	readonly skill: Skill;
	readonly name: ReadonlySet<string>;
	readonly text: ReadonlySet<string>;
}

/** A number from 0 (all skills contain the word) to 1 (one skill contains it). */
type Rarity = (stem: string) => number;

function fitOf(words: ReadonlySet<string>, entry: Entry, rarity: Readonly<Record<'name' | 'text', Rarity>>): WordFit {
	const { skill, name, text } = entry;
	let score = 0;
	let missing = 0;
	for (const stem of words) {
		const weight = isCommonStem(stem) ? weightOfCommon : 1;
		if (name.has(stem)) {
			const both = text.has(stem) ? (worth.both - worth.name) * rarity.text(stem) : 0;
			score += weight * (worth.name * rarity.name(stem) + both);
		} else if (text.has(stem)) score += weight * worth.description * rarity.text(stem);
		else missing += weight;
	}
	// If all names begin with the same word, such as a vendor, this word says nothing.
	const telling = [...name].filter((stem) => rarity.name(stem) > 0.1);
	const isWhole = telling.length > 0 && telling.every((stem) => words.has(stem));
	// A name of one word is often only an ordinary word of the task.
	if (isWhole) score += telling.length > 1 ? wholeName : wholeName * Math.max(0, 1 - missing);
	const [first = ''] = words;
	score -= perMissing * Math.min(missing, mostMissing);
	return { skill, score, begins: isWhole && name.has(first) };
}

function rarityIn(texts: readonly ReadonlySet<string>[]): Rarity {
	const counts = new Map<string, number>();
	for (const stems of texts) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
	const whole = Math.log(texts.length + 1);
	return (stem) => Math.log((texts.length + 1) / (counts.get(stem) ?? 1)) / whole;
}

/** The stems of a text's words, in order and without duplicates. Words that say nothing about the topic are left out. */
function stemsOf(text: string): ReadonlySet<string> {
	const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	return new Set(words.filter((word) => word.length > 1 && !isFunctionWord(word)).map((word) => stemmer(word)));
}
