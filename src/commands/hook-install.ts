import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { CountersignError } from '../core/index.ts';
import { fileDiff } from '../report/index.ts';
import { readCommandLine, type Surroundings } from './command-line.ts';
import { freezeControls, type HookChoice } from './freeze-controls.ts';
import { controlsPath, readFrozenControls } from './frozen-controls.ts';
import { canaryTrouble } from './hook-check.ts';
import { compareFiles, type FileChange, readOwnFile, writeFiles } from './hook-files.ts';
import { choiceOf, wantedControls, wantedGuard, wantedIgnore, wantedSettings } from './hook-parts.ts';
import { settingsPath } from './hook-settings.ts';
import { modeOf } from './judging.ts';

const options = {
	root: { type: 'string' },
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
	const { values } = readCommandLine(args, options, 0);
	const root = rootOf(values.root ?? surroundings.cwd);
	const changes = await changesFor(root, surroundings.packageRoot, {
		...(values.mode !== undefined && { mode: modeOf(values.mode) }),
		...(values.allow !== undefined && { allow: values.allow.map((path) => resolve(surroundings.cwd, path)) }),
		...(values['allow-unasked'] === true && { allowsUnasked: true }),
	});
	const isTrial = values['dry-run'] === true;
	const trouble = isTrial ? undefined : await install(root, changes);
	const files = changes.map(({ path, state }) => ({ path, state }));
	if (values.json === true)
		surroundings.print(JSON.stringify({ files, written: !isTrial && trouble === undefined, trouble }));
	else if (isTrial) show(changes, surroundings.print);
	else if (trouble !== undefined) surroundings.print(`not hook: ${trouble}\nEverything is as it was.`);
	else surroundings.print([...files.map(({ path, state }) => `${words[state]} ${path}`), installed].join('\n'));
	return trouble === undefined ? 0 : 1;
}

const installed = 'The hook blocks `rm -rf /`, and lets `ls` pass. Claude Code reads it when a session starts.';

/** Writes, tries, and takes everything back where it does not do what it is for; the answer is why. */
async function install(root: string, changes: readonly FileChange[]): Promise<string | undefined> {
	const takeBack = writeFiles(root, changes);
	const trouble = await canaryTrouble(root);
	if (trouble !== undefined) takeBack();
	return trouble;
}

const words: Readonly<Record<FileChange['state'], string>> = {
	new: 'created  ',
	changed: 'changed  ',
	mode: 'repaired ',
	same: 'unchanged',
};

/** Everything is read and made ready first, so that what cannot be done is said before anything is. */
async function changesFor(root: string, packageRoot: string, chosen: HookChoice): Promise<readonly FileChange[]> {
	const earlier = readOwnFile(root, controlsPath) === undefined ? {} : choiceBefore(root);
	const frozen = await freezeControls(root, packageRoot, choiceOf({ ...noControls, ...earlier, ...chosen }));
	const settings = wantedSettings(readOwnFile(root, settingsPath));
	// The settings come last: a hook that is called is whole.
	const ignore = readOwnFile(root, wantedIgnore.path) === undefined ? [wantedIgnore] : [];
	return compareFiles(root, [...ignore, wantedControls(frozen), wantedGuard(packageRoot), settings]);
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
