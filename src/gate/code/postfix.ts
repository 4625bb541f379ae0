import type { Finding } from '../shell/program.ts';
import { bareCall } from './bare-calls.ts';
import { bindEach } from './bind-each.ts';
import { call, index, member } from './calls.ts';
import { consume } from './consume.ts';
import { tellsOnlyPresence } from './presence.ts';
import { readPrimary } from './primary.ts';
import { doubt, type Group, isMark, noteSpelled, peek, type Reader } from './reader.ts';
import { isEnvironment } from './resolve.ts';
import { noteSent } from './statements-sent.ts';
import type { Token } from './tokens.ts';
import { refer, text, type Value } from './value.ts';

/** Reads a value with the members, calls and indices after it. */
export function readPostfix(reader: Reader): Value {
	const from = reader.at;
	const { findings } = reader.reading;
	const before = findings.length;
	let value = readPrimary(reader);
	for (;;) {
		const next = readOneMore(reader, value, from);
		if (next === undefined) {
			noteSpelled(value, reader.reading);
			if (findings.length > before && tellsOnlyPresence(reader, from))
				findings.splice(before, findings.length, ...findings.slice(before).filter((one) => !isVariable(one)));
			return value;
		}
		value = next;
	}
}

function isVariable(finding: Finding): boolean {
	return finding.find === 'effect' && finding.effect.kind === 'secret.read' && finding.effect.what.startsWith('$');
}

/** Reads one member, call or index after a value. Undefined if there is none. */
function readOneMore(reader: Reader, value: Value, from: number): Value | undefined {
	const { reading } = reader;
	const { language } = reading;
	const ahead = peek(reader)?.kind === 'end' && isChain(reader) ? 1 : 0;
	const token = peek(reader, ahead);
	if (token === undefined) return undefined;
	if (token.kind === 'mark' && language.members.has(token.text)) {
		const name = peek(reader, ahead + 1);
		if (name?.kind === 'word') {
			reader.at += ahead + 2;
			if (isEnvironment(value, reading) && isOnlySet(reader, from)) return refer(`${value.name}[]`);
			return bareCall(reader, member(value, name.text, reading));
		}
		if (isMark(name, '(') || isMark(name, '[') || isMark(name, '{')) {
			reader.at += ahead + 1;
			return readOneMore(reader, value, from);
		}
		return undefined;
	}
	if (isMark(token, '(') && (language.bare !== 'all' || !token.spaced)) {
		if (language.hasTextCalls && peek(reader, -1)?.kind !== 'word') doubt(reading, 'a call of a variable');
		return readCall(reader, value, from);
	}
	if (isMark(token, '[') && (language.name !== 'ruby' || !token.spaced)) {
		reader.at++;
		return readIndex(reader, value, reader.parse.group(reader, ']'), from);
	}
	if (isMark(token, '{') && language.name === 'perl' && isSubscript(reader)) {
		reader.at++;
		return readIndex(reader, value, readSubscript(reader), from);
	}
	if (token.kind === 'text' && token.form === 'template') {
		doubt(reading, 'a tagged template');
		const written = peek(reader, -1)?.text ?? '';
		const template = readPrimary(reader);
		noteSent({ written, callee: value, args: [template], source: '' }, reading);
		return call(value, { items: [template], named: new Map(), source: [] }, reading);
	}
	return undefined;
}

/** Returns whether the next line begins with `.method` and continues the value. */
function isChain(reader: Reader): boolean {
	const { name, members } = reader.reading.language;
	const next = peek(reader, 1);
	return name === 'ruby' && next?.kind === 'mark' && next.text !== '::' && members.has(next.text);
}

function isSubscript(reader: Reader): boolean {
	const before = peek(reader, -1);
	return before?.kind === 'variable' || before?.text === '->' || before?.text === '}' || before?.text === ']';
}

/** Reads `{name}` after a variable. A bare word is a string there. */
function readSubscript(reader: Reader): Group {
	const word = peek(reader);
	if (word?.kind === 'word' && isMark(peek(reader, 1), '}')) {
		reader.at += 2;
		return { items: [text(word.text)], named: new Map(), commas: 0, source: [word] };
	}
	return reader.parse.group(reader, '}');
}

function readCall(reader: Reader, callee: Value, from: number): Value {
	const { reading } = reader;
	reader.at++;
	if (skipsName(reader, callee)) return {};
	const written = peek(reader, -2)?.text ?? '';
	const release = bindEach(reader, callee);
	const group = reader.parse.group(reader, ')');
	release();
	noteSent({ written, callee, args: [...group.items, ...group.named.values()], source: sourceOf(group) }, reading);
	const isOfEnvironment = callee.self !== undefined && isEnvironment(callee.self, reading);
	if (!isOfEnvironment || reading.language.name !== 'python' || !isStatement(reader, from))
		return call(callee, group, reading);
	for (const value of [...group.items, ...group.named.values()]) consume(value, reading);
	doubt(reading, `a change of ${callee.self?.name}`);
	return refer('');
}

/** Skips the argument of `inspect.getsource(json.JSONDecoder.decode)`, because a name of an imported module is not run. */
function skipsName(reader: Reader, { name }: Value): boolean {
	const { reading, tokens, at } = reader;
	if (name === undefined || reading.language.takesNames?.has(name) !== true) return false;
	const end = tokens.slice(at, at + 40).findIndex((token) => isMark(token, ')'));
	const inner = tokens.slice(at, at + end);
	const [first] = inner;
	const isDotted = inner.every((token, i) => (i % 2 === 0 ? token.kind === 'word' : isMark(token, '.')));
	const root = reading.names.get(first?.text ?? '')?.name;
	if (end < 1 || end % 2 === 0 || !isDotted || root === undefined || !isModule(root, reading.modules)) return false;
	reader.at += end + 1;
	return true;
}

function isModule(name: string, modules: ReadonlySet<string>): boolean {
	return [...modules].some(
		(module) => module === name || name.startsWith(`${module}.`) || module.startsWith(`${name}.`),
	);
}

function readIndex(reader: Reader, value: Value, group: Group, from: number): Value {
	if (!isEnvironment(value, reader.reading) || !isOnlySet(reader, from)) return index(value, group, reader.reading);
	for (const item of group.items) consume(item, reader.reading);
	return refer(`${value.name}[]`);
}

/** Returns whether the value is only set, deleted or looked for. Then it is not shown. */
function isOnlySet(reader: Reader, from: number): boolean {
	const before = reader.tokens[from - 1];
	const word = before?.kind === 'word' ? before.text : '';
	if (/^del(ete)?$/.test(word)) doubt(reader.reading, 'a change of the environment');
	return /^(del|delete|exists|defined)$/.test(word) || isMark(peek(reader), '=');
}

function sourceOf({ source }: Group): string {
	return source
		.slice(0, 3)
		.map((token) => token.text)
		.join('');
}

/** Returns whether the value is a whole statement, so its result is not used. */
function isStatement(reader: Reader, from: number): boolean {
	const isEnd = (token: Token | undefined) => token === undefined || token.kind === 'end' || isMark(token, ';');
	return !reader.isNested && isEnd(reader.tokens[from - 1]) && isEnd(peek(reader));
}
