export { foreignTools, skillFolder } from './foreign-tools.ts';
export {
	type LoadedSkills,
	loadSkills,
	readSkillFiles,
	readSkills,
	requireSkills,
	type SkillFile,
} from './load-skills.ts';
export { patternSource } from './pattern-source.ts';
export { readSkill, type SkillReading } from './read-skill.ts';
export type { PatternSpec, Skill, SkillCommand, SkillPatterns } from './skill.ts';
export { renderSkillError, type SkillError } from './skill-error.ts';
