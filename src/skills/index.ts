export { chooseSkill } from './choose-skill.ts';
export { type Copy, type CopyState, compareCopy, inPlaceOf } from './compare-copy.ts';
export { foreignTools, skillFolder, withoutIdleTools } from './foreign-tools.ts';
export { compileSkill, readKnownSkill } from './known-skill.ts';
export { knownVersions } from './known-versions.ts';
export {
	type LoadedSkills,
	loadSkills,
	readSkillFiles,
	readSkills,
	requireSkills,
	type SkillFile,
} from './load-skills.ts';
export { patternSource } from './pattern-source.ts';
export { permittedTools, unknownAllowed } from './permitted-tools.ts';
export { readSkill, type SkillReading } from './read-skill.ts';
export {
	recordedVersions,
	type ShippedText,
	type ShippedVersions,
	textDigest,
} from './shipped-versions.ts';
export type { PatternSpec, Skill, SkillCommand, SkillLimits, SkillPatterns } from './skill.ts';
export { type SkillBudget, tighterBudget } from './skill-budget.ts';
export { renderSkillError, type SkillError } from './skill-error.ts';
export { isTaskSkill } from './tightened.ts';
export { type ToldSkill, toldSkills } from './told-skills.ts';
