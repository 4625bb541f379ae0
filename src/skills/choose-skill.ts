import { permittedTools } from './permitted-tools.ts';
import { rankByWords } from './rank-by-words.ts';
import type { Skill } from './skill.ts';
import { isTaskSkill } from './tightened.ts';

/** The most skills that a run shows in full, in addition to those that it always shows (Wolffish, Cerebellum: the best three). */
const mostTriggered = 3;

/** The score that a skill gets if the task contains its name. */
const forName = 3;

/** From this score on, the words of a task surely mean a skill. */
const sureScore = 3;

/** Characters of a task that are searched. The request comes first; a long report often follows it. */
const longestRead = 400;

/** Polite words before a request. They say nothing about the task. */
const politeness = /^(?:please|can you|could you|would you|kindly|hey|hi)[\s,]+/;

/**
 * Returns the task skill that fits the words of the task best, or undefined if no skill fits. Only the words of the requester are used. The
 * same task and skills always give the same skill.
 */
export function chooseSkill(task: string, skills: readonly Skill[]): Skill | undefined {
	return ranked(task, skills.filter(isTaskSkill)).find(isCertain)?.skill;
}

/**
 * Whether a run may follow this skill. If the skill takes tools away, the task must surely mean it: the task begins with a trigger, or
 * contains two. For example, `Answer the review comments` does not ask for a review.
 */
function isCertain({ skill, isSure }: Ranked): boolean {
	return isSure || permittedTools(skill) === undefined;
}

/** The skills of the repository that fit a task, best first, at most three. */
export function triggeredSkills(task: string, skills: readonly Skill[]): readonly Skill[] {
	const own = skills.filter(({ triggers, isOwn }) => isOwn === true && !triggers.includes('*'));
	return ranked(task, own)
		.slice(0, mostTriggered)
		.map(({ skill }) => skill);
}

interface Ranked {
	readonly skill: Skill;
	readonly score: number;
	/** The total length of the triggers that the task contains, in characters. */
	readonly length: number;
	readonly isSure: boolean;
}

/**
 * Scores all skills for a task, best first. Skills with triggers are compared by triggers. Skills of the open format have no triggers, so
 * they are compared by words.
 */
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
 * Scores skills by their words. If the text contains the whole name of a skill, with hyphens, this skill is meant. If a skill lists its
 * tools, a good score is enough to be sure. If only its name suggests that it may just read, a score is not enough.
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

/** The task in lower case, with single spaces, and without polite words at the beginning. */
function plainText(task: string): string {
	let text = task.toLowerCase().replace(/\s+/g, ' ').trim();
	while (politeness.test(text)) text = text.replace(politeness, '');
	return text;
}

/**
 * Scores a skill. It gets one point for each trigger in the text, one if the text begins with a trigger, and three for its name. A trigger
 * matches only at the beginning of a word. So `ci` does not match `specific`, but `fix` matches `fixes`.
 */
function byTriggers(skill: Skill, text: string): readonly Ranked[] {
	const found = skill.triggers.map((trigger) => plainText(trigger)).filter((trigger) => holds(text, trigger));
	const begins = found.some((trigger) => text.startsWith(trigger));
	const { name } = skill;
	// A name of one word is often only an ordinary word of the text. So it is accepted only as the whole text or its first word.
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

/**
 * Whether a word may continue after these letters. Too many words begin with a short word. So `ci` must be a whole word, and `add` also
 * matches *adds* and *added*, but not *address*.
 */
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
