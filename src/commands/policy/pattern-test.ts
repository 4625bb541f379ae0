import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configPath, type RepositoryConfig } from '../../config/index.ts';
import { ownSkillFolder } from '../../core/index.ts';
import { compilePatterns, type PatternSource, tellProblem } from '../../gate/index.ts';
import { linearEngine } from '../../gate/loading.ts';
import { patternSource, renderSkillError, type SkillError } from '../../skills/index.ts';
import { checkSkills } from '../skills/skill-check.ts';

/** The result of checking the patterns of a file. */
export type PatternResult =
	| { readonly file: string; readonly ok: true; readonly patterns: number; readonly warnings: readonly string[] }
	| { readonly file: string; readonly ok: false; readonly message: string; readonly fix: string };

/** Tests the patterns of a repository's configuration. A run skips a pattern that cannot be used; here it is an error. */
export function tryConfigPatterns({ blockedPatterns, warnings }: RepositoryConfig): readonly PatternResult[] {
	if (blockedPatterns === undefined && warnings.length === 0) return [];
	return [tried({ file: configPath, danger: [], confirm: [], blocked: blockedPatterns ?? [] }, warnings)];
}

/** Tests the skills of a repository and their patterns. They are read together with the shipped skills, which they may require. */
export async function trySkills(root: string, packageRoot: string): Promise<readonly PatternResult[]> {
	const folder = join(root, ownSkillFolder);
	if (!existsSync(folder)) return [];
	const { skills, faults } = await checkSkills({ folder, shownAs: ownSkillFolder, packageRoot });
	return [
		...[...Map.groupBy(faults, ({ file }) => file)].map(([file, errors]) => faulty(file, errors)),
		...skills.map((skill) => tried(patternSource(skill.patterns), (skill.notices ?? []).map(renderSkillError))),
	];
}

function tried(source: PatternSource, warnings: readonly string[]): PatternResult {
	const { problems } = compilePatterns([source], linearEngine);
	const { file, danger, confirm, blocked = [] } = source;
	if (problems.length === 0)
		return { file, ok: true, patterns: danger.length + confirm.length + blocked.length, warnings };
	return {
		file,
		ok: false,
		message: problems.map(tellProblem).join('\n    '),
		fix: 'Correct or remove the pattern. A run works without it, but calls that no other rule matches then need approval.',
	};
}

function faulty(file: string, errors: readonly SkillError[]): PatternResult {
	const fix = 'Correct the named lines; no run starts until they are right.';
	return { file, ok: false, message: errors.map(renderSkillError).join('\n    '), fix };
}
