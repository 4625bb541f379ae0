import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CountersignError, isJsonObject, type JsonValue, type Mode } from '../../core/index.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';
import { modeOf } from '../judging/judging.ts';
import { type Dialect, dialectOf } from './dialects.ts';
import { freezeControls, type HookChoice } from './freeze-controls.ts';
import { controlsPaths, readFrozenControls } from './frozen-controls.ts';
import { type GitKnowledge, gitKnowledge, withExcluded } from './git-exclude.ts';
import { guardPaths, type HookScope, sharedProgram } from './guard-script.ts';
import { canaryTrouble } from './hook-check.ts';
import { compareFiles, type FileChange, readOwnFile, type WantedFile, writeFiles } from './hook-files.ts';
import { choiceOf, wantedAround, wantedControls, wantedGuard } from './hook-parts.ts';
import { hasPersonalFile, hookPlaces } from './hook-places.ts';
import { withGuardHook, withoutGuardHook } from './hook-settings.ts';
import { type ChangedFile, changedFiles, changeLines } from './hook-words.ts';

export const installOptions = {
	root: { type: 'string' },
	for: { type: 'string', multiple: true },
	shared: { type: 'boolean' },
	mode: { type: 'string' },
	allow: { type: 'string', multiple: true },
	'allow-unasked': { type: 'boolean' },
	'dry-run': { type: 'boolean' },
	json: { type: 'boolean' },
} as const;

/**
 * `countersign hook install`: writes the guard and its rules, merges the settings, and tests the hook. If the guard does not work,
 * everything is restored and the exit code is 1. If it is run again, it changes nothing or repairs what was changed.
 * @throws CountersignError before anything is written: for settings that are not JSON, for links in the path, and for invalid rules.
 */
export async function hookInstall(args: readonly string[], cli: CliContext): Promise<number> {
	const { values } = readCommandLine(args, installOptions, 0);
	const scope = values.shared === true ? 'shared' : 'personal';
	if (scope === 'shared' && values.allow !== undefined) throw ownFolders();
	const choice: HookChoice = {
		...(values.mode !== undefined && { mode: hookModeOf(values.mode) }),
		...(values.allow !== undefined && { allow: values.allow.map((path) => resolve(cli.cwd, path)) }),
		...(values['allow-unasked'] === true && { allowsUnasked: true as const }),
	};
	const isTrial = values['dry-run'] === true;
	const agents = [...new Set((values.for ?? ['claude']).map(dialectOf))];
	const { interruption } = await cli.session();
	const done = await installHook(values.root ?? cli.cwd, cli.packageRoot, {
		agents,
		home: cli.home,
		scope,
		choice,
		isTrial,
		isStopped: () => interruption.aborted,
	});
	cli.print(values.json === true ? JSON.stringify(dataOf(done)) : wordsOf(done, isTrial).join('\n'));
	return done.trouble === undefined ? 0 : 1;
}

/** Reads the mode of a hook. A hook judges calls that other agents run without our sandbox. @throws CountersignError `bad-input` */
function hookModeOf(given: string): Mode {
	const mode = modeOf(given);
	if (mode !== 'contained') return mode;
	throw new CountersignError({
		code: 'bad-input',
		message: 'Mode `contained` needs the sandbox of a run, and a hook has no sandbox.',
		fix: 'Use `edit`: the agent writes ordinary files without approval, and all other changes need approval.',
	});
}

function ownFolders(): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: '`--allow` names a folder of this machine, but a shared hook is for every machine.',
		fix: 'Leave out `--allow` or `--shared`.',
	});
}

/** What to install. With `isTrial`, nothing is written. */
export interface HookInstallation {
	readonly agents: readonly Dialect[];
	readonly scope: HookScope;
	/** The home folder, with the person's own rules. */
	readonly home: string;
	readonly choice: HookChoice;
	readonly isTrial: boolean;
	/** Whether the person has stopped the installation. Then everything is restored, unless the tests have already passed. */
	readonly isStopped?: () => boolean;
}

/** What an installation did, or would do. */
export interface Installed {
	readonly files: readonly ChangedFile[];
	/** What a person must do or know before each agent calls the hook. */
	readonly afterwards: readonly { readonly agent: string; readonly text: string }[];
	/** Why everything was restored. */
	readonly trouble?: string;
}

