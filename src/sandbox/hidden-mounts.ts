import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { CountersignError } from '../core/index.ts';
import type { Mount } from './mount.ts';

const mostHidden = 256;

/**
 * Mounts an empty file over each of these files. Their paths are relative to the workspace. A file that no longer exists needs no mount.
 */
export function hiddenMounts(hidden: readonly string[], workspace: string): readonly Mount[] {
	if (hidden.length > mostHidden) refuseMany(hidden);
	const there = hidden.filter((path) => lstatSync(join(workspace, path), { throwIfNoEntry: false })?.isFile() === true);
	return there.map((path): Mount => ({ kind: 'empty', target: join(workspace, path) }));
}

function refuseMany(hidden: readonly string[]): never {
	throw new CountersignError({
		code: 'sandbox-unavailable',
		message: `The checkout holds ${hidden.length} uncommitted files with the names of credentials, for example \`${hidden[0]}\`; at most ${mostHidden} can be kept from commands.`,
		fix: 'Remove them before the action, or put them outside the checkout.',
	});
}
