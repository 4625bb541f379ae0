import { closeSync, constants, mkdirSync, openSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { CountersignError } from '../core/index.ts';
import { fileTrouble } from './file-trouble.ts';

/** An open directory. It stays the same directory, even if somebody puts another directory under its name. */
export interface HeldDirectory {
	/** A path by which the directory's entries can be listed. */
	readonly self: string;
	/** Returns the path of one entry. The path contains no folder names, so nobody can replace a folder on the way by a link. */
	at(name: string): string;
}

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;

/**
 * Opens a directory below `root`, name by name and without following links, keeps it open for `use`, and returns the result of `use`. Node
 * has no `openat`, but `/proc/self/fd/<n>/<name>` does the same. With `make`, it creates missing directories. @throws the system's error
 * (`ENOENT`, `ENOTDIR` also for a link, …). @throws `ESTALE` if the directory was moved in the meantime. @throws CountersignError
 * `sandbox-unavailable` on a machine without `/proc`.
 */
export function withDirectory<T>(
	root: string,
	path: string,
	use: (directory: HeldDirectory) => T,
	{ make = false } = {},
): T {
	const names = path === '.' ? [] : path.split('/');
	let held = openSync(root, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
	try {
		const top = currentPath(held);
		for (const name of names) {
			const next = step(held, name, make);
			closeSync(held);
			held = next;
		}
		if (currentPath(held) !== join(top, path)) throw fileTrouble('ESTALE');
		return use(handleOf(held));
	} finally {
		closeSync(held);
	}
}

function handleOf(descriptor: number): HeldDirectory {
	const self = `/proc/self/fd/${descriptor}`;
	return { self, at: (name) => `${self}/${plainName(name)}` };
}

function step(parent: number, name: string, make: boolean): number {
	const path = handleOf(parent).at(name);
	try {
		return openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
	} catch (error) {
		if (!make || !(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
	}
	mkdirSync(path);
	return openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
}

/** Returns the current path of the directory, from the kernel. */
function currentPath(descriptor: number): string {
	try {
		return readlinkSync(handleOf(descriptor).self);
	} catch (cause) {
		throw new CountersignError({
			code: 'sandbox-unavailable',
			message: 'Files cannot be opened safely: `/proc` is not there, without which a link could be put in the way.',
			fix: 'Run on Linux with `/proc` mounted.',
			cause,
		});
	}
}

function plainName(name: string): string {
	if (name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name)) return name;
	throw new RangeError('an entry of a directory is named by one plain name');
}
