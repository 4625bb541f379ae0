import { permittedTools } from './permitted-tools.ts';
import type { Skill } from './skill.ts';
import { isTaskSkill } from './tightened.ts';

/** How many skills are told whole beside those that always are (Wolffish, Cerebellum: the best three). */
const mostTriggered = 3;

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
function isCertain({ skill, named, begins, hits }: Ranked): boolean {
	return named || begins || hits > 1 || permittedTools(skill) === undefined;
}

/** The skills of the repository that a task speaks about, best first, at most three. */
export function triggeredSkills(task: string, skills: readonly Skill[]): readonly Skill[] {
	const own = skills.filter(({ triggers, isOwn }) => isOwn === true && !triggers.includes('*'));
	return ranked(task, own)
		.slice(0, mostTriggered)
		.map(({ skill }) => skill);
}

interface Ranked extends ReturnType<typeof scoreOf> {
	readonly skill: Skill;
}

function ranked(task: string, skills: readonly Skill[]): readonly Ranked[] {
	const text = plainText(task).slice(0, longestRead);
	return skills
		.map((skill) => ({ skill, ...scoreOf(skill, text) }))
		.filter(({ skill, hits, named }) => named || hits >= (skill.isOpenFormat === true ? 2 : 1))
		.sort(
			(a, b) =>
				b.score - a.score ||
				b.length - a.length ||
				Number(b.skill.isOwn === true) - Number(a.skill.isOwn === true) ||
				(a.skill.name < b.skill.name ? -1 : 1),
		);
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
function scoreOf({ name, triggers }: Skill, text: string) {
	const found = triggers.map((trigger) => plainText(trigger)).filter((trigger) => holds(text, trigger));
	const begins = found.some((trigger) => text.startsWith(trigger));
	// A name of one plain word is not meant wherever the word is said.
	const named = name.includes('-') ? holds(text, name) : text === name || text.startsWith(`${name} `);
	return {
		named,
		begins,
		hits: found.length,
		score: found.length + Number(begins) + (named ? 3 : 0),
		length: found.reduce((sum, trigger) => sum + trigger.length, 0),
	};
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
