import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CountersignError, type OrganizationFiles, standingPath, type Workspace } from '../core/index.ts';
import { type BlockedPattern, configPath, type RepositoryConfig, readRepositoryConfig } from './repository-config.ts';
import { repositorySkills } from './repository-skills.ts';

/** A policy or a skill before it is read. `file` is how errors and verdicts name it. */
export interface ControlFile {
	readonly file: string;
	readonly text: string;
	/** The repository, or its organization, wrote it. */
	readonly isOwn?: true;
	/** A skill from a folder that is there for any agent. */
	readonly isForeign?: true;
	/** The organization wants it, so that no standing approval of the repository answers it. */
	readonly ofOrganization?: true;
}

/** What no call may match, and the file that says so. */
export interface BlockedPatterns {
	readonly file: string;
	readonly patterns: readonly BlockedPattern[];
}

/** Everything that controls a run, as texts, so that it can be frozen. */
export interface ControlFiles {
	readonly policies: readonly ControlFile[];
	readonly skills: readonly ControlFile[];
	readonly blocked: BlockedPatterns;
	/** What the organization blocks besides. */
	readonly blockedAbove?: BlockedPatterns;
	/** The organization's files, by whose word the configuration counts. */
	readonly organization?: OrganizationFiles;
	/** What maintainers approved for every run, where there is such a file. */
	readonly standing?: ControlFile;
	/** What the configuration warns of, and which skills were left out unread. */
	readonly warnings: readonly string[];
}

/** The patterns of a repository that names none of its own (agtop, Safety Hooks: the defaults of `blocked_patterns`). */
const shippedBlocked = 'safety/blocked-patterns.yml';

/** The shipped policies that the configuration chose and the shipped skills, then the repository's own from the base commit: never from the checkout, which a run changes. */
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

/** Shipped ones again, where it names some: they speak for the organization then, whatever the repository's allow. */
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
		message: `${configPath} names the policy \`${name}\`, and the default branch has no such file.`,
		fix: 'Commit the file to the default branch, or correct its path under `policies`.',
	});
}
