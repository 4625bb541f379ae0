import { effect, type Finding } from './program.ts';
import type { Word } from './word.ts';

/**
 * Reports that a recursive delete may reach the root. Threat: if a variable of the environment is not set, `rm -rf "/$PREFIX"*` deletes the
 * whole machine.
 */
export function rootWithout({ known, text, substitutes }: Word, recursive: boolean): readonly Finding[] {
	const isRoot = !known && !substitutes && /^\/(\$[A-Z][A-Z0-9_]*|\$\{[A-Z][A-Z0-9_]*\})\/?\*?$/.test(text);
	return isRoot && recursive ? [effect({ kind: 'delete', path: '/*', recursive })] : [];
}
