import { leadsIntoGit } from '../core/index.ts';
import { mismatch } from './mismatch.ts';

/**
 * Returns whether a path can name a file of the work tree on any machine. It must be relative, without `.` or `..`, in UTF-8, and outside
 * git's own folder.
 */
export function isTravellingPath(path: string): boolean {
	const isPlain = path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
	return isPlain && !leadsIntoGit(path) && path.isWellFormed() && !/[\0\ufffd]/.test(path);
}

/** @throws CountersignError `checkout-mismatch` for a path that {@link isTravellingPath} refuses. */
export function requireTravellingPath(path: string): void {
	if (isTravellingPath(path)) return;
	throw mismatch(
		`The path ${JSON.stringify(path)} cannot be part of a workspace that travels.`,
		'Rename or remove it; paths are relative, UTF-8, and never inside `.git`.',
	);
}
