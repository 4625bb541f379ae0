import { join } from 'node:path';
import type { HookChoice } from './freeze-controls.ts';
import { controlsPath, type FrozenControls } from './frozen-controls.ts';
import { guardPath, guardScript } from './guard-script.ts';
import type { WantedFile } from './hook-files.ts';
import { type HookPlace, withGuardHook } from './hook-settings.ts';

/** What was chosen at an installation. */
export function choiceOf({ mode, allow, allowsUnasked }: FrozenControls): HookChoice {
	return { ...(mode && { mode }), ...(allow && { allow }), ...(allowsUnasked && { allowsUnasked }) };
}

/** The guard, which starts this very program with this very Node. */
export function wantedGuard(packageRoot: string): WantedFile {
	const text = guardScript({ node: process.execPath, cli: join(packageRoot, 'dist/cli.js') });
	return { path: guardPath, text, mode: 0o755 };
}

export function wantedControls(frozen: FrozenControls): WantedFile {
	return { path: controlsPath, text: `${JSON.stringify(frozen)}\n` };
}

/** @throws CountersignError `bad-input` for settings that cannot be merged. */
export function wantedSettings(text: string | undefined, place: HookPlace): WantedFile {
	return { path: place.path, text: withGuardHook(text, place) };
}

/** The guard names programs of this machine, so it is nobody else's. */
export const wantedIgnore: WantedFile = { path: '.countersign/.gitignore', text: '*\n' };
