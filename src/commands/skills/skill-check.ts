import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RepositorySkills, repositorySkills } from '../../config/index.ts';
import { foreignSkillFolders, ownSkillFolder, skillFolders } from '../../core/index.ts';
import { gateTools, isToolName } from '../../gate/index.ts';
import {
	foreignTools,
	readSkillFiles,
	readSkills,
	type Skill,
	type SkillError,
	type SkillFile,
	unknownAllowed,
	withoutIdleTools,
} from '../../skills/index.ts';
import { skillTreeOnDisk } from './skill-tree-on-disk.ts';

/** The result of checking skills. */
export interface CheckedSkills {
	/** The skills without errors. */
	readonly skills: readonly Skill[];
	/** Errors that stop a run. */
	readonly faults: readonly SkillError[];
	/** Why skills that are for any agent are not used. */
	readonly leftOut: readonly SkillError[];
	/** Links that are not used, in words. */
	readonly warnings: readonly string[];
	/** Every file that was checked. */
	readonly files: readonly string[];
}

interface Checking {
	/** A folder of skills, or the folder of one skill. */
	readonly folder: string;
	readonly shownAs: string;
	readonly packageRoot: string;
}

interface FoundFiles {
	readonly files: readonly SkillFile[];
	readonly diagnostics: readonly SkillError[];
}

/**
 * Reads the skills of one folder as a run would read them from the default branch. The shipped skills are read, too, because they may be
 * required.
 */
export async function checkSkills({ folder, shownAs, packageRoot }: Checking): Promise<CheckedSkills> {
	const { files, diagnostics } = await filesIn(folder, shownAs);
	const isForeign = foreignSkillFolders.some((one) => shownAs.replace(/^\.\/|\/$/g, '') === one);
	const own = files.map((file) => ({ ...file, isOwn: true as const, ...(isForeign ? { isForeign } : {}) }));
	const { leftOut, ...checked } = await checkFiles({ files: own, diagnostics }, packageRoot);
	return { ...checked, leftOut: [], faults: [...checked.faults, ...leftOut] };
}

/** Reads all skills of a checkout as a run would. @throws CountersignError `bad-skill` if our own folder is a link. */
export async function checkRepository(root: string, packageRoot: string): Promise<CheckedSkills> {
	const folder = join(root, ownSkillFolder);
	const isOwnThere = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
	const found = isOwnThere ? await readSkillFiles(folder, ownSkillFolder) : { files: [], diagnostics: [] };
	const own = found.files.map((file) => ({ ...file, isOwn: true as const }));
	const foreign = await foreignSkills(root, isOwnThere);
	const files = [...own, ...foreign.files];
	const checked = await checkFiles({ files, diagnostics: found.diagnostics }, packageRoot);
	return { ...checked, warnings: foreign.warnings };
}

/** Whether a checkout has any folder of skills. */
export function hasSkillFolder(root: string): boolean {
	return skillFolders.some((folder) => lstatSync(join(root, folder), { throwIfNoEntry: false }) !== undefined);
}

/** Reads the folders of other agents. Our own folder is included only if it is a link or does not exist. */
async function foreignSkills(root: string, isOwnThere: boolean): Promise<RepositorySkills> {
	return repositorySkills(skillTreeOnDisk(root, isOwnThere ? foreignSkillFolders : skillFolders));
}

async function checkFiles({ files, diagnostics }: FoundFiles, packageRoot: string): Promise<CheckedSkills> {
	const shipped = await readSkillFiles(join(packageRoot, 'skills'));
	const ours = gateTools.map(({ name }) => name);
	const all = readSkills([...shipped.files, ...files]);
	const read = { ...all, skills: all.skills.map((skill) => withoutIdleTools(skill, ours)) };
	const faults = [
		...diagnostics,
		...read.diagnostics,
		...foreignTools(read.skills, { ours, isTaken: isToolName }),
		...unknownAllowed(read.skills, ours),
	];
	const faulty = new Set(faults.map(({ file }) => file));
	return {
		skills: read.skills.filter(({ isOwn, file }) => isOwn === true && !faulty.has(file)),
		faults,
		leftOut: read.leftOut,
		warnings: [],
		files: files.map(({ file }) => file),
	};
}

async function filesIn(folder: string, shownAs: string): Promise<FoundFiles> {
	const one = join(folder, 'SKILL.md');
	if (!existsSync(one)) return readSkillFiles(folder, shownAs);
	return { files: [{ file: join(shownAs, 'SKILL.md'), text: readFileSync(one, 'utf8') }], diagnostics: [] };
}
