import { type Finding, opaque } from './program.ts';
import type { Word } from './word.ts';

/**
 * Returns a doubt about a path that is a match. Threat: the author of `f` chooses the file that `cat $(grep -oE '\w+' f)` reads, such as
 * `id_rsa`.
 */
export const chosenPath = ({ text }: Word): Finding => opaque(`a file that another file names: ${shorten(text)}`);

/** Returns a doubt about a file name that the shell may split. `rm $f` deletes `a` and `b` if `$f` is the file `a b`. */
export function looseEnds({ loose, text }: Word): readonly Finding[] {
	return loose === true ? [opaque(`a file's name that may be split at its blanks: ${shorten(text)}`)] : [];
}

export function shorten(text: string): string {
	return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
