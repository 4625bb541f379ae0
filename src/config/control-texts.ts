import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CountersignError, type Workspace } from '../core/index.ts';
import { configPath, type RepositoryConfig } from './repository-config.ts';

/** A policy or a skill before it is read. `file` is how errors and verdicts name it. */
export interface ControlFile {
	readonly file: string;
	readonly text: string;
}

/** Everything that controls a run, as texts, so that it can be frozen. */
export interface ControlFiles {
	readonly policies: readonly ControlFile[];
	readonly skills: readonly ControlFile[];
}

const repositorySkill = /^\.github\/countersign\/skills\/[^/]+\/SKILL\.md$/;

/** The shipped policies and skills, then the repository's own from the base commit: never from the checkout, which a run changes. */
export async function gatherControls(
	packageRoot: string,
	workspace: Workspace,
	config: RepositoryConfig,
): Promise<ControlFiles> {
	const paths = await workspace.paths();
	const own = (names: readonly string[]): Promise<ControlFile[]> =>
		Promise.all(names.map((name) => readOwn(workspace, name)));
	return {
		policies: [...shipped(packageRoot, 'policies', ['floor.yml', 'default.yml']), ...(await own(config.policies))],
		skills: [...shippedSkills(packageRoot), ...(await own(paths.filter((path) => repositorySkill.test(path))))],
	};
}

function shippedSkills(packageRoot: string): readonly ControlFile[] {
	const folders = readdirSync(join(packageRoot, 'skills'), { withFileTypes: true }).filter((entry) =>
		entry.isDirectory(),
	);
	const names = folders.map((entry) => entry.name).sort();
	return shipped(
		packageRoot,
		'skills',
		names.map((name) => `${name}/SKILL.md`),
	);
}

function shipped(packageRoot: string, folder: string, names: readonly string[]): readonly ControlFile[] {
	return names.map((name) => ({
		file: `${folder}/${name}`,
		text: readFileSync(join(packageRoot, folder, name), 'utf8'),
	}));
}

async function readOwn(workspace: Workspace, name: string): Promise<ControlFile> {
	const text = await workspace.readBase(name);
	if (text !== undefined) return { file: name, text };
	throw new CountersignError({
		code: 'bad-config',
		message: `${configPath} names the policy \`${name}\`, and the default branch has no such file.`,
		fix: 'Commit the file to the default branch, or correct its path under `policies`.',
	});
}
