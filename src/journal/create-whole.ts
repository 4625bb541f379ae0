import { randomUUID } from 'node:crypto';
import { linkSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Creates a file that is not there yet, and tells whether it did: of several processes one does. Whoever finds the name finds all of its text;
 * a disk that is full, or a process that is killed while it writes, leaves no half of it under that name, which nobody could read or take again.
 */
export function createWhole(path: string, text: string): boolean {
	const temporary = join(dirname(path), `.countersign-${randomUUID()}.tmp`);
	try {
		writeFileSync(temporary, text, { flag: 'wx', mode: 0o600 });
		linkSync(temporary, path);
		return true;
	} catch (error) {
		if (codeOf(error) === 'EEXIST') return false;
		if (knowsNoLinks.has(codeOf(error))) return createInPlace(path, text);
		throw error;
	} finally {
		rmSync(temporary, { force: true });
	}
}

/** What a file system without hard links says. */
const knowsNoLinks: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

function createInPlace(path: string, text: string): boolean {
	try {
		writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
		return true;
	} catch (error) {
		if (codeOf(error) === 'EEXIST') return false;
		rmSync(path, { force: true });
		throw error;
	}
}

function codeOf(error: unknown): unknown {
	return error instanceof Error && 'code' in error ? error.code : undefined;
}
