import { isMark } from './reader.ts';
import type { Token } from './tokens.ts';

/** Returns the tokens of the statement before a position. Undefined if there are too many. */
export function statementBefore(tokens: readonly Token[], at: number): readonly Token[] | undefined {
	let from = at - 1;
	let depth = 0;
	for (; from > 0; from--) {
		if (at - from > 500) return undefined;
		const token = tokens[from - 1];
		if (token === undefined || isMark(token, ';')) break;
		// After such a mark, the statement goes on in the next line.
		if (token.kind === 'end' && !/^(,|&&|\|\|)$/.test(tokens[from - 2]?.text ?? '')) break;
		if (token.kind !== 'mark') continue;
		if (/^[)\]}]$/.test(token.text)) depth++;
		else if (/^[([{]$/.test(token.text) && --depth < 0) break;
	}
	return tokens.slice(Math.max(from, 0), at - 1);
}
