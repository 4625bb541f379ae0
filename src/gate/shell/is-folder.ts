import { posix } from 'node:path';
import type { Scope } from './program.ts';
import type { Word } from './word.ts';

/** Returns whether a word names a folder, by its ending or on the disk. An unknown word may name one. */
export function isFolder({ text, known }: Word, { facts, cwd }: Scope): boolean {
	if (!known || /(^|\/)\.{0,2}$/.test(text)) return true;
	return cwd !== undefined && facts.isDirectory?.(posix.resolve(cwd, text)) === true;
}
