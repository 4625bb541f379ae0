import { randomUUID } from 'node:crypto';
import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, symlinkSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Replaces a file in one step. A reader sees either the old bytes or the new ones. The directory must exist. */
export function writeAtomically(path: string, bytes: Uint8Array, mode: number): void {
	replace(path, (temporary) => {
		const descriptor = openSync(temporary, 'wx', 0o600);
		try {
			for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
			fchmodSync(descriptor, mode);
			fsyncSync(descriptor);
		} finally {
			closeSync(descriptor);
		}
	});
}

/** Replaces a file or link by a symbolic link, in one step. */
export function linkAtomically(path: string, target: string): void {
	replace(path, (temporary) => symlinkSync(target, temporary));
}

/** Returns whether a name belongs to a temporary file of a write. Such a file may remain after a crash. */
export function isTemporaryName(name: string): boolean {
	return /^\.countersign-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/.test(name);
}

function replace(path: string, make: (temporary: string) => void): void {
	const temporary = join(dirname(path), `.countersign-${randomUUID()}.tmp`);
	try {
		make(temporary);
		renameSync(temporary, path);
	} catch (error) {
		rmSync(temporary, { force: true });
		throw error;
	}
}
