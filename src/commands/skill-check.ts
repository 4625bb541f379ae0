import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gateTools, isToolName } from '../gate/index.ts';
import {
	foreignTools,
	readSkillFiles,
	readSkills,
	type Skill,
	type SkillError,
	type SkillFile,
	unknownAllowed,
} from '../skills/index.ts';

/** Where a repository has its skills. */
export const skillsFolder = '.github/countersign/skills';

/** What a look at a folder of skills found. */
export interface CheckedSkills {
	/** The sound ones. */
	readonly skills: readonly Skill[];
	readonly faults: readonly SkillError[];
	/** Every file that was looked at. */
	readonly files: readonly string[];
}

interface Checking {
	/** A folder of skills, or the folder of one. */
	readonly folder: string;
	readonly shownAs: string;
	readonly packageRoot: string;
}

/** Reads skills as a run would read them from the default branch: beside the shipped ones, which they may require. */
export async function checkSkills({ folder, shownAs, packageRoot }: Checking): Promise<CheckedSkills> {
	const shipped = await readSkillFiles(join(packageRoot, 'skills'));
	const own = await ownFiles(folder, shownAs);
	const { skills, diagnostics } = readSkills([
		...shipped.files,
		...own.files.map((file) => ({ ...file, isOwn: true as const })),
	]);
	const ours = gateTools.map(({ name }) => name);
	const faults = [
		...own.diagnostics,
		...diagnostics,
		...foreignTools(skills, { ours, isTaken: isToolName }),
		...unknownAllowed(skills, ours),
	];
	const faulty = new Set(faults.map(({ file }) => file));
	return {
		skills: skills.filter(({ isOwn, file }) => isOwn === true && !faulty.has(file)),
		faults,
		files: own.files.map(({ file }) => file),
	};
}

async function ownFiles(
	folder: string,
	shownAs: string,
): Promise<{ readonly files: readonly SkillFile[]; readonly diagnostics: readonly SkillError[] }> {
	const one = join(folder, 'SKILL.md');
	if (!existsSync(one)) return readSkillFiles(folder, shownAs);
	return { files: [{ file: join(shownAs, 'SKILL.md'), text: readFileSync(one, 'utf8') }], diagnostics: [] };
}
