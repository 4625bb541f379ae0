import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CountersignError } from '../core/index.ts';
import { compilePatterns, tellProblem } from '../gate/index.ts';
import { linearEngine } from '../gate/loading.ts';
import { patternSource, renderSkillError, type Skill } from '../skills/index.ts';
import { readCommandLine, type Surroundings } from './command-line.ts';
import { createPaint, type Paint } from './paint.ts';
import { checkSkills, skillsFolder } from './skill-check.ts';
import { described } from './skill-words.ts';

/** Everything that is wrong with one file, in words; empty where it is sound. */
interface Checked {
	readonly file: string;
	readonly faults: readonly string[];
	readonly notices: readonly string[];
	readonly skill?: Skill;
}

/** `countersign skills check`: exits 1 when a skill does not hold. @throws CountersignError `bad-input` where there is no such folder. */
export async function skillsCheck(
	args: readonly string[],
	{ cwd, packageRoot, colours, print }: Surroundings,
): Promise<number> {
	const { values, positionals } = readCommandLine(args, { root: { type: 'string' }, json: { type: 'boolean' } }, 1);
	const [shownAs = skillsFolder] = positionals;
	const folder = resolve(values.root ?? cwd, shownAs);
	if (!existsSync(folder)) throw noFolder(shownAs);
	const checked = checkedOf(await checkSkills({ folder, shownAs, packageRoot }));
	const plain = checked.map(({ skill: _, ...rest }) => rest);
	if (values.json === true) print(JSON.stringify(plain));
	else for (const one of checked) print(shown(one, createPaint(colours)));
	return checked.every(({ faults }) => faults.length === 0) ? 0 : 1;
}

function checkedOf({ skills: sound, faults, files }: Awaited<ReturnType<typeof checkSkills>>): readonly Checked[] {
	const all = [...new Set([...files, ...faults.map(({ file }) => file)])].sort();
	return all.map((file) => {
		const skill = sound.find((one) => one.file === file);
		const { problems } = compilePatterns(skill === undefined ? [] : [patternSource(skill.patterns)], linearEngine);
		return {
			file,
			faults: [
				...faults.filter((fault) => fault.file === file).map(renderSkillError),
				...problems.map((problem) => `${tellProblem(problem)}. Fix: Correct the pattern.`),
			],
			notices: (skill?.notices ?? []).map(renderSkillError),
			...(skill === undefined ? {} : { skill }),
		};
	});
}

function shown({ file, faults, notices, skill }: Checked, paint: Paint): string {
	const sign = faults.length === 0 ? paint.good('✓') : paint.bad('✗');
	const what = skill === undefined || faults.length > 0 ? '' : `  ${described(skill)}`;
	return [
		`${sign} ${file}${what}`,
		...faults.map((fault) => `    ${fault}`),
		...notices.map((notice) => `    note: ${notice}`),
	].join('\n');
}

function noFolder(folder: string): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: `There is no folder \`${folder}\`.`,
		fix: 'Name a folder of skills, or the folder of one: countersign skills check ./my-skill',
	});
}
