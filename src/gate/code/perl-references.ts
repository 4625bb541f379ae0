import { isMark } from './reader.ts';
import type { Token } from './tokens.ts';

/** A token for the text between the variables of a string. */
const between: Token = { kind: 'mark', text: '', spaced: false };

/**
 * Returns why the target of a reference is unknown. Threat: unless `strict` forbids it, a string means the variable of that name:
 * `$x = "ENV"; $$x{GITHUB_TOKEN}`. `${ENV}{GITHUB_TOKEN}` is always an element of `%ENV`.
 */
export function looseReference(tokens: readonly Token[]): string | undefined {
	const all = written(tokens);
	const strict = strictFrom(tokens);
	const from = strict === undefined ? all.length : all.indexOf(strict);
	for (const [i, token] of all.entries()) {
		if (namesInBraces(token, all, i)) return 'a name in braces';
		if (i < from && (isArrow(token, all[i + 1]) || isSigil(token, all, i))) return 'a reference that may be a name';
	}
	return undefined;
}

function isArrow(token: Token, next: Token | undefined): boolean {
	if (next?.kind !== 'mark') return false;
	// `$h{a}{b}` is `$h{a}->{b}`.
	const isBehindAnother = isMark(token, ']') || isMark(token, '}');
	return isMark(token, '->') ? /^[[{(]$/.test(next.text) : isBehindAnother && /^[[{]$/.test(next.text);
}

/** Returns whether a token begins `$$x` or `${…}`. A lone `$` ends a line in a pattern. */
function isSigil(token: Token, all: readonly Token[], i: number): boolean {
	const next = all[i + 1];
	if (!isMark(token, '$') || next === undefined) return false;
	const isName = isMark(next, '{') && all[i + 2]?.kind === 'word' && isMark(all[i + 3], '}');
	return (isMark(next, '{') && !isName) || isMark(next, '$') || next.kind === 'variable';
}

/** Returns whether a token begins `${ENV}`. Variables of the language itself have names in capitals. */
function namesInBraces(token: Token, all: readonly Token[], i: number): boolean {
	const name = all[i + 2];
	return isMark(token, '$') && isMark(all[i + 1], '{') && name?.kind === 'word' && /^[A-Z_:]+$/.test(name.text);
}

/** Returns the word from which the whole rest is strict. `use strict` with arguments, or inside a block, is ignored. */
function strictFrom(tokens: readonly Token[]): Token | undefined {
	let depth = 0;
	for (const [i, token] of tokens.entries()) {
		if (isMark(token, '{')) depth++;
		if (isMark(token, '}')) depth--;
		const behind = tokens[i + 2];
		const isWhole = behind === undefined || behind.kind === 'end' || isMark(behind, ';');
		if (depth === 0 && token.text === 'use' && tokens[i + 1]?.text === 'strict' && isWhole) return token;
	}
	return undefined;
}

/** Returns the tokens in their order, including the tokens in strings. */
function written(tokens: readonly Token[]): readonly Token[] {
	return tokens.flatMap((token) => [
		token,
		...(token.parts ?? []).flatMap((part) => {
			if (part === undefined || part === '') return [];
			return typeof part === 'string' ? [between] : written(part).filter(({ kind }) => kind !== 'end');
		}),
		...(token.parts === undefined ? [] : [between]),
	]);
}
