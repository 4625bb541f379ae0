import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CountersignError, ownSkillFolder } from '../../core/index.ts';
import { createFiles } from '../../readiness/index.ts';
import { loadSkills } from '../../skills/index.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';
import { readOwnFile } from '../hook/hook-files.ts';
import { checkSkills } from './skill-check.ts';

/** The options of `countersign skills new`. */
export const skillsNewOptions = {
	root: { type: 'string' },
	description: { type: 'string' },
	json: { type: 'boolean' },
} as const;

/**
 * `countersign skills new <name>`: creates a skill of the repository, which passes `skills check` unchanged. Overwrites nothing.
 * @throws CountersignError `bad-input` if the name is invalid, is taken, or belongs to a shipped skill.
 */
export async function newSkill(
	args: readonly string[],
	{ cwd, packageRoot, print }: Pick<CliContext, 'cwd' | 'packageRoot' | 'print'>,
): Promise<number> {
	const { values, positionals } = readCommandLine(args, skillsNewOptions);
	const root = resolve(cwd, values.root ?? '.');
	if (!existsSync(root)) throw refused(`The folder ${root} does not exist.`, 'Name the checkout: --root <folder>.');
	const name = nameIn(positionals);
	const file = `${ownSkillFolder}/${name}/SKILL.md`;
	await refuseTaken(name, file, { root, packageRoot });
	const description = oneLine(values.description ?? `What ${name.replaceAll('-', ' ')} means here`);
	createFiles(root, [{ path: file, text: skeleton(name, description) }]);
	if (values.json === true) print(JSON.stringify({ name, file, state: 'new' }));
	else print(`created ${file}\nWrite what only this project knows, then: countersign skills check`);
	return 0;
}

const wellFormed = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

function nameIn(words: readonly string[]): string {
	const [name, ...others] = words;
	if (name === undefined || others.length > 0)
		throw refused('`countersign skills new` takes one name.', 'countersign skills new api-change');
	if (wellFormed.test(name) && name.length <= 64) return name;
	const near = name
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '')
		.slice(0, 64);
	const meant = wellFormed.test(near) ? ` For example: countersign skills new ${near}` : '';
	throw refused(
		`Invalid name of a skill: \`${name}\`.`,
		`Use at most 64 lower-case letters, digits and single hyphens.${meant}`,
	);
}

async function refuseTaken(
	name: string,
	file: string,
	{ root, packageRoot }: Pick<CliContext, 'packageRoot'> & { root: string },
) {
	if (readOwnFile(root, file) !== undefined)
		throw refused(`${file} already exists. Nothing was written.`, 'Edit it, or choose another name.');
	const shipped = join(packageRoot, 'skills');
	const { skills } = await loadSkills(shipped);
	if (skills.some((skill) => skill.name === name))
		throw refused(
			`\`${name}\` ships with Countersign, and a skill with this name would replace it.`,
			`Start from a copy of the shipped skill: cp -r ${join(shipped, name)} ${ownSkillFolder}/ — or choose another name.`,
		);
	const folder = join(root, ownSkillFolder);
	const own = existsSync(folder) ? await checkSkills({ folder, shownAs: ownSkillFolder, packageRoot }) : undefined;
	const other = own?.skills.find((skill) => skill.name === name);
	if (other !== undefined)
		throw refused(`${other.file} already has the name \`${name}\`. Nothing was written.`, 'Choose another name.');
}

function oneLine(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim();
	if (line === '') throw refused('`--description` is empty.', 'Write one sentence for people and the model.');
	return line;
}

/** The description is quoted as JSON, which is also valid YAML for any sentence. */
function skeleton(name: string, description: string): string {
	return `---
name: ${name}
description: ${JSON.stringify(description)}
# If a task contains one of these, the run uses this skill.
triggers: [${JSON.stringify(name.replaceAll('-', ' '))}]
requires: [files, shell]
# More keys: allowed_tools, mode, max_iterations, budget, confirm_patterns, danger_patterns.
---

# ${description}

1. What to look at first, and where it is.
2. What to change, in which order, and what never to do.
3. How to tell that it is done: the command that must pass.

When to stop and ask: …
`;
}

function refused(message: string, fix: string): CountersignError {
	return new CountersignError({ code: 'bad-input', message, fix });
}
