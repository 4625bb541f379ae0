import { bareCall } from './bare-calls.ts';
import { call, index, member } from './calls.ts';
import { readPrimary } from './primary.ts';
import { doubt, type Group, isMark, noteSpelled, peek, type Reader } from './reader.ts';
import { text, type Value } from './value.ts';

/** Reads a value with the members, calls and indices behind it. */
export function readPostfix(reader: Reader): Value {
	let value = readPrimary(reader);
	for (;;) {
		const next = readOneMore(reader, value);
		if (next === undefined) {
			noteSpelled(value, reader.ground);
			return value;
		}
		value = next;
	}
}

/** A member, a call, an index behind a value; undefined when none follows. */
function readOneMore(reader: Reader, value: Value): Value | undefined {
	const { ground } = reader;
	const { language } = ground;
	const ahead = peek(reader)?.kind === 'end' && isChain(reader) ? 1 : 0;
	const token = peek(reader, ahead);
	if (token === undefined) return undefined;
	if (token.kind === 'mark' && language.members.has(token.text)) {
		const name = peek(reader, ahead + 1);
		if (name?.kind === 'word') {
			reader.at += ahead + 2;
			return bareCall(reader, member(value, name.text, ground));
		}
		if (isMark(name, '(') || isMark(name, '[') || isMark(name, '{')) {
			reader.at += ahead + 1;
			return readOneMore(reader, value);
		}
		return undefined;
	}
	if (isMark(token, '(') && (language.bare !== 'all' || !token.spaced)) {
		if (language.hasTextCalls && peek(reader, -1)?.kind !== 'word') doubt(ground, 'a call of a variable');
		return readCall(reader, value);
	}
	if (isMark(token, '[') && (language.name !== 'ruby' || !token.spaced)) {
		reader.at++;
		return index(value, reader.parse.group(reader, ']'), ground);
	}
	if (isMark(token, '{') && language.name === 'perl' && isSubscript(reader)) {
		reader.at++;
		return index(value, readSubscript(reader), ground);
	}
	if (token.kind === 'text' && token.form === 'template') {
		doubt(ground, 'a tagged template');
		return call(value, { items: [readPrimary(reader)], named: new Map(), source: [] }, ground);
	}
	return undefined;
}

/** A line that begins with `.method` goes on with the value before. */
function isChain(reader: Reader): boolean {
	const { name, members } = reader.ground.language;
	const next = peek(reader, 1);
	return name === 'ruby' && next?.kind === 'mark' && next.text !== '::' && members.has(next.text);
}

function isSubscript(reader: Reader): boolean {
	const before = peek(reader, -1);
	return before?.kind === 'variable' || before?.text === '->' || before?.text === '}' || before?.text === ']';
}

/** `{name}` behind a variable: a bare word is a text there. */
function readSubscript(reader: Reader): Group {
	const word = peek(reader);
	if (word?.kind === 'word' && isMark(peek(reader, 1), '}')) {
		reader.at += 2;
		return { items: [text(word.text)], named: new Map(), commas: 0, source: [word] };
	}
	return reader.parse.group(reader, '}');
}

function readCall(reader: Reader, callee: Value): Value {
	reader.at++;
	return call(callee, reader.parse.group(reader, ')'), reader.ground);
}
