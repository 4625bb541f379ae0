import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { statIfThere } from '../../workspace/index.ts';
import { type CliContext, readCommandLine } from '../command-line.ts';
import { type Dialect, dialectOf, dialects } from './dialects.ts';
import { gitKnowledge, withoutExcluded } from './git-exclude.ts';
import { guardPaths, type HookScope } from './guard-script.ts';
import { compareFiles, type FileChange, readOwnFile, type WantedFile, writeFiles } from './hook-files.ts';
import { rootOf } from './hook-install.ts';
import { ignoreAfter, installedPaths } from './hook-parts.ts';
import { hookPlaces } from './hook-places.ts';
import { withoutGuardHook } from './hook-settings.ts';
import { changedFiles, changeLines } from './hook-words.ts';

export const uninstallOptions = {
	root: { type: 'string' },
	for: { type: 'string', multiple: true },
	shared: { type: 'boolean' },
	'dry-run': { type: 'boolean' },
	json: { type: 'boolean' },
} as const;

/**
 * `countersign hook uninstall`: removes what `hook install` wrote. Everything else in the settings stays byte for byte. The guard is
 * removed when no agent calls it any more. The log is kept. @throws CountersignError before anything is written, for settings that cannot
 * be read.
 */
export async function hookUninstall(args: readonly string[], cli: CliContext): Promise<number> {
	const { values } = readCommandLine(args, uninstallOptions, 0);
	const scope = values.shared === true ? 'shared' : 'personal';
	const root = rootOf(values.root ?? cli.cwd);
	const agents = values.for === undefined ? Object.values(dialects) : values.for.map(dialectOf);
	const isTrial = values['dry-run'] === true;
	const changes = changesFor({ root, scope, agents });
	if (!isTrial) writeFiles(changes);
	const files = changedFiles(changes, isTrial);
	if (values.json === true) cli.print(JSON.stringify({ ok: true, files }));
	else cli.print([...changeLines(files), endOf(files.length, isTrial)].join('\n'));
	return 0;
}

function endOf(count: number, isTrial: boolean): string {
	if (count === 0) return 'The hook is not installed here. Nothing was changed.';
	return isTrial ? 'Nothing was written.' : 'The hook is removed. An open session uses it until that session ends.';
}

interface Removal {
	readonly root: string;
	readonly scope: HookScope;
	readonly agents: readonly Dialect[];
}

/** Returns the changes to make. The settings come first, because the guard must exist as long as an agent may call it. */
function changesFor(removal: Removal): readonly FileChange[] {
	const { root, scope } = removal;
	const settings = settingsWithout(removal);
	const left = pathsThatCall(root, scope).filter((path) => !settings.some((file) => file.path === path));
	const guard = left.length > 0 ? [] : guardGone(root, scope);
	const changes = compareFiles(root, [...settings, ...excludedWithout(removal), ...guard]);
	return changes.filter(({ state }) => state !== 'same');
}

function settingsWithout({ root, scope, agents }: Removal): readonly WantedFile[] {
	return agents.flatMap(({ name }) => {
		const place = hookPlaces[name];
		// Earlier versions wrote the hook of one person into the settings of everybody.
		const paths = scope === 'personal' ? new Set(Object.values(place.files)) : [place.files.shared];
		return [...paths].flatMap((path) => {
			const text = readOwnFile(root, path);
			if (text?.includes(guardPaths[scope]) !== true) return [];
			return [{ path, text: withoutGuardHook(text, { place, path, scope }) }];
		});
	});
}

function pathsThatCall(root: string, scope: HookScope): readonly string[] {
	const paths = Object.values(hookPlaces).flatMap(({ files }) => Object.values(files));
	return paths.filter((path) => readOwnFile(root, path)?.includes(guardPaths[scope]) === true);
}

function excludedWithout({ root, scope, agents }: Removal): readonly WantedFile[] {
	const git = scope === 'personal' ? gitKnowledge(root) : undefined;
	if (git === undefined) return [];
	const names = agents.map(({ name }) => git.nameOf(hookPlaces[name].files.personal));
	const file = withoutExcluded(git, names);
	return file === undefined ? [] : [file];
}

/** Returns the removal of everything except the settings. The log belongs to the person, so its folder is kept. */
function guardGone(root: string, scope: HookScope): readonly WantedFile[] {
	const gone = installedPaths(scope);
	const ignore = ignoreAfter(root, scope, hasMore(root, [...gone, '.countersign/.gitignore']));
	return [...gone.map((path) => ({ path, text: undefined })), ...(ignore === undefined ? [] : [ignore])];
}

function hasMore(root: string, known: readonly string[], folder = '.countersign'): boolean {
	if (statIfThere(join(root, folder))?.isDirectory() !== true) return false;
	return readdirSync(join(root, folder), { withFileTypes: true }).some((entry) => {
		const path = `${folder}/${entry.name}`;
		return entry.isDirectory() ? hasMore(root, known, path) : !known.includes(path);
	});
}
