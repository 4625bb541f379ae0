import type { Invocation } from '../program.ts';
import { numberWord, type Word } from '../word.ts';

/** Returns a `lists` function. It returns the numbers of numbered lines, if a filter of this form keeps only the numbers. */
export function numbersOf(form: RegExp) {
	return ({ words, stdin }: Invocation): readonly Word[] | undefined => {
		const line = words.map(({ text }) => ` ${text}`).join('');
		const isPlain = words.every(({ known, pattern, stream }) => known && !pattern && stream === undefined);
		return isPlain && stdin?.yields === 'numbered' && form.test(line) ? [numberWord] : undefined;
	};
}
