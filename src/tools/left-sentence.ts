import { type LeftPath, leftSentences } from '../core/index.ts';

/** What a pull request would not hold, in words for the model; empty when it would hold all. */
export function leftSentence(left: readonly LeftPath[]): string {
	if (left.length === 0) return '';
	return `\n[Left out of what is saved and delivered: ${leftSentences(left).join(' ')}]`;
}
