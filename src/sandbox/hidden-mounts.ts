import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { CountersignError } from '../core/index.ts';
import type { Mount } from './mount.ts';

const mostHidden = 256;

/** Lays an empty file over each of these files of a workspace, which are relative to it; one that is gone needs none. */
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
