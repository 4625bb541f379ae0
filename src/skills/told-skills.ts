import { posix } from 'node:path';
import { triggeredSkills } from './choose-skill.ts';
import { permittedTools } from './permitted-tools.ts';
import { withRequired } from './required-skills.ts';
import type { Skill } from './skill.ts';
import { skillReader } from './tool-names.ts';

/** The facts that decide which skills the model sees in full. */
export interface Telling {
	readonly task: string;
	/** The name of the skill that the run follows. */
	readonly followed?: string;
	/** The tracked paths of the base commit. */
	readonly paths: readonly string[];
}

/** A skill as the model sees it. */
export interface ToldSkill extends Skill {
	/**
	 * True if the skill is always relevant, is followed, or is required by one of these. It is then included even if it exceeds the budget.
	 */
	readonly isNeeded: boolean;
}

const mostResources = 40;

/**
 * Returns the skills as the model sees them. It sees these skills in full: always relevant skills, the followed skill, skills that fit the
 * task, and all skills that these require. Each other skill gets a short note that it exists. The list of a skill's other files is
 * included, and the model can read them later.
 */
export function toldSkills(skills: readonly Skill[], { task, followed, paths }: Telling): readonly ToldSkill[] {
	const chosen = skills.filter(({ name, triggers }) => name === followed || triggers.includes('*'));
	const closure = (some: readonly Skill[]): ReadonlySet<string> =>
		new Set(some.flatMap((skill) => withRequired(skill, skills)).map(({ name }) => name));
	const needed = closure(chosen);
	const whole = closure([...chosen, ...triggeredSkills(task, skills)]);
	return skills.map((skill) => {
		const isNeeded = needed.has(skill.name);
		if (!whole.has(skill.name)) return { ...skill, isNeeded, body: summaryOf(skill) };
		const parts = [skill.name === followed ? followedNote(skill) : '', skill.body, resourcesOf(skill, paths)];
		return { ...skill, isNeeded, body: parts.filter((part) => part !== '').join('\n\n') };
	});
}

/**
 * The note about a skill that is not shown in full. It is empty for a shipped skill, because that has no file to read. It is also empty for
 * a skill that only people choose.
 */
function summaryOf({ description, file, isOwn, isOnlyNamed }: Skill): string {
	if (isOwn !== true || isOnlyNamed === true) return '';
	return `${description}\n\nRead \`${file}\` with \`${skillReader}\` when the task turns out to need it.`;
}

function followedNote(skill: Skill): string {
	const tools = permittedTools(skill);
	const limit = tools === undefined ? '' : ` It has these tools and no others: ${tools.join(', ')}.`;
	return `This run follows this skill.${limit}`;
}

function resourcesOf({ file, isOwn }: Skill, paths: readonly string[]): string {
	if (isOwn !== true) return '';
	const folder = `${posix.dirname(file)}/`;
	const beside = paths.filter((path) => path.startsWith(folder) && path !== file);
	if (beside.length === 0) return '';
	const more = beside.length - mostResources;
	const lines = beside.slice(0, mostResources).map((path) => `- ${JSON.stringify(path).slice(1, -1)}`);
	return [
		`The folder of this skill is \`${folder}\`. Its other files; read one with \`${skillReader}\` when the instructions send you there:`,
		'',
		...lines,
		...(more > 0 ? [`- and ${more} more`] : []),
	].join('\n');
}
