import { type Budget, costs, pay } from './budget.ts';
import { programOf } from './programs.ts';
import { rarest, shapesOfText } from './rarest.ts';
import type { Word } from './word.ts';

/** The most words of one command that are judged. */
const most = 800;

/** How many of them are the first ones, as they stand. */
const first = 400;

/** The most words that are kept, where none of them is judged. */
const mostKept = 8_000;

/** Constants that are handed to a program which only shows them. */
function isPlainText([name, ...words]: readonly Word[]): boolean {
	if (name?.known !== true || words.length > mostKept || programOf(name.text, [])?.onlyText !== true) return false;
	return words.every((word) => word.known && !word.pattern && !word.substitutes && word.secrets.length === 0);
}

/** The words of a command as far as they can be paid for: of a long list the first, and those that are unlike the others. */
export function inView(words: readonly Word[], budget: Budget): readonly Word[] {
	pay(budget, Math.min(words.length, most) * costs.word);
	if (words.length <= most || isPlainText(words)) return words;
	budget.isPartial = true;
	const rest = words.slice(first);
	const chosen = new Set(rarest(rest, most - first, ({ text }) => shapesOfText(text)));
	return [...words.slice(0, first), ...rest.filter((word) => chosen.has(word))];
}
