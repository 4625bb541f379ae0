import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CountersignError, type OrganizationFiles, standingPath, type Workspace } from '../core/index.ts';
import { type BlockedPattern, configPath, type RepositoryConfig, readRepositoryConfig } from './repository-config.ts';
import { repositorySkills } from './repository-skills.ts';

/** A policy or skill before it is parsed. Errors and verdicts use the name `file`. */
export interface ControlFile {
	readonly file: string;
	readonly text: string;
	/** True if the repository or its organization wrote it. */
	readonly isOwn?: true;
	/** True for a skill from a folder for any agent. */
	readonly isForeign?: true;
	/** True if the organization requires it. Then a standing approval of the repository cannot replace an approval for it. */
	readonly ofOrganization?: true;
}

/** The patterns that no call may match, and the file that contains them. */
export interface BlockedPatterns {
	readonly file: string;
	readonly patterns: readonly BlockedPattern[];
}

/** All texts that control a run, so that they can be frozen. */
export interface ControlFiles {
	readonly policies: readonly ControlFile[];
	readonly skills: readonly ControlFile[];
	readonly blocked: BlockedPatterns;
	/** Additional blocked patterns of the organization. */
	readonly blockedAbove?: BlockedPatterns;
	/** The organization's files, which decide how the configuration is used. */
	readonly organization?: OrganizationFiles;
	/** The approvals of maintainers for every run, if there is such a file. */
	readonly standing?: ControlFile;
	/** Warnings of the configuration, and skills that were left out unread. */
	readonly warnings: readonly string[];
}

/** The patterns for a repository without its own patterns (agtop, Safety Hooks: the defaults of `blocked_patterns`). */
const shippedBlocked = 'safety/blocked-patterns.yml';

/**
 * Collects the shipped policies that the configuration chose, the shipped skills, and the repository's own files. Files of the repository
 * come from the base commit, and never from the checkout, which a run changes.
 */
export async function gatherControls(
	packageRoot: string,
	workspace: Workspace,
	config: RepositoryConfig,
): Promise<ControlFiles> {
	const own = (names: readonly string[]): Promise<ControlFile[]> =>
		Promise.all(names.map((name) => readOwn(workspace, name)));
	const repository = await repositorySkills({
		paths: await workspace.paths(),
		read: (path) => workspace.readBase(path),
		linkAt: (path) => workspace.readBaseLink(path),
	});
	return {
		policies: [
			...shipped(
				packageRoot,
				'policies',
				['floor', ...config.shippedPolicies].map((name) => `${name}.yml`),
			),
			...(await own(config.policies)),
			...ofOrganization(packageRoot, config),
		],
		skills: [...shippedSkills(packageRoot), ...repository.files],
		blocked:
			config.blockedPatterns === undefined
				? shippedBlockedPatterns(packageRoot)
				: { file: configPath, patterns: config.blockedPatterns },
		...organizationOf(config),
		...(await readStanding(workspace)),
		warnings: [...config.warnings, ...repository.warnings],
	};
}

/** Returns the organization's policies. Shipped policies that it names are included, even if the repository names the same ones. */
function ofOrganization(packageRoot: string, { organization }: RepositoryConfig): readonly ControlFile[] {
	if (organization === undefined) return [];
	const names = organization.shippedPolicies.map((name) => `${name}.yml`);
	const own = organization.policies.map((policy) => ({ ...policy, isOwn: true as const }));
	const all: readonly ControlFile[] = [...shipped(packageRoot, 'policies', names), ...own];
	return all.map((policy) => ({ ...policy, ofOrganization: true as const }));
}

function organizationOf({ organization }: RepositoryConfig): Pick<ControlFiles, 'organization' | 'blockedAbove'> {
	if (organization === undefined) return {};
	const { files, blocked } = organization;
	return { organization: files, ...(blocked === undefined ? {} : { blockedAbove: blocked }) };
}

async function readStanding(workspace: Workspace): Promise<{ readonly standing?: ControlFile }> {
	const text = await workspace.readBase(standingPath);
	return text === undefined ? {} : { standing: { file: standingPath, text } };
}

/** The shipped patterns, from a file in the form of a configuration. */
export function shippedBlockedPatterns(packageRoot: string): BlockedPatterns {
	const text = readFileSync(join(packageRoot, shippedBlocked), 'utf8');
	return { file: shippedBlocked, patterns: readRepositoryConfig(text, shippedBlocked).blockedPatterns ?? [] };
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
	if (text !== undefined) return { file: name, text, isOwn: true };
	throw new CountersignError({
		code: 'bad-config',
		message: `${configPath} names the policy \`${name}\`, but the default branch does not contain this file.`,
		fix: 'Commit the file to the default branch, or correct its path under `policies`.',
	});
}
