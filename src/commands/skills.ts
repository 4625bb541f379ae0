import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CountersignError, nearestWord } from '../core/index.ts';
import { compilePatterns, tellProblem } from '../gate/index.ts';
import { linearEngine } from '../gate/loading.ts';
import {
	chooseSkill,
	loadSkills,
	patternSource,
	permittedTools,
	renderSkillError,
	type Skill,
} from '../skills/index.ts';
import { readCommandLine, type Surroundings } from './command-line.ts';
import { createPaint, type Paint } from './paint.ts';
import { checkSkills, skillsFolder } from './skill-check.ts';

const help = `countersign skills: lists, checks and updates skills

  countersign skills list [--root <folder>] [--task "<words>"] [--json]
      The shipped skills and those of the repository; with a task, the one that a run would follow for it.
      countersign skills list --task "fix the flaky test"

  countersign skills check [<folder>] [--root <folder>] [--json]
      Reads each skill as a run would, and says for each fault file, line, field and what to write. Without a folder,
      ${skillsFolder}; a folder may also be that of one skill.
      countersign skills check ./my-skill

  countersign skills new <name> [--description "<sentence>"] [--root <folder>] [--json]
      Begins a skill: a SKILL.md in ${skillsFolder}/<name> that \`check\` accepts. Overwrites nothing.
      countersign skills new api-change

  countersign skills update [--dry-run] [--root <folder>] [--json]
      Brings the repository's copies of shipped skills up to date. What people changed is never overwritten: it is shown with what ships now.
      countersign skills update --dry-run

Exit codes: 0 fine, 1 a skill does not hold, 2 wrong usage.
`;

type Verb = (args: readonly string[], surroundings: Surroundings) => Promise<number>;

const verbs: Readonly<Record<string, Verb>> = {
	list,
	check,
	// Only these write: the others must not wait for what they need.
	new: async (args, surroundings) => (await import('./skills-new.ts')).newSkill(args, surroundings),
	update: async (args, surroundings) => (await import('./skills-update.ts')).update(args, surroundings),
};

/** `countersign skills <verb>`. @throws CountersignError `bad-input` for what is no verb or no folder. */
export async function skills([name, ...args]: readonly string[], surroundings: Surroundings): Promise<number> {
	if (name === 'help' || [name, ...args].some((word) => word === '--help' || word === '-h')) {
		surroundings.print(help.trimEnd());
		return 0;
	}
	const verb = name !== undefined && Object.hasOwn(verbs, name) ? verbs[name] : undefined;
	if (verb === undefined) throw unknownVerb(name);
	return verb(args, surroundings);
}

/** Everything that is wrong with one file, in words; empty where it is sound. */
interface Checked {
	readonly file: string;
	readonly faults: readonly string[];
	readonly notices: readonly string[];
	readonly skill?: Skill;
}

async function check(args: readonly string[], { cwd, packageRoot, colours, print }: Surroundings): Promise<number> {
	const { values, positionals } = readCommandLine(args, { root: { type: 'string' }, json: { type: 'boolean' } });
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

async function list(args: readonly string[], { cwd, packageRoot, print }: Surroundings): Promise<number> {
	const options = { root: { type: 'string' }, task: { type: 'string' }, json: { type: 'boolean' } } as const;
	const { values } = readCommandLine(args, options);
	const folder = join(values.root ?? cwd, skillsFolder);
	const shipped = (await loadSkills(join(packageRoot, 'skills'))).skills;
	const own = existsSync(folder) ? await checkSkills({ folder, shownAs: skillsFolder, packageRoot }) : undefined;
	const replaced = new Set(own?.skills.map(({ name }) => name));
	const all = [...shipped.filter(({ name }) => !replaced.has(name)), ...(own?.skills ?? [])];
	const followed = values.task === undefined ? undefined : chooseSkill(values.task, all)?.name;
	if (values.json === true) print(JSON.stringify(all.map((skill) => facts(skill, followed))));
	else for (const skill of all) print(`${skill.name === followed ? '→' : ' '} ${skill.name}  ${described(skill)}`);
	if (values.task !== undefined && followed === undefined && values.json !== true) print('No skill fits this task.');
	const faults = own?.faults ?? [];
	if (faults.length > 0 && values.json !== true)
		print(`${faults.length} faults in ${skillsFolder}: see countersign skills check`);
	return faults.length === 0 ? 0 : 1;
}

function facts(skill: Skill, followed: string | undefined) {
	const { name, version, file, description, triggers, mode, maxIterations, budget } = skill;
	const tools = permittedTools(skill);
	const limits = {
		...(mode && { mode }),
		...(maxIterations && { maxIterations }),
		...(budget && { budget }),
		...(tools && { tools }),
	};
	return { name, ...(version && { version }), file, description, triggers, ...limits, isFollowed: name === followed };
}

function described(skill: Skill): string {
	const { isOwn, version, isOpenFormat, mode, maxIterations, budget, triggers } = skill;
	const tools = permittedTools(skill);
	return [
		isOwn === true ? 'own' : 'shipped',
		...(version === undefined ? [] : [version]),
		...(isOpenFormat === true ? ['open format'] : []),
		...(triggers.includes('*') ? ['always'] : [`triggers: ${triggers.slice(0, 5).join(', ')}`]),
		...(mode === undefined ? [] : [`at most mode ${mode}`]),
		...(maxIterations === undefined ? [] : [`${maxIterations} rounds`]),
		...(budget?.tokens === undefined ? [] : [`at most ${budget.tokens.toLocaleString('en-US')} tokens`]),
		...(budget?.minutes === undefined ? [] : [`at most ${budget.minutes} minutes`]),
		...(tools === undefined ? [] : [`only ${tools.length} tools`]),
	].join(' · ');
}

function noFolder(folder: string): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: `There is no folder \`${folder}\`.`,
		fix: 'Name a folder of skills, or the folder of one: countersign skills check ./my-skill',
	});
}

function unknownVerb(name: string | undefined): CountersignError {
	const known = Object.keys(verbs);
	const near = name === undefined ? undefined : nearestWord(name, known);
	const message =
		name === undefined
			? '`countersign skills` needs to be told what to do.'
			: `\`skills ${name}\` is not a command${near === undefined ? '.' : `; did you mean \`skills ${near}\`?`}`;
	const fix = `One of: ${known.join(', ')}. \`countersign skills --help\` shows examples.`;
	return new CountersignError({ code: 'bad-input', message, fix });
}
