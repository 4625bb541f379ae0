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

/** What a word weighs that texts of any topic have. A word that carries no topic weighs nothing. */
const weightOfCommon = 0.5;
/** What a word is worth that a skill's name, its description, or both hold. */
const worth = { name: 2, description: 1, both: 2.5 } as const;
/** What it is worth besides that the task holds the whole name. */
const wholeName = 0.5;
/** What each word of the task takes off that a skill does not hold, and how many count. Tasks are often long. */
const perMissing = 0.2;
const mostMissing = 5;
/** What is below is not followed: measured on public skills, one of twenty that pass is wrong there. */
const leastScore = 2.25;

/**
 * The skills whose name and description fit the words of a task, best first. A word counts the more, the fewer of these skills have it.
 * Only skills that are compared with each other by their words belong in here. The same input always gives the same order.
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

/** From 0, all have the word, to 1, one has it. */
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
	// What all names begin with, as that of a vendor, tells nothing.
	const telling = [...name].filter((stem) => rarity.name(stem) > 0.1);
	const isWhole = telling.length > 0 && telling.every((stem) => words.has(stem));
	// A name of one plain word is not meant wherever the word is said.
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

/** The stems of a text's words in their order, each once, without those that carry no topic. */
function stemsOf(text: string): ReadonlySet<string> {
	const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	return new Set(words.filter((word) => word.length > 1 && !isFunctionWord(word)).map((word) => stemmer(word)));
}
