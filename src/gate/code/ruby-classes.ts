import { isMark } from './reader.ts';
import type { Token } from './tokens.ts';

/**
 * Returns Ruby with `Stack(1)` in place of `Stack.new(1)` if the code defines that class, because the gate has read the class. A class of
 * the library or of any other value stays unchanged: `file.class.new('a', 'w')` opens a file.
 */
export function withoutNew(tokens: readonly Token[], isOfLibrary: (name: string) => boolean): readonly Token[] {
	const own = new Set(tokens.flatMap((_, i) => definedAt(tokens, i)).filter((name) => !isOfLibrary(name)));
	if (own.size === 0) return tokens;
	const isNew = (i: number) => isMark(tokens[i], '.') && isWord(tokens[i + 1], 'new') && isOwn(tokens, i - 1, own);
	return tokens.filter((_, i) => !isNew(i) && !isNew(i - 1));
}

function isOwn(tokens: readonly Token[], i: number, own: ReadonlySet<string>): boolean {
	const before = tokens[i - 1];
	return tokens[i]?.kind === 'word' && own.has(tokens[i].text) && !isMark(before, '.') && !isMark(before, '::');
}

/** Returns the class in `class Stack`, `Point = Struct.new(…)` and `Point = Data.define(…)`. */
function definedAt(tokens: readonly Token[], i: number): readonly string[] {
	const [before, token] = [tokens[i - 1], tokens[i]];
	if (token?.kind !== 'word' || !/^[A-Z]/.test(token.text)) return [];
	if (isWord(before, 'class') && !isMark(tokens[i - 2], '.')) return [token.text];
	const isMade = isMark(tokens[i + 1], '=') && isMark(tokens[i + 3], '.');
	const maker = [tokens[i + 2]?.text, tokens[i + 4]?.text].join('.');
	return isMade && /^(Struct\.new|Data\.define)$/.test(maker) ? [token.text] : [];
}

function isWord(token: Token | undefined, text: string): boolean {
	return token?.kind === 'word' && token.text === text;
}
