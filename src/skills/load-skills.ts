import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CountersignError } from '../core/index.ts';
import { readKnownSkill } from './known-skill.ts';
import { readForeignSkill } from './read-skill.ts';
import { requirementErrors } from './required-skills.ts';
import type { Skill } from './skill.ts';
import { renderSkillError, type SkillError } from './skill-error.ts';
import { mayStandIn, tightened } from './tightened.ts';

/** The text of a SKILL.md before it is parsed. A run freezes this text. */
export interface SkillFile {
	readonly file: string;
	readonly text: string;
	/** True if the repository wrote this file. */
	readonly isOwn?: boolean;
	/** True if the file is in a folder for any agent. If the file is invalid, it is left out, and the run continues. */
	readonly isForeign?: boolean;
}

/** The valid skills, sorted by name, and all errors of the others. */
export interface LoadedSkills {
	readonly skills: readonly Skill[];
	readonly diagnostics: readonly SkillError[];
	/** Why some files in folders for any agent are not used. */
	readonly leftOut: readonly SkillError[];
}

/** Loads `<dir>/<name>/SKILL.md` for every folder (Wolffish, SKILL.md Reference). If one file is invalid, the others are still loaded. */
export async function loadSkills(dir: string, shownAs: string = basename(dir)): Promise<LoadedSkills> {
	const { files, diagnostics } = await readSkillFiles(dir, shownAs);
	const read = readSkills(files);
	return { ...read, diagnostics: [...diagnostics, ...read.diagnostics] };
}

/** Reads the texts of all SKILL.md files below a directory. The caller can freeze them before it parses them. */
export async function readSkillFiles(
	dir: string,
	shownAs: string = basename(dir),
): Promise<{ readonly files: readonly SkillFile[]; readonly diagnostics: readonly SkillError[] }> {
	const files: SkillFile[] = [];
	const diagnostics: SkillError[] = [];
	for (const name of await listFolders(dir, shownAs)) {
		const file = `${shownAs}/${name}/SKILL.md`;
		const problem = await linkProblem(dir, name);
		if (problem === undefined) files.push({ file, text: await readFile(join(dir, name, 'SKILL.md'), 'utf8') });
		else diagnostics.push({ file, line: 1, field: '', ...problem });
	}
	return { files, diagnostics };
}

/** All entries that may contain a skill. Links are included, so that an error can name them. */
async function listFolders(dir: string, shownAs: string): Promise<readonly string[]> {
	try {
		const entries = await readdir(dir, { withFileTypes: true });
		return entries
			.filter((entry) => !entry.isFile() && !entry.name.startsWith('.'))
			.sort(byName)
			.map(({ name }) => name);
	} catch (thrown) {
		throw new CountersignError({
			code: 'bad-skill',
			message: `The folder of skills \`${shownAs}\` cannot be read.`,
			fix: 'Create the folder, or correct its name in the configuration.',
			cause: thrown,
		});
	}
}

/** Reports a link in a skill's path. Threat: by a link, a file could become a skill although nobody reviewed it as a skill. */
async function linkProblem(dir: string, name: string): Promise<{ message: string; fix: string } | undefined> {
	const folder = await lstat(join(dir, name));
	const file = folder.isDirectory() ? await statOrNothing(join(dir, name, 'SKILL.md')) : folder;
	if (file === undefined)
		return { message: 'The folder holds no SKILL.md.', fix: 'Add the file, or remove the folder.' };
	if (file.isFile()) return undefined;
	return { message: 'This is not a regular file in a regular folder.', fix: 'Replace the link by the file itself.' };
}

async function statOrNothing(path: string) {
	try {
		return await lstat(path);
	} catch (thrown) {
		if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return undefined;
		throw thrown;
	}
}

/**
 * Parses skills that belong together. Names and tool names must be unique, and required skills must exist. A skill of the repository may
 * replace a shipped one that contains only instructions. Its limits are then at least as tight. If two skills have the same name, the first
 * is used. A file in a folder for any agent is skipped if its text was already read.
 */
export function readSkills(files: readonly SkillFile[]): LoadedSkills {
	const skills: Skill[] = [];
	const diagnostics: SkillError[] = [];
	const leftOut: SkillError[] = [];
	const seen = new Set<string>();
	for (const { file, text, isOwn = false, isForeign = false } of files) {
		if (isForeign && seen.has(text)) continue;
		seen.add(text);
		const faults = isForeign ? leftOut : diagnostics;
		const reading = isForeign ? readForeignSkill(text, file) : readKnownSkill(text, file);
		if (!reading.ok) {
			faults.push(...reading.errors);
			continue;
		}
		const skill: Skill = { ...reading.skill, ...(isOwn ? { isOwn } : {}) };
		const twin = skills.find(({ name }) => name === skill.name);
		if (twin !== undefined && mayStandIn(skill, twin)) skills.splice(skills.indexOf(twin), 1);
		const errors = duplicates(skill, skills);
		if (errors.length === 0) skills.push(twin === undefined ? skill : tightened(skill, twin));
		faults.push(...errors);
	}
	skills.sort(byName);
	const unmet = skills.flatMap((skill) => requirementErrors(skill, skills));
	const broken = new Set(unmet.map((error) => error.file));
	return {
		skills: skills.filter((skill) => !broken.has(skill.file)),
		diagnostics: [...diagnostics, ...unmet],
		leftOut,
	};
}

/**
 * Returns the skills, or throws all errors as one. So a run does not start with only part of its rules.
 * @throws CountersignError `bad-skill`
 */
export function requireSkills({ skills, diagnostics }: Omit<LoadedSkills, 'leftOut'>): readonly Skill[] {
	if (diagnostics.length === 0) return skills;
	throw new CountersignError({
		code: 'bad-skill',
		message: `${diagnostics.length} fault(s) in the skills:\n${diagnostics.map(renderSkillError).join('\n')}`,
		fix: 'Correct the named lines on the default branch, then run again.',
	});
}

function duplicates(skill: Skill, others: readonly Skill[]): SkillError[] {
	const error = (field: string, message: string, fix: string) => ({ file: skill.file, line: 1, field, message, fix });
	const errors: SkillError[] = [];
	const twin = others.find((other) => other.name === skill.name);
	if (twin !== undefined)
		errors.push(
			error('name', `\`${skill.name}\` is already the name of ${twin.file}.`, 'Rename or remove one of the two.'),
		);
	for (const { name } of skill.tools) {
		const owner = others.find((other) => other.tools.some((tool) => tool.name === name));
		// Threat: in the seed the second definition replaces the first, so a repository could replace a built-in tool.
		if (owner !== undefined)
			errors.push(error('tools', `The tool \`${name}\` is already declared by ${owner.file}.`, 'Rename the tool.'));
	}
	return errors;
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
	return a.name < b.name ? -1 : Number(a.name > b.name);
}
