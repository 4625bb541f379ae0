import type { Language } from './language.ts';
import { type CodeReading, isMark } from './reader.ts';
import type { Token } from './tokens.ts';

/** Ruby functions that define methods with the names that they get. */
const naming = /^(attr_reader|attr_accessor|attr_writer|define|new)$/;

/** Returns the methods that code defines, and the attributes that it sets: `def name`, `self.name = …`, `attr_reader :name`. */
export function ownMethods(tokens: readonly Token[], { acting, name }: Language): readonly string[] {
	if (acting === undefined) return [];
	return tokens.flatMap((token, i) => {
		const before = tokens[i - 1];
		if (name === 'ruby' && token.form === 'symbol' && isNamed(tokens, i)) return symbolOf(token);
		if (token.kind !== 'word') return [];
		if (name === 'javascript' && isKey(tokens, i)) return [token.text];
		const isDefined = isWord(before, /^(def|function)$/) || (isMark(before, '.') && isWord(tokens[i - 3], /^def$/));
		const isSet = isMark(before, '.') && (isMark(tokens[i + 1], '=') || isMark(tokens[i + 1], ':'));
		return isDefined || isSet ? [token.text] : [];
	});
}

/** Returns whether a token is a key, `{ name: … }`, and the code of a method with this name comes next. */
function isKey(tokens: readonly Token[], i: number): boolean {
	const before = tokens[i - 1];
	return isMark(tokens[i + 1], ':') && (isMark(before, '{') || isMark(before, ','));
}

function isWord(token: Token | undefined, pattern: RegExp): boolean {
	return token?.kind === 'word' && pattern.test(token.text);
}

/** Returns whether a symbol is in the arguments of such a function. */
function isNamed(tokens: readonly Token[], at: number): boolean {
	let i = at - 1;
	while (i >= 0 && at - i < 40 && (isMark(tokens[i], ',') || tokens[i]?.form === 'symbol')) i--;
	return isWord(isMark(tokens[i], '(') ? tokens[i - 1] : tokens[i], naming);
}

function symbolOf({ parts = [] }: Token): readonly string[] {
	const [only, ...more] = parts;
	return typeof only === 'string' && more.length === 0 ? [only] : [];
}

/** Methods that read attributes of their arguments by name. */
const formatting = /^\.format(_map)?$/;

/** Returns whether the code itself defines the method, so that the gate has already read the method's effects. */
export function isOwnMethod(name: string, { language, ownMethods, opened, isInert }: CodeReading): boolean {
	if (!name.startsWith('.')) return false;
	const method = name.slice(1);
	const isActing = Object.hasOwn(language.hidden ?? {}, name) || language.acting?.has(method) === true;
	const isOwn = ownMethods.has(method) && (!isActing || (isInert && !formatting.test(name)));
	if (isOwn) opened.add(method);
	return isOwn;
}

/** Returns whether code may read an attribute with this name. The attribute's value is data, and only its calls must be known. */
export function isOpenAttribute(name: string, reading: CodeReading): boolean {
	const { language } = reading;
	if (language.guarded?.has(name)) return false;
	if (language.opens !== undefined) return language.opens(name);
	if (isOwnMethod(`.${name}`, reading)) return true;
	return language.hasOpenProperties === true && !/^(constructor|prototype|caller|callee|arguments)$|__/.test(name);
}
