import { isMark } from './reader.ts';
import type { Token } from './tokens.ts';

/** Words that are part of a statement in some places, and may be names in others. */
const contextual = /^(of|async|yield|let|await|static)$/;
/** Words after which a name is set. */
const setting = /^(var|let|const|function|class|import|as)$/;

/**
 * Returns a word that is used as a name, although it may also be part of a statement. Threat: with `var of`, the words after `of` do not
 * mean what they seem to mean.
 */
export function reservedName(tokens: readonly Token[], i: number): string | undefined {
	const [before, token, next] = [tokens[i - 1], tokens[i], tokens[i + 1]];
	if (token?.kind !== 'word' || !contextual.test(token.text)) return undefined;
	if (before?.kind === 'mark' && /^(\.|\?\.|#)$/.test(before.text)) return undefined;
	const isKey = isMark(next, ':') && (isMark(before, '{') || isMark(before, ','));
	if (isKey || isUsual(token.text, before, next)) return undefined;
	return `a name ${token.text}`;
}

/** Returns whether a word is part of a statement, as the tokens beside it show. */
function isUsual(word: string, before: Token | undefined, next: Token | undefined): boolean {
	if (before?.kind === 'word' && setting.test(before.text)) return false;
	const isEnd = next === undefined || (next.kind === 'mark' && /^[)\]};,]$/.test(next.text));
	const isValue =
		next !== undefined &&
		(next.kind !== 'mark' || /^([[({!~]|\+\+|--|-|\+|\.\.\.)$/.test(next.text)) &&
		next.text !== 'in';
	switch (word) {
		case 'of':
			return isValue && (before?.kind === 'word' || isMark(before, ']') || isMark(before, '}'));
		case 'let':
			return next?.kind === 'word' || isMark(next, '[') || isMark(next, '{');
		case 'async':
			return next?.kind === 'word' || isMark(next, '(') || isMark(next, '*') || isMark(next, '[') || isMark(next, '#');
		case 'static':
			return next?.kind === 'word' || /^[{[#*]$/.test(next?.text ?? '');
		case 'yield':
			return isValue || isEnd || isMark(next, '*');
		default:
			return isValue;
	}
}
