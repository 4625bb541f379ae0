import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CountersignError, nearestWord, utcDay } from '../../core/index.ts';
import {
	compilePatterns,
	isCompiledPolicy,
	type Patterns,
	type Policy,
	shippedPatterns,
	shippedPolicies,
	tellProblem,
} from '../../gate/index.ts';

export interface ControlChoice {
	/** Names of shipped policies, or paths of files. The policy `floor` is always added. */
	readonly policies: readonly string[];
	/** Folders of skills. If undefined, the shipped skills are used. */
	readonly skills: readonly string[] | undefined;
	readonly packageRoot: string;
}

export interface LocalControls {
	readonly policies: readonly Policy[];
	readonly patterns: Patterns;
}

/**
 * Loads the policies and patterns that a person chose on the command line. @throws CountersignError `bad-policy`, `bad-skill`,
 * `bad-input`.
 */
export async function loadControls({ policies, skills, packageRoot }: ControlChoice): Promise<LocalControls> {
	const compiled = policies.filter(isCompiledPolicy);
	const others = policies.filter((name) => !isCompiledPolicy(name));
	return {
		policies: [...shippedPolicies(compiled), ...(await loadOthers(others, join(packageRoot, 'policies')))],
		patterns: skills === undefined ? shippedPatterns() : await loadPatterns(skills),
	};
}

/** Loads policies from files. The YAML reader and its schema are loaded only if a file must be read. */
async function loadOthers(names: readonly string[], folder: string): Promise<readonly Policy[]> {
	if (names.length === 0) return [];
	const { loadPolicy } = await import('../../gate/loading.ts');
	return names.map((name) => {
		const { file, text } = readPolicyFile(name, folder);
		return loadPolicy(text, file, { today: today(), isOwn: isPath(name) });
	});
}

/** Returns today's date, by which rules expire. */
export function today(): string {
	return utcDay(new Date());
}

/** Returns the text of a policy that a person named, and its name in errors and verdicts. @throws CountersignError `bad-input`. */
export function readPolicyFile(name: string, folder: string): { readonly file: string; readonly text: string } {
	const { file, path } = fileOf(name, folder);
	return { file, text: readTextFile(path) };
}

/** Returns the names of the shipped policies. */
export function shippedNames(folder: string): readonly string[] {
	return readdirSync(folder).flatMap((file) => (file.endsWith('.yml') ? [basename(file, '.yml')] : []));
}

/** Whether a name is a path. A name with a slash or a dot is a path; any other word names a shipped policy. */
function isPath(name: string): boolean {
	return /[/.\\]/.test(name);
}

function fileOf(name: string, folder: string): { readonly file: string; readonly path: string } {
	if (isPath(name)) return { file: name, path: name };
	const shipped = shippedNames(folder);
	if (shipped.includes(name)) return { file: `policies/${name}.yml`, path: join(folder, `${name}.yml`) };
	const near = nearestWord(name, shipped);
	throw new CountersignError({
		code: 'bad-input',
		message: `Unknown shipped policy \`${name}\`${near === undefined ? '.' : `; did you mean \`${near}\`?`}`,
		fix: `Shipped: ${shipped.join(', ')}. To use your own file, write its path: --policy ./my-policy.yml.`,
	});
}

async function loadPatterns(folders: readonly string[]): Promise<Patterns> {
	const { linearEngine } = await import('../../gate/loading.ts');
	const { patternSource, readSkillFiles, readSkills, requireSkills } = await import('../../skills/index.ts');
	const found = await Promise.all(folders.map((folder) => readSkillFiles(folder)));
	const { skills, diagnostics } = readSkills(found.flatMap(({ files }) => files));
	const sound = requireSkills({ skills, diagnostics: [...found.flatMap((one) => one.diagnostics), ...diagnostics] });
	const { patterns, problems } = compilePatterns(
		sound.map((skill) => patternSource(skill.patterns)),
		linearEngine,
	);
	const [problem] = problems;
	if (problem === undefined) return patterns;
	throw new CountersignError({ code: 'bad-skill', message: `${tellProblem(problem)}.`, fix: 'Correct the pattern.' });
}

/** Reads a file that a person named. @throws CountersignError `bad-input`. */
export function readTextFile(path: string): string {
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
