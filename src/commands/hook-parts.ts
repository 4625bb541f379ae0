import { join } from 'node:path';
import type { HookChoice } from './freeze-controls.ts';
import { controlsPaths, type FrozenControls } from './frozen-controls.ts';
import { guardPaths, guardScript, type HookScope, seenPath, sharedGuardScript } from './guard-script.ts';
import { readOwnFile, type WantedFile } from './hook-files.ts';

/** What was chosen at an installation. */
export function choiceOf({ mode, allow, allowsUnasked }: FrozenControls): HookChoice {
	return { ...(mode && { mode }), ...(allow && { allow }), ...(allowsUnasked && { allowsUnasked }) };
}

/** The guard: of one person it starts this very program with this very Node, the shared one starts the repository's own. */
export function wantedGuard(packageRoot: string, scope: HookScope): WantedFile & { readonly text: string } {
	const programs = { node: process.execPath, cli: join(packageRoot, 'dist/cli.js') };
	const text = scope === 'shared' ? sharedGuardScript() : guardScript(programs);
	return { path: guardPaths[scope], text, mode: 0o755 };
}

/** What the guard judges by. */
export function wantedControls(frozen: FrozenControls, scope: HookScope): WantedFile & { readonly text: string } {
	return { path: controlsPaths[scope], text: `${JSON.stringify(frozen)}\n` };
}

const ignorePath = '.countersign/.gitignore';

/** One person's guard names programs of this machine. The shared one is for everybody, the rest is not. */
const ignores: Readonly<Record<HookScope, string>> = { personal: '*\n', shared: '/*\n!/.gitignore\n!/shared/\n' };

/** Files with which the guard's folder is committed, or is not. What somebody else wrote stays. */
export function wantedAround(root: string, scope: HookScope): readonly WantedFile[] {
	const ignore = readOwnFile(root, ignorePath);
	const isOurs = ignore === undefined || (scope === 'shared' && ignore === ignores.personal);
	const own = isOurs ? [{ path: ignorePath, text: ignores[scope] }] : [];
	return scope === 'shared' ? [...own, ...besideShared] : own;
}

/** Line ends of Windows would break the guard in a clone. */
const besideShared: readonly WantedFile[] = [
	{ path: '.countersign/shared/.gitattributes', text: '* -text\n' },
	{ path: seenPath, text: '' },
];

/** The paths of everything but settings that an installation writes, for one scope. */
export function installedPaths(scope: HookScope): readonly string[] {
	return [controlsPaths[scope], guardPaths[scope], ...(scope === 'shared' ? besideShared.map(({ path }) => path) : [])];
}

/** The `.gitignore` after an uninstallation: gone with everything else, or that of the scope which is left. */
export function ignoreAfter(root: string, scope: HookScope, hasMore: boolean): WantedFile | undefined {
	const text = readOwnFile(root, ignorePath);
	if (text === undefined || !Object.values(ignores).includes(text)) return undefined;
	if (!hasMore) return { path: ignorePath, text: undefined };
	return scope === 'shared' ? { path: ignorePath, text: ignores.personal } : undefined;
}
