import { join } from 'node:path';
import { CountersignError } from '../../core/index.ts';
import { statIfThere } from '../../workspace/index.ts';
import type { CliContext } from '../command-line.ts';
import { dialects } from '../hook/dialects.ts';
import { type Installed, installHook } from '../hook/hook-install.ts';
import { hookPlaces } from '../hook/hook-places.ts';

type Known = Pick<CliContext, 'packageRoot' | 'home'>;

/** Checks whether the hook can be installed, and returns what that would change. @throws CountersignError `bad-input` if it cannot. */
export async function checkHook(root: string, { packageRoot, home }: Known): Promise<Installed> {
	const readOnly = Object.values(hookPlaces.claude.files).find((path) => isReadOnly(join(root, path)));
	if (readOnly !== undefined) throw unwritable(readOnly);
	try {
		return await installHook(root, packageRoot, { ...forClaude, home, isTrial: true });
	} catch (error) {
		throw error instanceof CountersignError ? withWayAround(error) : error;
	}
}

/** Installs the hook, as `countersign hook install` does. */
export function addHook(root: string, { packageRoot, home }: Known, isStopped: () => boolean): Promise<Installed> {
	return installHook(root, packageRoot, { ...forClaude, home, isTrial: false, isStopped });
}

const forClaude = { agents: [dialects.claude], scope: 'personal', choice: {} } as const;

function isReadOnly(path: string): boolean {
	const settings = statIfThere(path);
	return settings?.isFile() === true && (settings.mode & 0o200) === 0;
}

function unwritable(settingsPath: string): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: `${settingsPath} is read-only, so the hook cannot be added to it. Nothing was written.`,
		fix: `Run: chmod u+w ${settingsPath}. Or run init without --hook.`,
	});
}

function withWayAround({ code, message, fix, cause }: CountersignError): CountersignError {
	return new CountersignError({
		code,
		message,
		fix: `${fix} Or run init without --hook.`,
		cause,
	});
}
