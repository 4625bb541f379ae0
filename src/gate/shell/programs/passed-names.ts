import type { Invocation } from '../program.ts';
import { oneByOne, type Word } from '../word.ts';

/** Returns the names in the input that a filter without files passes on. A filter can only make the list shorter. */
export function passed({ operands, words, stdin }: Invocation): readonly Word[] | undefined {
	const names = operands.every((word) => !/[./]/.test(word.text)) ? stdin?.names : undefined;
	const isOne = /^-(n ?)?1$/.test(words.map((word) => word.text).join(' '));
	return isOne ? names?.map(oneByOne) : names;
}
