import { piecesOf } from './odd-names.ts';
import type { Scope } from './program.ts';
import { lookFor, readingOf } from './there.ts';
import { constant, openWords, patternWord, type Word } from './word.ts';

/** The most words that the unusual names of one pattern become. */
const most = 200;

/**
 * Returns the command with the existing unusual names before and after their pattern; undefined if there are none. Threat: a file may be
 * called `-e1e id` or `x /root/.bashrc`, and the shell turns a list of files into a list of words.
 */
export function withOddNames(words: readonly Word[], scope: Scope): readonly Word[] | undefined {
	if (!words.some((word, i) => i > 0 && word.pattern)) return undefined;
	const shown = words.flatMap((word, i): readonly Word[] => {
		const odd = i === 0 ? [] : oddWords(word, scope);
		return odd.length === 0 ? [word] : [...odd, { ...word, looked: true }, ...odd];
	});
	return shown.length === words.length ? undefined : shown;
}

/** Returns a word for each unusual name that matches a pattern. If some names are unknown, adds a word that can be anything. */
export function oddWords(word: Word, scope: Scope): readonly Word[] {
	// The pattern is for a match in a text, not for file names. A match contains no blanks.
	if (word.chosen === true) return [];
	const { names, isUnknown } = lookFor(word, scope);
	const reading = readingOf(word);
	const texts = [...new Set(names.flatMap((name) => piecesOf(name, reading)))];
	const odd = texts
		.slice(0, most)
		.map((text) => (isGlob(text, word) ? { ...patternWord(text), looked: true } : constant(text)));
	const fixed = reading === 'split' ? '' : (/^[^*?[{(]*\//.exec(word.text)?.[0] ?? '');
	// A name after a folder is never an option.
	const isOpen = (isUnknown || texts.length > most) && fixed === '';
	return isOpen ? [...odd, openWords(word.text)] : odd;
}

/** Returns whether the shell expands a name as a pattern. It does so if it splits the name. */
function isGlob(text: string, word: Word): boolean {
	return readingOf(word) === 'split' && /[*?[]/.test(text);
}
