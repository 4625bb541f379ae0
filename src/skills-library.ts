import { join } from 'node:path';
import { type LoadedSkills, loadSkills as loadAll, requireSkills, type Skill } from './skills/index.ts';

export { CountersignError, type Mode, type ToolDefinition } from './core/index.ts';
export {
	chooseSkill,
	type LoadedSkills,
	type PatternSpec,
	patternSource,
	permittedTools,
	readSkill,
	renderSkillError,
	requireSkills,
	type Skill,
	type SkillBudget,
	type SkillCommand,
	type SkillError,
	type SkillLimits,
	type SkillPatterns,
	type SkillReading,
} from './skills/index.ts';

/**
 * Loads the file `SKILL.md` of every folder directly below `folder`, in our format or in the open format of Agent Skills. If one file has
 * errors, the others are still loaded. `diagnostics` contains the errors, each with file, line, field and fix. `shownAs` is the name that
 * the diagnostics use for `folder`. Skills that a skill requires must be in the same folder.
 * @throws CountersignError `bad-skill` if the folder cannot be read.
 */
export async function loadSkills(folder: string, shownAs?: string): Promise<LoadedSkills> {
	return loadAll(folder, shownAs);
}

/** Returns the skills that this package ships. */
export async function shippedSkills(): Promise<readonly Skill[]> {
	return requireSkills(await loadAll(join(import.meta.dirname, '../skills')));
}
