import { bindBlock } from './bind-each.ts';
import { call } from './calls.ts';
import { add, addNamed, type Gathered, gather, placed, separate } from './gathered.ts';
import type { Language } from './language.ts';
import { isKeyword, isMark, isSeparator, peek, type Reader, skipEnds } from './reader.ts';
import { noteSent } from './statements-sent.ts';
import type { Value } from './value.ts';

/** Reads arguments without parentheses: `system "ls"`, `print "x"`. */
export function bareCall(reader: Reader, callee: Value): Value {
	const { language } = reader.reading;
	if (language.name === 'ruby') bindBlock(reader, callee);
	if (language.bare === 'none' || callee.name === undefined) return callee;
	if (!beginsArguments(reader)) {
		const isMethod = callee.name.startsWith('.') || (callee.self !== undefined && isFunction(callee.name, language));
		if (!language.callsByName || !isMethod || isMark(peek(reader), '(')) return callee;
		return call(callee, { items: [], named: new Map(), source: [] }, reader.reading);
	}
	const from = reader.at;
	const written = peek(reader, -1)?.text ?? '';
	const list = gather(')', language);
	if (language.bare === 'text') list.items.push(reader.parse.primary(reader));
	else readBareArguments(reader, list);
	const { named } = list;
	const items = placed(list.items);
	noteSent({ written, callee, args: [...items, ...named.values()], source: 'bare' }, reader.reading);
	return call(callee, { items, named, source: reader.tokens.slice(from, reader.at) }, reader.reading);
}

function isFunction(name: string, language: Language): boolean {
	return Object.hasOwn(language.rows, name) || language.pure.has(name);
}

function readBareArguments(reader: Reader, list: Gathered): void {
	const { language } = reader.reading;
	do {
		skipEnds(reader);
		const from = reader.at;
		const key = reader.parse.key(reader, ')');
		if (key !== undefined) addNamed(list, key, reader.parse.element(reader));
		else add(list, reader.parse.spread(reader), from, reader);
		const next = peek(reader);
		if (next?.text !== ',' && !(next?.text === '=>' && isSeparator(next, language))) return;
		separate(list, next, language);
		reader.at++;
	} while (peek(reader) !== undefined);
}

function beginsArguments(reader: Reader): boolean {
	const token = peek(reader);
	const { language } = reader.reading;
	if (token === undefined || token.kind === 'end') return false;
	if (language.bare === 'text') return token.kind === 'text' || isMark(token, '{');
	if (token.kind !== 'mark') return !isKeyword(token, language) || language.transparent.has(token.text);
	if (token.text === '(') return token.spaced;
	if (token.text === '[') return token.spaced && language.name === 'ruby';
	const after = peek(reader, 1);
	return token.spaced && after?.spaced === false && /^(-|\*|&|!|::|\\|->|@|%|<)$/.test(token.text);
}
