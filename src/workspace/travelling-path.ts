import { mismatch } from './mismatch.ts';

/** Requires a path that names a file of the work tree on any machine: relative, plain, never git's own. */
export function requireTravellingPath(path: string): void {
	const parts = path.split('/');
	const plain = parts.every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git');
	if (plain && !path.includes('\0') && !path.includes('\ufffd')) return;
	throw mismatch(
		`The path ${JSON.stringify(path)} cannot be part of a workspace that travels.`,
		'Rename or remove it; paths are relative, UTF-8, and never inside `.git`.',
	);
}
