import { join, resolve } from 'node:path';
import { ownSkillFolder } from '../../core/index.ts';
import { chooseSkill, loadSkills, permittedTools, type Skill } from '../../skills/index.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';
import { checkRepository, hasSkillFolder } from './skill-check.ts';
import { described } from './skill-words.ts';

/** `countersign skills list`: lists the skills. Exits with 1 if a skill of the repository has an error. */
export async function skillsList(args: readonly string[], { cwd, packageRoot, print }: CliContext): Promise<number> {
	const options = { root: { type: 'string' }, task: { type: 'string' }, json: { type: 'boolean' } } as const;
	const { values } = readCommandLine(args, options, 0);
	const shipped = (await loadSkills(join(packageRoot, 'skills'))).skills;
	const root = resolve(cwd, values.root ?? '.');
	const own = hasSkillFolder(root) ? await checkRepository(root, packageRoot) : undefined;
	const replaced = new Set(own?.skills.map(({ name }) => name));
	const all = [...shipped.filter(({ name }) => !replaced.has(name)), ...(own?.skills ?? [])];
	const followed = values.task === undefined ? undefined : chooseSkill(values.task, all)?.name;
	if (values.json === true) print(JSON.stringify(all.map((skill) => facts(skill, followed))));
	else for (const skill of all) print(`${skill.name === followed ? '→' : ' '} ${skill.name}  ${described(skill)}`);
	if (values.task !== undefined && followed === undefined && values.json !== true) print('No skill fits this task.');
	const faults = own?.faults ?? [];
	const left = new Set(own?.leftOut.map(({ file }) => file)).size + (own?.warnings.length ?? 0);
	if (left > 0 && values.json !== true) print(`${left} skills are left out. See: countersign skills check`);
	if (faults.length > 0 && values.json !== true)
		print(`${faults.length} errors in ${ownSkillFolder}. See: countersign skills check`);
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
