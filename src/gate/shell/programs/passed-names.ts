import type { Invocation } from '../program.ts';
import { oneByOne, type Word } from '../word.ts';

/** A filter without files of its own hands on what it is fed; it can only make a list shorter. */
export function passed({ operands, words, stdin }: Invocation): readonly Word[] | undefined {
	const names = operands.every((word) => !/[./]/.test(word.text)) ? stdin?.names : undefined;
	const isOne = /^-(n ?)?1$/.test(words.map((word) => word.text).join(' '));
	return isOne ? names?.map(oneByOne) : names;
}
