import { piecesOf } from './odd-names.ts';
import type { Scope } from './program.ts';
import { lookFor, readingOf } from './there.ts';
import { constant, openWords, patternWord, type Word } from './word.ts';

/** The most words that odd names make of one pattern. */
const most = 200;

/**
 * The same command with the odd names that are really there, before and behind the patterns that stand for them; undefined where there is none.
 * Threat: a file may be called `-e1e id`, or `x /root/.bashrc`, and a list of files is a list of words to a shell.
 */
export function withOddNames(words: readonly Word[], scope: Scope): readonly Word[] | undefined {
	if (!words.some((word, i) => i > 0 && word.pattern)) return undefined;
	const shown = words.flatMap((word, i): readonly Word[] => {
		const odd = i === 0 ? [] : oddWords(word, scope);
		return odd.length === 0 ? [word] : [...odd, { ...word, looked: true }, ...odd];
	});
	return shown.length === words.length ? undefined : shown;
}

/** What the odd names of a pattern become, each as a word of its own; a word that can be anything where they cannot all be told. */
export function oddWords(word: Word, scope: Scope): readonly Word[] {
	// No name of a file: it stands as it was matched, and has no blanks.
	if (word.chosen === true) return [];
	const { names, isUnknown } = lookFor(word, scope);
	const reading = readingOf(word);
	const texts = [...new Set(names.flatMap((name) => piecesOf(name, reading)))];
	const odd = texts
		.slice(0, most)
		.map((text) => (isGlob(text, word) ? { ...patternWord(text), looked: true } : constant(text)));
	const fixed = reading === 'split' ? '' : (/^[^*?[{(]*\//.exec(word.text)?.[0] ?? '');
	// Behind a folder a name is no option.
	const isOpen = (isUnknown || texts.length > most) && fixed === '';
	return isOpen ? [...odd, openWords(word.text)] : odd;
}

/** What a shell splits it expands once more. */
function isGlob(text: string, word: Word): boolean {
	return readingOf(word) === 'split' && /[*?[]/.test(text);
}
