import { consumeAsShown } from './consume.ts';
import { doubt, peek, type Reader } from './reader.ts';
import type { Token } from './tokens.ts';
import { concat, mixed, text, type Value } from './value.ts';

/** Reads a string together with the values that are inserted into it. */
export function readText(reader: Reader): Value {
	const { reading } = reader;
	let value: Value | undefined;
	for (let token = peek(reader); token?.kind === 'text'; token = peek(reader)) {
		reader.at++;
		const one = valueOfText(token, reader);
		value = value === undefined ? one : concat(value, one, false);
		const next = peek(reader);
		if (token.form !== 'string' || reading.language.juxtaposes !== 'texts' || next?.form !== 'string') break;
	}
	return value ?? {};
}

function valueOfText(token: Token, reader: Reader): Value {
	const { reading } = reader;
	const values = (token.parts ?? []).map((part): Value => {
		if (part === undefined) return {};
		if (typeof part === 'string') return text(part);
		const inner: Reader = {
			parse: reader.parse,
			reading,
			tokens: part,
			at: 0,
			depth: reader.depth + 1,
			isNested: false,
		};
		const { items } = reader.parse.group(inner, undefined);
		for (const item of items) consumeAsShown(item, reading);
		const [only] = items;
		return items.length === 1 && only !== undefined && !only.isBytes ? only : mixed(items);
	});
	const whole = values.reduce((before, value) => concat(before, value, false), text(''));
	if (token.form === 'command') {
		reading.use({ use: 'shell', value: whole });
		return mixed([whole]);
	}
	if (token.form === 'words') return wordsOf(token, whole);
	if (token.form === 'symbol' && isDangerousSymbol(whole.text ?? '', reader)) doubt(reading, `:${whole.text}`);
	if (token.form === 'regex' || token.form === 'input') return mixed([whole]);
	return token.text === 'b' ? { ...whole, isBytes: true } : whole;
}

/** Returns the words of `%w[a b]`. Threat: a blank in a computed word, or after a backslash, does not end the word. */
function wordsOf({ parts = [] }: Token, whole: Value): Value {
	const isPlain = parts.every((part) => typeof part === 'string' && !part.includes('\\'));
	return isPlain ? { items: (whole.text ?? '').split(/\s+/).filter(Boolean).map(text) } : mixed([whole]);
}

function isDangerousSymbol(name: string, { reading: { language } }: Reader): boolean {
	return language.refused.has(name) || Object.hasOwn(language.rows, name);
}
