import { join } from 'node:path';
import type { HookChoice } from './freeze-controls.ts';
import { controlsPaths, type FrozenControls } from './frozen-controls.ts';
import { guardPaths, guardScript, type HookScope, seenPath, sharedGuardScript } from './guard-script.ts';
import { readOwnFile, type WantedFile } from './hook-files.ts';

/** Returns what a person chose at an installation. */
export function choiceOf({ mode, allow, allowsUnasked }: FrozenControls): HookChoice {
	return { ...(mode && { mode }), ...(allow && { allow }), ...(allowsUnasked && { allowsUnasked }) };
}

/** Returns the guard. A personal guard starts this program with this Node. The shared one starts the repository's own package. */
export function wantedGuard(packageRoot: string, scope: HookScope): WantedFile & { readonly text: string } {
	const programs = { node: process.execPath, cli: join(packageRoot, 'dist/cli.js') };
	const text = scope === 'shared' ? sharedGuardScript() : guardScript(programs);
	return { path: guardPaths[scope], text, mode: 0o755 };
}

/** Returns the rules that the guard judges by. */
export function wantedControls(frozen: FrozenControls, scope: HookScope): WantedFile & { readonly text: string } {
	return { path: controlsPaths[scope], text: `${JSON.stringify(frozen)}\n` };
}

const ignorePath = '.countersign/.gitignore';

/**
 * The `.gitignore` texts. A personal guard names programs of this machine, so nothing is committed. Only the shared folder is for
 * everybody.
 */
const ignores: Readonly<Record<HookScope, string>> = { personal: '*\n', shared: '/*\n!/.gitignore\n!/shared/\n' };

/** Returns the files that keep the guard's folder in or out of commits. A file that somebody else wrote is not changed. */
export function wantedAround(root: string, scope: HookScope): readonly WantedFile[] {
	const ignore = readOwnFile(root, ignorePath);
	const isOurs = ignore === undefined || (scope === 'shared' && ignore === ignores.personal);
	const own = isOurs ? [{ path: ignorePath, text: ignores[scope] }] : [];
	return scope === 'shared' ? [...own, ...besideShared] : own;
}

/** Files next to the shared guard. Git must not convert line ends there, because Windows line ends would break the guard in a clone. */
const besideShared: readonly WantedFile[] = [
	{ path: '.countersign/shared/.gitattributes', text: '* -text\n' },
	{ path: seenPath, text: '' },
];

/** Returns the paths that an installation writes for one scope, without the settings. */
export function installedPaths(scope: HookScope): readonly string[] {
	return [controlsPaths[scope], guardPaths[scope], ...(scope === 'shared' ? besideShared.map(({ path }) => path) : [])];
}

/** Returns the `.gitignore` after an uninstallation: deleted if nothing else is left, or the one of the other scope. */
export function ignoreAfter(root: string, scope: HookScope, hasMore: boolean): WantedFile | undefined {
	const text = readOwnFile(root, ignorePath);
	if (text === undefined || !Object.values(ignores).includes(text)) return undefined;
	if (!hasMore) return { path: ignorePath, text: undefined };
	return scope === 'shared' ? { path: ignorePath, text: ignores.personal } : undefined;
}
