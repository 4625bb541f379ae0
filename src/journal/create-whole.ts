import { randomUUID } from 'node:crypto';
import { linkSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Creates a file and returns whether it did. If several processes try, only one succeeds. Each reader of the file finds the complete text.
 * Even on a full disk or after a kill, no half-written file remains under this name, because nobody could read or replace it.
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

/** Errors of file systems without hard links. */
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
