import { permittedTools } from './permitted-tools.ts';
import { rankByWords } from './rank-by-words.ts';
import type { Skill } from './skill.ts';
import { isTaskSkill } from './tightened.ts';

/** How many skills are told whole beside those that always are (Wolffish, Cerebellum: the best three). */
const mostTriggered = 3;

/** What the name of a skill in a task adds to its score. */
const forName = 3;

/** From what score on the words of a task surely mean a skill. */
const sureScore = 3;

/** How much of a task is looked at. The wish stands at its beginning; what follows is often a whole report. Characters. */
const longestRead = 400;

/** What precedes a request and says nothing. */
const politeness = /^(?:please|can you|could you|would you|kindly|hey|hi)[\s,]+/;

/**
 * The skill that a task is done by: the one that its words fit best, among those that are instructions for a task. Undefined when none fits. Only
 * the words of the person who asks count. The same task and skills always give the same skill.
 */
export function chooseSkill(task: string, skills: readonly Skill[]): Skill | undefined {
	return ranked(task, skills.filter(isTaskSkill)).find(isCertain)?.skill;
}

/**
 * A skill that takes tools away is followed only where it is surely meant: the task begins with one of its triggers, or holds two. `Answer the
 * review comments` asks for no review.
 */
function isCertain({ skill, isSure }: Ranked): boolean {
	return isSure || permittedTools(skill) === undefined;
}

/** The skills of the repository that a task speaks about, best first, at most three. */
export function triggeredSkills(task: string, skills: readonly Skill[]): readonly Skill[] {
	const own = skills.filter(({ triggers, isOwn }) => isOwn === true && !triggers.includes('*'));
	return ranked(task, own)
		.slice(0, mostTriggered)
		.map(({ skill }) => skill);
}

interface Ranked {
	readonly skill: Skill;
	readonly score: number;
	/** Characters of the triggers that were found. */
	readonly length: number;
	readonly isSure: boolean;
}

/** Skills are compared by the triggers that they name; those of the open format name none, and are compared by their words. */
function ranked(task: string, skills: readonly Skill[]): readonly Ranked[] {
	const text = plainText(task).slice(0, longestRead);
	const named = skills.filter(({ triggers }) => triggers.length > 0);
	const unnamed = skills.filter(({ triggers }) => triggers.length === 0);
	return [...named.flatMap((skill) => byTriggers(skill, text)), ...byWords(unnamed, text)].sort(
		(a, b) =>
			b.score - a.score ||
			b.length - a.length ||
			Number(b.skill.isOwn === true) - Number(a.skill.isOwn === true) ||
			(a.skill.name < b.skill.name ? -1 : 1),
	);
}

/**
 * One whose name, with its hyphens, is in the text is meant, whatever else is said. The tools that a skill names are taken for its author's wish
 * where the words fit well; that it only looks is a guess from its name.
 */
function byWords(skills: readonly Skill[], text: string): readonly Ranked[] {
	const fits = new Map(rankByWords(text, skills).map((fit) => [fit.skill, fit]));
	return skills.flatMap((skill) => {
		const isNamed = text === skill.name || (skill.name.includes('-') && holds(text, skill.name));
		const { score = 0, begins = false } = fits.get(skill) ?? {};
		if (!isNamed && (score === 0 || skill.isOnlyNamed === true)) return [];
		const isSure = isNamed || begins || (score >= sureScore && skill.allowedTools !== undefined);
		return [{ skill, score: score + (isNamed ? forName : 0), length: 0, isSure }];
	});
}

/** A task in small letters, its words separated by single blanks. */
function plainText(task: string): string {
	let text = task.toLowerCase().replace(/\s+/g, ' ').trim();
	while (politeness.test(text)) text = text.replace(politeness, '');
	return text;
}

/**
 * How well a skill fits: one for each trigger that is there, one more when the task begins with one, and three for its name. Triggers begin
 * where a word begins, so that `ci` is not found in `specific`; `fix` is found in `fixes`.
 */
function byTriggers(skill: Skill, text: string): readonly Ranked[] {
	const found = skill.triggers.map((trigger) => plainText(trigger)).filter((trigger) => holds(text, trigger));
	const begins = found.some((trigger) => text.startsWith(trigger));
	const { name } = skill;
	// A name of one plain word is not meant wherever the word is said.
	const isNamed = name.includes('-') ? holds(text, name) : text === name || text.startsWith(`${name} `);
	if (!isNamed && found.length === 0) return [];
	return [
		{
			skill,
			score: found.length + Number(begins) + (isNamed ? forName : 0),
			length: found.reduce((sum, trigger) => sum + trigger.length, 0),
			isSure: isNamed || begins || found.length > 1,
		},
	];
}

/** A short word is the beginning of too many others: `ci` stands alone, and `add` is in *adds* and *added*, not in *address*. */
function mayGoOn(words: string, rest: string): boolean {
	if (words.length > 3) return true;
	const inflected = words.length < 3 ? '' : '(?:s|es|ed|ing)?';
	return new RegExp(`^${inflected}(?![\\p{L}\\p{N}])`, 'u').test(rest);
}

function holds(text: string, words: string): boolean {
	for (let at = text.indexOf(words); at !== -1 && words !== ''; at = text.indexOf(words, at + 1)) {
		const startsWord = at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1));
		if (startsWord && mayGoOn(words, text.slice(at + words.length))) return true;
	}
	return false;
}
