import { bareCall } from './bare-calls.ts';
import { bind } from './bindings.ts';
import { drop } from './consume.ts';
import { doubt, isAssignment, isMark, peek, type Reader, skipBlockParameters } from './reader.ts';
import { isEnvironment, resolve } from './resolve.ts';
import { readText } from './text-values.ts';
import type { Token } from './tokens.ts';
import { marksOf, numeric, type Value, withEntries } from './value.ts';

/** Reads a value without the members or calls after it: a string, a number, a name, a bracket. */
export function readPrimary(reader: Reader): Value {
	const token = peek(reader);
	const { reading } = reader;
	if (token === undefined) return {};
	switch (token.kind) {
		case 'text':
			return readText(reader);
		case 'number':
			reader.at++;
			// A number in another notation is printed in a different way, so its text is unknown.
			return /^(0|[1-9]\d*|0x[\da-f]+)$/i.test(token.text) ? numeric(Number(token.text)) : {};
		case 'word':
		case 'variable':
			return readName(reader, token);
		case 'mark':
			return readBracket(reader, token.text);
		case 'end':
			doubt(reading, 'a line that ends too early');
			return {};
	}
}

function readBracket(reader: Reader, open: string): Value {
	const close = open === '(' ? ')' : open === '[' ? ']' : '}';
	reader.at++;
	if (open === '{') skipBlockParameters(reader);
	const { items, named, commas, source, isLoose } = reader.parse.group(reader, close);
	const [only] = items;
	if (open === '(' && items.length === 1 && only !== undefined && named.size === 0 && commas === 0)
		return only.many ? { ...only, many: false } : only;
	const last = items.at(-1);
	const isSequence = open === '(' && reader.reading.language.hasCommaOperator && isLoose !== true;
	if (isSequence && last !== undefined && commas === items.length - 1) return last;
	const environments = items.filter((item) => isEnvironment(item, reader.reading));
	const [environment] = environments;
	if (open === '{') for (const item of items) if (item !== environment) drop(item, reader.reading);
	return {
		...(open === '{' && environment?.name !== undefined && { name: environment.name }),
		...(open !== '{' && { items }),
		...(open === '(' && { isTuple: true }),
		...(open === '{' && reader.reading.language.name === 'lua' && { items }),
		...withEntries(open === '{' ? environments : [], named),
		...marksOf([...items, ...named.values()]),
		// A method, or a spread object, may replace an entry.
		...(open === '{' && items.some((item) => item !== environment) && named.size > 0 && { unsure: true }),
		...((isLoose === true || hasPlaces(source, reader)) && { unsure: true }),
	};
}

/** Returns whether a list sets the keys of its items itself: `[1 => 'a', 0 => 'b']`, `{[2] = 'a', 'b'}`. */
function hasPlaces(source: readonly Token[], { reading: { language } }: Reader): boolean {
	if (language.name === 'php') return source.some((token) => isMark(token, '=>'));
	return language.name === 'lua' && source.some((token, i) => isMark(token, '=') && isMark(source[i - 1], ']'));
}

function readName(reader: Reader, token: Token): Value {
	const { reading } = reader;
	const { language } = reading;
	const statement = Object.hasOwn(language.statements ?? {}, token.text)
		? language.statements?.[token.text]
		: undefined;
	const read = statement?.(reader.tokens, reader.at);
	if (read !== undefined) {
		reader.at = read.end;
		for (const [name, value] of read.binds ?? []) bind(name, value, reader);
		for (const module of read.modules ?? []) reading.modules.add(module);
		if (read.doubt !== undefined) doubt(reading, read.doubt, read.isOwn);
		return {};
	}
	reader.at++;
	if (isAssignment(peek(reader)) && reading.declared.has(token.text)) return reading.names.get(token.text) ?? {};
	const name = token.kind === 'variable' ? variableName(token.text, peek(reader)) : token.text;
	const known = resolve(name, reading);
	if (known !== undefined) return bareCall(reader, known);
	const isFreeWord = language.hasFreeNames === true || language.freeWords?.test(name) === true;
	const isFree = token.kind === 'variable' || (isFreeWord && !isMark(peek(reader), '('));
	if (language.refused.has(name) || !isFree || (token.kind === 'variable' && language.specials?.test(name)))
		doubt(reading, name);
	return bareCall(reader, { name: '' });
}

/** Returns the variable that a name means. Perl writes an element of `%x` as `$x{…}`, and one of `@x` as `$x[…]`. */
function variableName(name: string, next: Token | undefined): string {
	if (isMark(next, '{') && /^[$@]\w/.test(name)) return `%${name.slice(1)}`;
	return name;
}
