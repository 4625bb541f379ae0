import { effect, type Finding } from './program.ts';
import type { Word } from './word.ts';

/**
 * Reports a delete below the root by a variable of the environment. Threat: if nobody has set the variable, `rm -rf "/$PREFIX"*` deletes the
 * machine.
 */
export function rootWithout({ known, text, substitutes }: Word, recursive: boolean): readonly Finding[] {
	const isRoot = !known && !substitutes && /^\/(\$[A-Z][A-Z0-9_]*|\$\{[A-Z][A-Z0-9_]*\})\/?\*?$/.test(text);
	return isRoot && recursive ? [effect({ kind: 'delete', path: '/*', recursive })] : [];
}