/** Installs the hook, or returns what this would do. @throws CountersignError before anything is written, as {@link hookInstall}. */
export async function installHook(
	folder: string,
	packageRoot: string,
	installation: HookInstallation,
): Promise<Installed> {
	const { isTrial, scope } = installation;
	const target: HookTarget = { ...installation, root: rootOf(folder), packageRoot, git: gitKnowledge(rootOf(folder)) };
	const changes = await changesFor(target);
	const trouble = isTrial ? undefined : await writeTried(changes, target);
	const afterwards = target.agents.map(({ name, agent }) => ({
		agent: name,
		text: [hookPlaces[name].afterwards, ...leftToDo(agent, hookPlaces[name].files[scope], target)].join(' '),
	}));
	if (trouble !== undefined) return { files: [], afterwards, trouble };
	return { files: changedFiles(changes, isTrial), afterwards };
}

interface HookTarget extends HookInstallation {
	readonly root: string;
	readonly packageRoot: string;
	readonly git: GitKnowledge | undefined;
}

/** Returns what a person should know about the written settings file. */
function leftToDo(agent: string, path: string, { scope, git }: HookTarget): readonly string[] {
	if (scope === 'shared') {
		const commit = `Commit ${path} and .countersign.`;
		return [commit, 'In a clone the hook works as soon as the packages are installed; until then it lets calls pass.'];
	}
	if (git === undefined || path === hookPlaces.claude.files.personal) return [];
	return [`${agent} has no personal settings for a project, so git ignores ${path} in this clone.`];
}

/** Writes the files and tests the hook. If it does not work, this restores everything and returns why. */
async function writeTried(changes: readonly FileChange[], target: HookTarget): Promise<string | undefined> {
	const { root, agents, scope, isStopped = () => false } = target;
	const takeBack = writeFiles(changes);
	const looks = [
		() => ignoredTrouble(target),
		...agents.map((dialect) => () => canaryTrouble(root, { dialect, scope })),
	];
	for (const look of looks) {
		const found = await look();
		const trouble = isStopped() ? 'you stopped the installation before the test ended' : found;
		if (trouble === undefined) continue;
		takeBack();
		return trouble;
	}
	return undefined;
}

/** Returns an error text if git ignores one of the paths to commit. A committed hook without its guard would block everybody else. */
async function ignoredTrouble({ scope, git, agents }: HookTarget): Promise<string | undefined> {
	if (scope !== 'shared' || git === undefined) return undefined;
	const settings = agents.map(({ name }) => hookPlaces[name].files.shared);
	for (const path of [guardPaths.shared, controlsPaths.shared, ...settings])
		if (await git.isIgnored(path)) return `git ignores ${path}, so it cannot be shared. Remove it from .gitignore.`;
	return undefined;
}

function wordsOf({ files, afterwards, trouble }: Installed, isTrial: boolean): readonly string[] {
	if (trouble !== undefined) return [`not hook: ${trouble}`, 'All files are restored.'];
	const lines = changeLines(files);
	if (isTrial) return [...lines, 'Nothing was written.'];
	const next = afterwards.map(({ text }) => text).join(' ');
	return [...lines, `The hook works: it blocks \`rm -rf /\`, and allows \`ls\`. ${next}`];
}

function dataOf({ files, afterwards, trouble }: Installed): object {
	const plain = files.map(({ path, state }) => ({ path, state }));
	return { ok: trouble === undefined, files: plain, ...(trouble === undefined ? { afterwards } : { trouble }) };
}

