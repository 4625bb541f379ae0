import { isMark } from './reader.ts';
import { closingToken, type Token } from './tokens.ts';

/** Returns the tokens of each argument of a call. */
export function argumentTokens(source: readonly Token[]): readonly (readonly Token[])[] {
	const found: Token[][] = [];
	let current: Token[] = [];
	for (let i = 0; i < source.length; i++) {
		const token = source[i];
		if (token === undefined) continue;
		if (isMark(token, ',')) {
			found.push(current);
			current = [];
			continue;
		}
		const end = token.kind === 'mark' && /^[([{]$/.test(token.text) ? closingToken(source, i) : i;
		current.push(...source.slice(i, end + 1));
		i = end;
	}
	return current.length === 0 ? found : [...found, current];
}

/**
 * Returns whether an argument consists only of a function and its code. Threat: `function () {} ? "system" : 0` only begins with a
 * function.
 */
export function isWrittenFunction(argument: readonly Token[]): boolean {
	let i = 0;
	while (isWord(argument[i], /^(async|static)$/) && !isMark(argument[i + 1], '=>')) i++;
	if (isWord(argument[i], /^fn$/)) return isMark(argument[closingToken(argument, i + 1) + 1], '=>');
	if (isWord(argument[i], /^function$/)) return bodyEnd(argument, i + 1) === argument.length - 1;
	const arrow = isMark(argument[i], '(') ? closingToken(argument, i) + 1 : i + 1;
	return (isMark(argument[i], '(') || argument[i]?.kind === 'word') && isMark(argument[arrow], '=>');
}

/** Returns the position where the body of a function ends, after its name, its parameters and the variables that it uses. */
function bodyEnd(argument: readonly Token[], at: number): number | undefined {
	let i = at;
	if (isMark(argument[i], '*') || isMark(argument[i], '&')) i++;
	if (argument[i]?.kind === 'word') i++;
	if (!isMark(argument[i], '(')) return undefined;
	i = closingToken(argument, i) + 1;
	if (isWord(argument[i], /^use$/) && isMark(argument[i + 1], '(')) i = closingToken(argument, i + 1) + 1;
	if (isMark(argument[i], ':')) i++;
	while (argument[i]?.kind === 'word' || isMark(argument[i], '?')) i++;
	return isMark(argument[i], '{') ? closingToken(argument, i) : undefined;
}

function isWord(token: Token | undefined, pattern: RegExp): boolean {
	return token?.kind === 'word' && pattern.test(token.text);
}
