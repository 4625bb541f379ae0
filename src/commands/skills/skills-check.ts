import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CountersignError, ownSkillFolder } from '../../core/index.ts';
import { compilePatterns, tellProblem } from '../../gate/index.ts';
import { linearEngine } from '../../gate/loading.ts';
import { patternSource, renderSkillError, type Skill } from '../../skills/index.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';
import { createPaint, type Paint } from '../paint.ts';
import { type CheckedSkills, checkRepository, checkSkills, hasSkillFolder } from './skill-check.ts';
import { described } from './skill-words.ts';

/** The result for one file. `faults` has one text for each error. */
interface Checked {
	readonly file: string;
	readonly faults: readonly string[];
	/** Set if the errors do not stop a run, because the skill is for any agent, and the run leaves it out. */
	readonly isLeftOut?: true;
	readonly notices: readonly string[];
	readonly skill?: Skill;
}

/**
 * `countersign skills check`: checks skills. Exits with 1 if a skill has an error that stops a run. @throws CountersignError `bad-input` if
 * there is no such folder.
 */
export async function skillsCheck(
	args: readonly string[],
	{ cwd, packageRoot, colours, print }: CliContext,
): Promise<number> {
	const { values, positionals } = readCommandLine(args, { root: { type: 'string' }, json: { type: 'boolean' } }, 1);
	const found = await lookAt(positionals[0], { root: resolve(cwd, values.root ?? '.'), packageRoot });
	const checked = checkedOf(found);
	const plain = checked.map(({ skill: _, ...rest }) => rest);
	const paint = createPaint(colours);
	if (values.json === true) print(JSON.stringify(plain));
	else
		for (const line of [...checked.map((one) => shown(one, paint)), ...found.warnings.map((one) => `! ${one}`)])
			print(line);
	return checked.every(({ faults, isLeftOut }) => isLeftOut === true || faults.length === 0) ? 0 : 1;
}

/** Checks the folder that a person named, or all folders of the checkout. */
async function lookAt(
	shownAs: string | undefined,
	{ root, packageRoot }: { readonly root: string; readonly packageRoot: string },
): Promise<CheckedSkills> {
	if (shownAs === undefined && hasSkillFolder(root)) return checkRepository(root, packageRoot);
	const folder = resolve(root, shownAs ?? ownSkillFolder);
	if (shownAs === undefined || !existsSync(folder)) throw noFolder(shownAs ?? ownSkillFolder);
	return checkSkills({ folder, shownAs, packageRoot });
}

function checkedOf({ skills: sound, faults, leftOut, files }: CheckedSkills): readonly Checked[] {
	const all = [...new Set([...files, ...faults.map(({ file }) => file)])].sort();
	return all.map((file) => {
		const skill = sound.find((one) => one.file === file);
		const { problems } = compilePatterns(skill === undefined ? [] : [patternSource(skill.patterns)], linearEngine);
		return {
			file,
			faults: [
				...[...faults, ...leftOut].filter((fault) => fault.file === file).map(renderSkillError),
				...problems.map((problem) => `${tellProblem(problem)}. Fix: Correct the pattern.`),
			],
			notices: (skill?.notices ?? []).map(renderSkillError),
			...(leftOut.some((fault) => fault.file === file) ? { isLeftOut: true as const } : {}),
			...(skill === undefined ? {} : { skill }),
		};
	});
}

function shown({ file, faults, isLeftOut, notices, skill }: Checked, paint: Paint): string {
	const lines = [...faults.map((fault) => `    ${fault}`), ...notices.map((notice) => `    note: ${notice}`)];
	if (isLeftOut === true) return [`! ${file}  left out`, ...lines].join('\n');
	if (faults.length > 0) return [`${paint.bad('✗')} ${file}`, ...lines].join('\n');
	const what = skill === undefined ? '' : `  ${described(skill)}`;
	return [`${paint.good('✓')} ${file}${what}`, ...lines].join('\n');
}

function noFolder(folder: string): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: `The folder \`${folder}\` does not exist.`,
		fix: 'Name a folder of skills, or the folder of one skill: countersign skills check ./my-skill',
	});
}