/** Returns the changes to make. Everything is read and prepared first, so that errors come before any change. */
async function changesFor(target: HookTarget): Promise<readonly FileChange[]> {
	const { root, packageRoot, agents, scope, home, choice, git } = target;
	if (scope === 'shared') requirePackage(root);
	else await requireUntracked(target);
	const earlier = readOwnFile(root, controlsPaths[scope]) === undefined ? {} : choiceBefore(root, scope);
	const frozen = await freezeControls(
		packageRoot,
		{ root, home, scope },
		choiceOf({ ...noControls, ...earlier, ...choice }),
	);
	const settings = agents.map(({ name }) => {
		const place = hookPlaces[name];
		const path = place.files[scope];
		return { path, text: withGuardHook(readOwnFile(root, path), { place, scope }) };
	});
	const paths = settings.map(({ path }) => path);
	// The settings are written last, so that a hook is complete when it is called.
	return compareFiles(root, [
		...wantedAround(root, scope),
		...(scope === 'personal' && git !== undefined ? await excluded(git, paths) : []),
		wantedControls(frozen, scope),
		wantedGuard(packageRoot, scope),
		...settings,
		...(scope === 'personal' ? agents.flatMap((agent) => movedOut(root, agent)) : []),
	]);
}

async function excluded(git: GitKnowledge, paths: readonly string[]): Promise<readonly WantedFile[]> {
	const isOpen = await Promise.all(paths.map(async (path) => !(await git.isIgnored(path))));
	const names = paths.filter((_, index) => isOpen[index]).map(git.nameOf);
	return names.length === 0 ? [] : [withExcluded(git, names)];
}

/** Removes the hook of one person from the settings of everybody, where earlier versions wrote it. */
function movedOut(root: string, { name }: Dialect): readonly WantedFile[] {
	const place = hookPlaces[name];
	const path = place.files.shared;
	const text = hasPersonalFile(place) ? readOwnFile(root, path) : undefined;
	if (text?.includes(guardPaths.personal) !== true) return [];
	return [{ path, text: withoutGuardHook(text, { place, path, scope: 'personal' }) }];
}

/**
 * Refuses committed settings. Threat: if they name a guard of this machine, everybody who clones is blocked. @throws CountersignError
 * `bad-input`
 */
async function requireUntracked({ agents, git }: HookTarget): Promise<void> {
	for (const { name, agent } of agents) {
		const path = hookPlaces[name].files.personal;
		if ((await git?.isTracked(path)) !== true) continue;
		const why = hasPersonalFile(hookPlaces[name]) ? '' : ` ${agent} has no personal settings for a project.`;
		throw new CountersignError({
			code: 'bad-input',
			message: `${path} is committed in this repository, but this hook works only on this machine.${why} Nothing was written.`,
			fix: `countersign hook install --shared --for ${name} installs one that works in every clone.`,
		});
	}
}

/** Requires the program among the packages. @throws CountersignError `bad-input` if a clone would not find it. */
function requirePackage(root: string): void {
	const isNamed = namesCountersign(readOwnFile(root, 'package.json'));
	if (isNamed && existsSync(join(root, sharedProgram))) return;
	const missing = isNamed ? `${sharedProgram} is missing` : '`countersign` is missing in package.json';
	throw new CountersignError({
		code: 'bad-input',
		message: `A shared hook starts the Countersign among the packages of the repository, but ${missing}. Nothing was written.`,
		fix: 'Add it: npm install --save-dev <your copy of Countersign>. Or leave out `--shared` to install the hook only for you.',
	});
}

function namesCountersign(text: string | undefined): boolean {
	try {
		const value: JsonValue = JSON.parse(text ?? '{}');
		const parts = isJsonObject(value) ? [value['devDependencies'], value['dependencies']] : [];
		return parts.some((part) => isJsonObject(part) && Object.hasOwn(part, 'countersign'));
	} catch {
		return false;
	}
}

const noControls = { version: 1, shipped: [], others: [] } as const;

/**
 * Returns the person's choice at the earlier installation, so that it stays. The choice is empty if it cannot be read, for example because
 * another version wrote it.
 */
function choiceBefore(root: string, scope: HookScope): HookChoice {
	try {
		return choiceOf(readFrozenControls(root, scope));
	} catch {
		return {};
	}
}

/** Returns the real path of a hook's folder. @throws CountersignError `bad-input` if it does not exist. */
export function rootOf(folder: string): string {
	try {
		return realpathSync(folder);
	} catch (cause) {
		const message = `The folder \`${folder}\` does not exist.`;
		throw new CountersignError({ code: 'bad-input', message, fix: 'Name the checkout: --root <folder>.', cause });
	}
}
