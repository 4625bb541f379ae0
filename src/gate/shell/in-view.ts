import { type Budget, costs, pay } from './budget.ts';
import { programOf } from './programs.ts';
import { rarest, shapesOfText } from './rarest.ts';
import type { Word } from './word.ts';

/** The most words of one command that are judged. */
const most = 800;

/** The number of first words that are always judged. */
const first = 400;

/** The most words of a command that only prints them. Such words need no judgement. */
const mostKept = 8_000;

/** Returns whether the words are constants for a program that only prints them. */
function isPlainText([name, ...words]: readonly Word[]): boolean {
	if (name?.known !== true || words.length > mostKept || programOf(name.text, [])?.onlyText !== true) return false;
	return words.every((word) => word.known && !word.pattern && !word.substitutes && word.secrets.length === 0);
}

/** Returns the words of a command that are judged. For a long list: the first words, and words that differ from the others. */
export function inView(words: readonly Word[], budget: Budget): readonly Word[] {
	pay(budget, Math.min(words.length, most) * costs.word);
	if (words.length <= most || isPlainText(words)) return words;
	budget.isPartial = true;
	const rest = words.slice(first);
	const chosen = new Set(rarest(rest, most - first, ({ text }) => shapesOfText(text)));
	return [...words.slice(0, first), ...rest.filter((word) => chosen.has(word))];
}
