import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { CountersignError, type Mode } from '../core/index.ts';
import { fileDiff } from '../report/index.ts';
import { readCommandLine, type Surroundings } from './command-line.ts';
import { type Dialect, dialectOf } from './dialects.ts';
import { freezeControls, type HookChoice } from './freeze-controls.ts';
import { controlsPath, readFrozenControls } from './frozen-controls.ts';
import { canaryTrouble } from './hook-check.ts';
import { compareFiles, type FileChange, readOwnFile, writeFiles } from './hook-files.ts';
import { choiceOf, wantedControls, wantedGuard, wantedIgnore, wantedSettings } from './hook-parts.ts';
import { hookPlaces } from './hook-settings.ts';
import { modeOf } from './judging.ts';

export const installOptions = {
	root: { type: 'string' },
	for: { type: 'string', multiple: true },
	mode: { type: 'string' },
	allow: { type: 'string', multiple: true },
	'allow-unasked': { type: 'boolean' },
	'dry-run': { type: 'boolean' },
	json: { type: 'boolean' },
} as const;

/**
 * `countersign hook install`: writes the guard and what it judges by, merges the settings, and tries it out; where the guard does not do what it
 * is for, everything is taken back and the exit is 1. Once more, it changes nothing, or repairs what was changed.
 * @throws CountersignError before anything is written: for settings that are no JSON, links in the way, controls that do not hold.
 */
export async function hookInstall(args: readonly string[], surroundings: Surroundings): Promise<number> {
	const { values } = readCommandLine(args, installOptions, 0);
	const choice: HookChoice = {
		...(values.mode !== undefined && { mode: hookModeOf(values.mode) }),
		...(values.allow !== undefined && { allow: values.allow.map((path) => resolve(surroundings.cwd, path)) }),
		...(values['allow-unasked'] === true && { allowsUnasked: true as const }),
	};
	const isTrial = values['dry-run'] === true;
	const agents = [...new Set((values.for ?? ['claude']).map(dialectOf))];
	const { interruption } = await surroundings.session();
	const done = await installHook(values.root ?? surroundings.cwd, surroundings.packageRoot, {
		agents,
		choice,
		isTrial,
		isStopped: () => interruption.aborted,
	});
	surroundings.print(values.json === true ? JSON.stringify(dataOf(done)) : wordsOf(done, isTrial).join('\n'));
	return done.trouble === undefined ? 0 : 1;
}

/** A hook judges calls that other agents run, in no sandbox of ours. @throws CountersignError `bad-input` */
function hookModeOf(given: string): Mode {
	const mode = modeOf(given);
	if (mode !== 'contained') return mode;
	throw new CountersignError({
		code: 'bad-input',
		message: 'Mode `contained` counts on the sandbox of a run, and a hook has none.',
		fix: 'Choose `edit`: the agent writes ordinary files unasked, and everything else asks.',
	});
}

/** What is to be installed, and whether it is only looked at. */
export interface HookInstallation {
	readonly agents: readonly Dialect[];
	readonly choice: HookChoice;
	readonly isTrial: boolean;
	/** Whether the person has stopped it meanwhile: what was not tried to its end is taken back. */
	readonly isStopped?: () => boolean;
}

/** What an installation did, or would do. */
export interface Installed {
	readonly files: readonly (Pick<FileChange, 'path'> & { readonly state: string; readonly diff?: string })[];
	/** What each agent needs to take it up. */
	readonly afterwards: readonly { readonly agent: string; readonly text: string }[];
	/** Why everything was taken back. */
	readonly trouble?: string;
}

