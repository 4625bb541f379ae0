import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { CountersignError } from '../core/index.ts';
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
	const root = rootOf(values.root ?? surroundings.cwd);
	const agents = [...new Set((values.for ?? ['claude']).map(dialectOf))];
	const changes = await changesFor(
		root,
		{ packageRoot: surroundings.packageRoot, agents },
		{
			...(values.mode !== undefined && { mode: modeOf(values.mode) }),
			...(values.allow !== undefined && { allow: values.allow.map((path) => resolve(surroundings.cwd, path)) }),
			...(values['allow-unasked'] === true && { allowsUnasked: true }),
		},
	);
	const isTrial = values['dry-run'] === true;
	const trouble = isTrial ? undefined : await install(root, changes, agents);
	const files = changes.map(({ path, state }) => ({ path, state }));
	const isWritten = !isTrial && trouble === undefined;
	if (values.json === true) surroundings.print(JSON.stringify({ files, written: isWritten, trouble }));
	else if (isTrial) show(changes, surroundings.print);
	else if (trouble !== undefined) surroundings.print(`not hook: ${trouble}\nEverything is as it was.`);
	else surroundings.print([...files.map(({ path, state }) => `${words[state]} ${path}`), installed(agents)].join('\n'));
	return trouble === undefined ? 0 : 1;
}

function installed(agents: readonly Dialect[]): string {
	const afterwards = agents.map(({ name }) => hookPlaces[name].afterwards);
	return `The hook blocks \`rm -rf /\`, and lets \`ls\` pass. ${afterwards.join(' ')}`;
}

/** Writes, tries, and takes everything back where it does not do what it is for; the answer is why. */
async function install(
	root: string,
	changes: readonly FileChange[],
	agents: readonly Dialect[],
): Promise<string | undefined> {
	const takeBack = writeFiles(root, changes);
	for (const agent of agents) {
		const trouble = await canaryTrouble(root, agent);
		if (trouble === undefined) continue;
		takeBack();
		return trouble;
	}
	return undefined;
}

const words: Readonly<Record<FileChange['state'], string>> = {
	new: 'created  ',
	changed: 'changed  ',
	mode: 'repaired ',
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

function show(changes: readonly FileChange[], print: Surroundings['print']): void {
	for (const { path, state, text, before } of changes) {
		print(`${words[state]} ${path}`);
		const diff = fileDiff({ path, before: before?.text.toString(), after: text });
		if (diff !== undefined && path !== controlsPath) print(diff);
	}
	print('Nothing was written.');
}

function rootOf(folder: string): string {
	try {
		return realpathSync(folder);
	} catch (cause) {
		const message = `The folder \`${folder}\` is not there.`;
		throw new CountersignError({ code: 'bad-input', message, fix: 'Name the checkout: --root <folder>.', cause });
	}
}
