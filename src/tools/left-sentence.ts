import { type LeftPath, leftSentences } from '../core/index.ts';

/** Returns the changes that a pull request would not contain, in words for the model. Empty if it would contain all. */
export function leftSentence(left: readonly LeftPath[]): string {
	if (left.length === 0) return '';
	return `\n[Left out of what is saved and delivered: ${leftSentences(left).join(' ')}]`;
}