/** Installs the hook, or looks what that would do. @throws CountersignError before anything is written, as {@link hookInstall}. */
export async function installHook(
	folder: string,
	packageRoot: string,
	{ agents, choice, isTrial, isStopped = () => false }: HookInstallation,
): Promise<Installed> {
	const root = rootOf(folder);
	const changes = await changesFor(root, { packageRoot, agents }, choice);
	const trouble = isTrial ? undefined : await writeTried(root, changes, { agents, isStopped });
	const afterwards = agents.map(({ name }) => ({ agent: name, text: hookPlaces[name].afterwards }));
	if (trouble !== undefined) return { files: [], afterwards, trouble };
	return { files: changes.map((change) => ({ ...told(change), ...(isTrial ? diffOf(change) : {}) })), afterwards };
}

/** Writes, tries, and takes everything back where it does not do what it is for; the answer is why. */
async function writeTried(
	root: string,
	changes: readonly FileChange[],
	{ agents, isStopped }: Required<Pick<HookInstallation, 'agents' | 'isStopped'>>,
): Promise<string | undefined> {
	const takeBack = writeFiles(root, changes);
	for (const agent of agents) {
		const found = await canaryTrouble(root, agent);
		const trouble = isStopped() ? 'it was stopped before it was tried to the end' : found;
		if (trouble === undefined) continue;
		takeBack();
		return trouble;
	}
	return undefined;
}

function wordsOf({ files, afterwards, trouble }: Installed, isTrial: boolean): readonly string[] {
	if (trouble !== undefined) return [`not hook: ${trouble}`, 'Everything is as it was.'];
	const lines = files.flatMap(({ path, state, diff }) => [
		`${state.padEnd(9)} ${path}`,
		...(diff === undefined ? [] : [diff]),
	]);
	if (isTrial) return [...lines, 'Nothing was written.'];
	const next = afterwards.map(({ text }) => text).join(' ');
	return [...lines, `The hook blocks \`rm -rf /\`, and lets \`ls\` pass. ${next}`];
}

function dataOf({ files, afterwards, trouble }: Installed): object {
	const plain = files.map(({ path, state }) => ({ path, state }));
	return { ok: trouble === undefined, files: plain, ...(trouble === undefined ? { afterwards } : { trouble }) };
}

function told({ path, state }: FileChange): { readonly path: string; readonly state: string } {
	return { path, state: words[state] };
}

/** What is frozen is for programs. */
function diffOf({ path, text, before }: FileChange): { readonly diff?: string } {
	const diff = path === controlsPath ? undefined : fileDiff({ path, before: before?.text.toString(), after: text });
	return diff === undefined ? {} : { diff };
}

const words: Readonly<Record<FileChange['state'], string>> = {
	new: 'created',
	changed: 'changed',
	mode: 'repaired',
	same: 'unchanged',
};

/** Everything is read and made ready first, so that what cannot be done is said before anything is. */
async function changesFor(
	root: string,
	{ packageRoot, agents }: { readonly packageRoot: string; readonly agents: readonly Dialect[] },
	chosen: HookChoice,
): Promise<readonly FileChange[]> {
	const earlier = readOwnFile(root, controlsPath) === undefined ? {} : choiceBefore(root);
	const frozen = await freezeControls(root, packageRoot, choiceOf({ ...noControls, ...earlier, ...chosen }));
	const settings = agents.map(({ name }) => {
		const place = hookPlaces[name];
		return wantedSettings(readOwnFile(root, place.path), place);
	});
	// The settings come last: a hook that is called is whole.
	const ignore = readOwnFile(root, wantedIgnore.path) === undefined ? [wantedIgnore] : [];
	return compareFiles(root, [...ignore, wantedControls(frozen), wantedGuard(packageRoot), ...settings]);
}

const noControls = { version: 1, shipped: [], others: [] } as const;

/** What was chosen before stays chosen; of what another version wrote, nothing is known. */
function choiceBefore(root: string): HookChoice {
	try {
		return choiceOf(readFrozenControls(root));
	} catch {
		return {};
	}
}

function rootOf(folder: string): string {
	try {
		return realpathSync(folder);
	} catch (cause) {
		const message = `The folder \`${folder}\` is not there.`;
		throw new CountersignError({ code: 'bad-input', message, fix: 'Name the checkout: --root <folder>.', cause });
	}
}
