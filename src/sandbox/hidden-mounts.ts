import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { CountersignError } from '../core/index.ts';
import type { Mount } from './mount.ts';

const mostHidden = 256;

/** How the workspace itself is shown. */
interface Shown {
	readonly kind: 'read-only' | 'read-write';
	readonly target: string;
}

/** Lays an empty file over each of these files of a workspace, which are relative to it; one that is gone needs none. */
export function hiddenMounts(hidden: readonly string[], { kind, target: workspace }: Shown): readonly Mount[] {
	if (hidden.length > mostHidden) refuseMany(hidden);
	const there = hidden.filter((path) => lstatSync(join(workspace, path), { throwIfNoEntry: false })?.isFile() === true);
	// What is mounted cannot be renamed: under another name the next command would see it.
	const parents = [...new Set(there.flatMap(foldersAbove))].sort().map((path) => join(workspace, path));
	return [
		...parents.map((path): Mount => ({ kind, source: path, target: path })),
		...there.map((path): Mount => ({ kind: 'empty', target: join(workspace, path) })),
	];
}

function foldersAbove(path: string): readonly string[] {
	const parts = path.split('/').slice(0, -1);
	return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function refuseMany(hidden: readonly string[]): never {
	throw new CountersignError({
		code: 'sandbox-unavailable',
		message: `The checkout holds ${hidden.length} uncommitted files with the names of credentials, for example \`${hidden[0]}\`; at most ${mostHidden} can be kept from commands.`,
		fix: 'Remove them before the action, or put them outside the checkout.',
	});
}
