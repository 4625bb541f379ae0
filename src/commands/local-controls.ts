import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CountersignError, nearestWord } from '../core/index.ts';
import { compilePatterns, loadPolicy, type Patterns, type Policy } from '../gate/index.ts';
import { readSkills, requireSkills } from '../skills/index.ts';

export interface ControlChoice {
	/** Names of shipped policies, or paths of files. The floor is always there besides. */
	readonly policies: readonly string[];
	/** Folders of skills; undefined: the shipped ones. */
	readonly skills: readonly string[] | undefined;
	readonly packageRoot: string;
}

export interface LocalControls {
	readonly policies: readonly Policy[];
	readonly patterns: Patterns;
}

/** The policies and patterns that a person chose on the command line. @throws CountersignError `bad-policy`, `bad-skill`, `bad-input`. */
export function loadControls({ policies, skills, packageRoot }: ControlChoice): LocalControls {
	const shippedFolder = join(packageRoot, 'policies');
	const names = ['floor', ...policies.filter((name) => name !== 'floor')];
	return {
		policies: names.map((name) => loadNamed(name, shippedFolder)),
		patterns: loadPatterns(skills ?? [join(packageRoot, 'skills')]),
	};
}

/** A word is the name of a shipped policy; what holds a slash or a dot is a path. */
function loadNamed(name: string, folder: string): Policy {
	if (/[/.\\]/.test(name)) return loadPolicy(read(name), name);
	const shipped = readdirSync(folder).flatMap((file) => (file.endsWith('.yml') ? [basename(file, '.yml')] : []));
	if (shipped.includes(name)) return loadPolicy(read(join(folder, `${name}.yml`)), `policies/${name}.yml`);
	const near = nearestWord(name, shipped);
	throw new CountersignError({
		code: 'bad-input',
		message: `\`${name}\` is no shipped policy${near === undefined ? '.' : `; did you mean \`${near}\`?`}`,
		fix: `Shipped: ${shipped.join(', ')}. A file of your own is named by its path: --policy ./my-policy.yml.`,
	});
}

function loadPatterns(folders: readonly string[]): Patterns {
	const files = folders.flatMap((folder) =>
		readdirSync(folder, { withFileTypes: true })
			.filter((entry) => entry.isDirectory())
			.map(({ name }) => ({
				file: `${basename(folder)}/${name}/SKILL.md`,
				text: read(join(folder, name, 'SKILL.md')),
			})),
	);
	const skills = requireSkills(readSkills(files));
	const { patterns, problems } = compilePatterns(
		skills.map(({ patterns: { source: file, danger, confirm } }) => ({ file, danger, confirm })),
	);
	const [problem] = problems;
	if (problem === undefined) return patterns;
	throw new CountersignError({
		code: 'bad-skill',
		message: `${problem.file}: the pattern \`${problem.pattern}\` cannot be used: ${problem.message}.`,
		fix: 'Correct the pattern.',
	});
}

function read(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch (cause) {
		const why = cause instanceof Error ? cause.message : String(cause);
		throw new CountersignError({
			code: 'bad-input',
			message: `${path} cannot be read: ${why}.`,
			fix: 'Correct the path.',
			cause,
		});
	}
}
