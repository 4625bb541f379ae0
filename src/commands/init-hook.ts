import { join } from 'node:path';
import { CountersignError } from '../core/index.ts';
import { statIfThere } from '../workspace/index.ts';
import type { Surroundings } from './command-line.ts';
import { hookInstall } from './hook-install.ts';
import { hookPlaces } from './hook-settings.ts';

const settingsPath = hookPlaces.claude.path;

/** What installing the hook did, or would do. */
export interface HookOutcome {
	readonly files: readonly { readonly state: string; readonly path: string }[];
	/** Everything that it said. */
	readonly said: readonly string[];
	/** Why it does not do what it is for. */
	readonly trouble?: string;
}

/** Looks whether the hook can be installed, and what that would change. @throws CountersignError `bad-input` where it cannot. */
export async function checkHook(root: string, surroundings: Surroundings): Promise<HookOutcome> {
	const settings = statIfThere(join(root, settingsPath));
	if (settings?.isFile() === true && (settings.mode & 0o200) === 0) throw readOnly();
	try {
		return await install(root, ['--dry-run'], surroundings);
	} catch (error) {
		throw error instanceof CountersignError ? withWayAround(error) : error;
	}
}

/** Installs the hook, as `countersign hook install` does. */
export function installHook(root: string, surroundings: Surroundings): Promise<HookOutcome> {
	return install(root, [], surroundings);
}

async function install(root: string, flags: readonly string[], surroundings: Surroundings): Promise<HookOutcome> {
	const said: string[] = [];
	const code = await hookInstall(['--root', root, ...flags], {
		...surroundings,
		print: (text) => void said.push(...text.split('\n')),
	});
	const files = said.flatMap((line) => {
		const [, state, path] = /^(created|changed|repaired|unchanged) +(\S+)$/.exec(line) ?? [];
		return state === undefined || path === undefined ? [] : [{ state, path }];
	});
	return { files, said, ...(code === 0 ? {} : { trouble: said.join('\n') }) };
}

function readOnly(): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: `${settingsPath} is read-only, and the hook would have to be merged into it. Nothing was written.`,
		fix: `chmod u+w ${settingsPath}, or leave the hook out: countersign init --no-hook.`,
	});
}

function withWayAround({ code, message, fix, cause }: CountersignError): CountersignError {
	return new CountersignError({
		code,
		message,
		fix: `${fix} Or leave the hook out: countersign init --no-hook.`,
		cause,
	});
}
