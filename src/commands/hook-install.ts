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
	const { values } = readCommandLine(args, installOptions);
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
	const tell = values.json === true ? tellData : tellWords;
	if (values['dry-run'] === true)
		return values.json === true ? tell({ changes, agents }, surroundings.print) : show(changes, surroundings.print);
	const takeBack = writeFiles(root, changes);
	for (const agent of agents) {
		const trouble = await canaryTrouble(root, agent);
		if (trouble === undefined) continue;
		takeBack();
		return tell({ changes: [], agents, trouble }, surroundings.print);
	}
	return tell({ changes, agents }, surroundings.print);
}

/** What an installation did, or would do. */
interface Told {
	readonly changes: readonly FileChange[];
	readonly agents: readonly Dialect[];
	/** Why everything was taken back. */
	readonly trouble?: string;
}

type Tell = (told: Told, print: Surroundings['print']) => number;

const tellWords: Tell = ({ changes, agents, trouble }, print) => {
	if (trouble !== undefined) {
		print(`not hook: ${trouble}\nEverything is as it was.`);
		return 1;
	}
	for (const { path, state } of changes) print(`${words[state]} ${path}`);
	const afterwards = agents.map(({ name }) => hookPlaces[name].afterwards);
	print(`The hook blocks \`rm -rf /\`, and lets \`ls\` pass. ${afterwards.join(' ')}`);
	return 0;
};

const tellData: Tell = ({ changes, agents, trouble }, print) => {
	const files = changes.map(({ path, state }) => ({ path, state: words[state].trim() }));
	const afterwards = agents.map(({ name }) => ({ agent: name, text: hookPlaces[name].afterwards }));
	print(
		JSON.stringify({ ok: trouble === undefined, files, ...(trouble === undefined ? { afterwards } : { trouble }) }),
	);
	return trouble === undefined ? 0 : 1;
};

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

function show(changes: readonly FileChange[], print: Surroundings['print']): number {
	for (const { path, state, text, before } of changes) {
		print(`${words[state]} ${path}`);
		const diff = fileDiff({ path, before: before?.text.toString(), after: text });
		if (diff !== undefined && path !== controlsPath) print(diff);
	}
	print('Nothing was written.');
	return 0;
}

function rootOf(folder: string): string {
	try {
		return realpathSync(folder);
	} catch (cause) {
		const message = `The folder \`${folder}\` is not there.`;
		throw new CountersignError({ code: 'bad-input', message, fix: 'Name the checkout: --root <folder>.', cause });
	}
}
