import type { Assignment, SyntaxNode, Word as SyntaxWord } from 'unbash';
import { isBare } from './fold.ts';

/** Returns whether a command contains no `$`, no backtick and no parenthesis. Then the shell runs nothing while it expands the words. */
export function isPlainCommand(node: SyntaxNode): boolean {
	if (node.type !== 'Command' || node.prefix.length > 0) return false;
	const isPlainWord = (item: SyntaxWord | Assignment) => item.type === 'Word' && (isBare(item) || isQuiet(item));
	return (
		(node.name === undefined || isPlainWord(node.name)) &&
		node.args.every(isPlainWord) &&
		node.redirects.every((one) => one.type === 'Redirect' && (one.target === undefined || isPlainWord(one.target)))
	);
}

function isQuiet({ text }: SyntaxWord): boolean {
	return !/[$`(]/.test(text);
}
