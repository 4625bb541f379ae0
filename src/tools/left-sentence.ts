import { type LeftPath, leftSentences } from '../core/index.ts';

/** Returns the changes that a delivery would not contain, in words for the model. Empty if a delivery would contain all changes. */
export function leftSentence(left: readonly LeftPath[]): string {
	if (left.length === 0) return '';
	return `\n[Left out of what is saved and delivered: ${leftSentences(left).join(' ')}]`;
}
