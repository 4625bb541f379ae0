import { posix } from 'node:path';
import type { Scope } from './program.ts';
import type { Word } from './word.ts';

/** Whether a word names a folder: by how it ends, or on the disk. A name that is not known may be one. */
export function isFolder({ text, known }: Word, { facts, cwd }: Scope): boolean {
	if (!known || /(^|\/)\.{0,2}$/.test(text)) return true;
	return cwd !== undefined && facts.isDirectory?.(posix.resolve(cwd, text)) === true;
}
