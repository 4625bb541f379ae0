import { call, consume, consumeAsText, drop, index, isEnvironment, isReserved, member, resolve } from './calls.ts';
import { doubt, isAssignment, isClosing, isKeyword, isMark, isSeparator, peek, type Reader } from './reader.ts';
import type { Token } from './tokens.ts';
import { concat, marksOf, mixed, numeric, repeat, text, type Value } from './value.ts';

/** What stands between two brackets, or a whole text of code. */
export interface Group {
	readonly items: readonly Value[];
	readonly named: ReadonlyMap<string, Value>;
	readonly commas: number;
	readonly source: readonly Token[];
}

const maxDepth = 100;

/** Reads elements up to a closing bracket, or to the end; every call in them is judged. */
export function readGroup(reader: Reader, close: string | undefined): Group {
	const items: Value[] = [];
	const named = new Map<string, Value>();
	let commas = 0;
	const from = reader.at;
	const wasNested = reader.isNested;
	reader.isNested = close === ')' || close === ']';
	for (let token = peek(reader); token !== undefined; token = peek(reader)) {
		if (close !== undefined && isMark(token, close)) break;
		if (isSeparator(token, reader.ground.language)) {
			if (token.text === ',' || token.text === '=>') commas++;
			reader.at++;
			continue;
		}
		const start = reader.at;
		const key = readKey(reader, close);
		if (key !== undefined) named.set(key, readElement(reader));
		else items.push(...spread(reader));
		if (reader.at === start) {
			doubt(reader.ground, `\`${token.text}\``);
			reader.at++;
		}
	}
	const source = reader.tokens.slice(from, reader.at);
	if (close !== undefined && peek(reader) === undefined) doubt(reader.ground, `a missing \`${close}\``);
	reader.at++;
	reader.isNested = wasNested;
	return { items, named, commas, source };
}

/** `...list`, `*list`: its items stand in the place of one. */
function spread(reader: Reader): readonly Value[] {
	const token = peek(reader);
	const spreads = token?.kind === 'mark' && /^(\.\.\.|\*\*?)$/.test(token.text);
	if (!spreads) return [readElement(reader)];
	reader.at++;
	const value = readElement(reader);
	if (value.items !== undefined) return value.items;
	if (isEnvironment(value, reader.ground)) return [value];
	consume(value, reader.ground);
	return [mixed([value])];
}

/** `name=`, `name:`, `'name':`, `name =>` before a value. */
function readKey(reader: Reader, close: string | undefined): string | undefined {
	const [token, next] = [peek(reader), peek(reader, 1)];
	if (token === undefined || next?.kind !== 'mark' || close === undefined) return undefined;
	const { name } = reader.ground.language;
	const isText = token.kind === 'text' && token.parts?.every((part) => typeof part === 'string') === true;
	if (token.kind !== 'word' && !isText) return undefined;
	const key = isText ? token.parts?.join('') : token.text;
	const hasArrow = next.text === '=>' && name !== 'javascript';
	const hasColon = next.text === ':' && (close === '}' || name === 'ruby' || name === 'php');
	const hasEquals =
		next.text === '=' && !isText && (name === 'python' || (name === 'lua' && close === '}')) && close !== ']';
	if (!hasArrow && !hasColon && !hasEquals) return undefined;
	reader.at += 2;
	return key;
}

/** Reads one expression with the assignments in it. */
export function readElement(reader: Reader): Value {
	const { ground } = reader;
	if (reader.depth > maxDepth || --ground.budget.elements < 0) {
		doubt(ground, 'too much code');
		reader.at = reader.tokens.length;
		return {};
	}
	reader.depth++;
	const value = readOperators(reader);
	reader.depth--;
	return value;
}

function readOperators(reader: Reader): Value {
	const { ground } = reader;
	const { language } = ground;
	let left = readSum(reader);
	for (let token = peek(reader); token !== undefined; token = peek(reader)) {
		if (isSeparator(token, language) || isClosing(token)) return left;
		if (isAssignment(token)) {
			left = readAssignment(reader, left);
			continue;
		}
		const isOperator = token.kind === 'mark' && !/^[[({]$/.test(token.text);
		if (!isOperator && !isKeyword(token, language)) {
			if (language.juxtaposes !== 'all') return left;
			left = concat(left, readSum(reader), false);
			continue;
		}
		if (token.kind === 'word' && language.modifiers?.has(token.text) && !reader.isNested) return left;
		if (language.doubtful.has(token.text)) doubt(ground, `\`${token.text}\``);
		reader.at++;
		if (token.text === 'as') left = bindAs(reader, left);
		else left = operate(token.text, left, reader);
	}
	return left;
}

/** An operator that is not followed: it uses both its sides as data. */
function operate(operator: string, left: Value, reader: Reader): Value {
	skipEnds(reader);
	const next = peek(reader);
	if (next === undefined || isSeparator(next, reader.ground.language) || isClosing(next)) {
		consume(left, reader.ground);
		return mixed([left]);
	}
	const right = operator === '=>' || operator === '->' ? readElement(reader) : readSum(reader);
	const method = `${left.name}.${operator}`;
	if (Object.hasOwn(reader.ground.language.rows, method))
		return call({ name: method, self: left }, { items: [right], named: new Map(), source: [] }, reader.ground);
	const isMembership = operator === 'in' && left.text !== undefined;
	const use = /^(=>|\|\||&&|\?\??|:|and|or|if|else)$/.test(operator) ? consume : consumeAsText;
	use(left, reader.ground);
	if (!isMembership || right.name === undefined) use(right, reader.ground);
	return mixed([left, right]);
}

function bindAs(reader: Reader, left: Value): Value {
	const target = peek(reader);
	if (target?.kind !== 'word' && target?.kind !== 'variable') return left;
	reader.at++;
	bind(target.text, left, reader);
	return left;
}

function readAssignment(reader: Reader, left: Value): Value {
	const { ground } = reader;
	const target = peek(reader, -1);
	const before = peek(reader, -2);
	const isSimple =
		(target?.kind === 'word' || target?.kind === 'variable') &&
		!(before?.kind === 'mark' && ground.language.members.has(before.text));
	const operator = peek(reader)?.text ?? '=';
	reader.at++;
	skipEnds(reader);
	const right = readElement(reader);
	if (!isSimple) {
		if (left.name !== undefined) doubt(ground, `a change of ${left.name}`);
		consume(right, ground);
		return mixed([right]);
	}
	const isConcat = operator === '.=' || (operator === '+=' && ground.language.concat === '+');
	const value = isConcat
		? concat(left, right, true)
		: operator === '=' || operator === ':='
			? right
			: mixed([left, right]);
	bind(target.text, value, reader);
	return { ...value, isAssigned: true };
}

/** Gives a name its value; a global name of consequence must not become another thing. */
export function bind(name: string, value: Value, reader: Reader): void {
	const { ground } = reader;
	const isSame = value.name !== undefined && value.name === name;
	if (!isSame && isReserved(name, ground)) doubt(ground, `a new meaning of ${name}`);
	const isVarying = (ground.declared.get(name) ?? 0) > 1 || ground.names.has(name);
	if (isVarying && value.name?.endsWith('()') === false) consume(value, ground);
	if (value.dynamic) consume(value, ground);
	for (const item of [...(value.items ?? []), ...(value.entries?.values() ?? [])]) consume(item, ground);
	ground.names.set(name, { ...value, isAssigned: false, ...(isVarying && { unsure: true }) });
}

function readSum(reader: Reader): Value {
	const { language } = reader.ground;
	let left = readProduct(reader);
	while (isMark(peek(reader), language.concat)) {
		reader.at++;
		skipEnds(reader);
		const right = readProduct(reader);
		consumeAsText(left, reader.ground);
		consumeAsText(right, reader.ground);
		left = concat(left, right, language.concat === '+');
	}
	return left;
}

function readProduct(reader: Reader): Value {
	const { repeat: operator } = reader.ground.language;
	let left = readUnary(reader);
	for (let token = peek(reader); operator !== undefined && token?.text === operator; token = peek(reader)) {
		reader.at++;
		const right = readUnary(reader);
		consume(left, reader.ground);
		consume(right, reader.ground);
		left = repeat(left, right);
	}
	return left;
}

function skipEnds(reader: Reader): void {
	while (peek(reader)?.kind === 'end') reader.at++;
}

function readUnary(reader: Reader): Value {
	const token = peek(reader);
	const { ground } = reader;
	const { language } = ground;
	if (token === undefined || isSeparator(token, language) || isClosing(token)) return {};
	if (token.kind === 'mark' && !/^[[({]$/.test(token.text)) {
		if (!language.prefixes.has(token.text) || language.doubtful.has(token.text)) doubt(ground, `\`${token.text}\``);
		reader.at++;
		return prefixed(token.text, reader);
	}
	if (!isKeyword(token, language)) return readPostfix(reader);
	reader.at++;
	if (/^(const|let|var)$/.test(token.text) && isMark(peek(reader), '{')) return readPattern(reader);
	if (language.transparent.has(token.text)) return readUnary(reader);
	if (token.text === 'lambda') return readLambda(reader);
	const next = peek(reader);
	if (next === undefined || isSeparator(next, language) || isClosing(next) || isKeyword(next, language)) return {};
	if (isMark(next, '|') || isMark(next, '||')) return readBlockParameters(reader);
	const value = isAssignment(next) ? {} : readUnary(reader);
	const isHead = token.text === 'for' || token.text === 'foreach';
	if (!isHead && !isAssignment(peek(reader)) && peek(reader)?.text !== 'as') consume(value, ground);
	return isAssignment(peek(reader)) || peek(reader)?.text === 'as' ? value : mixed([value]);
}

/** `const {a, b: c} = value` */
function readPattern(reader: Reader): Value {
	const names: [string, string][] = [];
	reader.at++;
	for (let token = peek(reader); token !== undefined && !isMark(token, '}'); token = peek(reader)) {
		const alias = isMark(peek(reader, 1), ':') ? peek(reader, 2) : undefined;
		if (token.kind === 'word') names.push([token.text, alias?.kind === 'word' ? alias.text : token.text]);
		else if (!isMark(token, ',')) doubt(reader.ground, 'a pattern');
		reader.at += alias?.kind === 'word' ? 3 : 1;
	}
	reader.at += 2;
	const value = readElement(reader);
	for (const [property, name] of names) bind(name, member(value, property, reader.ground), reader);
	return {};
}

function prefixed(operator: string, reader: Reader): Value {
	const value = readUnary(reader);
	if (operator === '-' && value.isNumber) return numeric(-Number(value.text));
	if (operator === '@' || operator === '\\') return value;
	consume(value, reader.ground);
	return mixed([value]);
}

function readLambda(reader: Reader): Value {
	while (peek(reader) !== undefined && !isMark(peek(reader), ':')) reader.at++;
	reader.at++;
	const body = readElement(reader);
	consume(body, reader.ground);
	return mixed([body]);
}

/** `|a, b|` behind the opening of a block. */
function readBlockParameters(reader: Reader): Value {
	if (isMark(peek(reader), '||')) reader.at++;
	else {
		reader.at++;
		while (peek(reader) !== undefined && !isMark(peek(reader), '|')) reader.at++;
		reader.at++;
	}
	return {};
}

function readPostfix(reader: Reader): Value {
	let value = readPrimary(reader);
	for (;;) {
		const next = readOneMore(reader, value);
		if (next === undefined) return value;
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
	if (isMark(token, '(') && (language.bare !== 'all' || !token.spaced)) return readCall(reader, value);
	if (isMark(token, '[') && (language.name !== 'ruby' || !token.spaced)) {
		reader.at++;
		return index(value, readGroup(reader, ']'), ground);
	}
	if (isMark(token, '{') && language.name === 'perl' && isSubscript(reader)) {
		reader.at++;
		return index(value, readSubscript(reader), ground);
	}
	if (token.kind === 'text' && token.form === 'template') {
		doubt(ground, 'a tagged template');
		return call(value, { items: [readText(reader)], named: new Map(), source: [] }, ground);
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
	return readGroup(reader, '}');
}

function readCall(reader: Reader, callee: Value): Value {
	reader.at++;
	return call(callee, readGroup(reader, ')'), reader.ground);
}

/** Arguments without parentheses: `system "ls"`, `print "x"`. */
function bareCall(reader: Reader, callee: Value): Value {
	const { language } = reader.ground;
	if (language.bare === 'none' || callee.name === undefined || !beginsArguments(reader)) return callee;
	const from = reader.at;
	const items: Value[] = [];
	const named = new Map<string, Value>();
	if (language.bare === 'text') items.push(readPrimary(reader));
	else readBareArguments(reader, items, named);
	return call(callee, { items, named, source: reader.tokens.slice(from, reader.at) }, reader.ground);
}

function readBareArguments(reader: Reader, items: Value[], named: Map<string, Value>): void {
	const { language } = reader.ground;
	do {
		skipEnds(reader);
		const key = readKey(reader, ')');
		if (key !== undefined) named.set(key, readElement(reader));
		else items.push(...spread(reader));
		const next = peek(reader);
		if (next?.text !== ',' && !(next?.text === '=>' && isSeparator(next, language))) return;
		reader.at++;
	} while (peek(reader) !== undefined);
}

function beginsArguments(reader: Reader): boolean {
	const token = peek(reader);
	const { language } = reader.ground;
	if (token === undefined || token.kind === 'end') return false;
	if (language.bare === 'text') return token.kind === 'text' || isMark(token, '{');
	if (token.kind !== 'mark') return !isKeyword(token, language) || language.transparent.has(token.text);
	if (token.text === '(') return token.spaced;
	if (token.text === '[') return token.spaced && language.name === 'ruby';
	const after = peek(reader, 1);
	return token.spaced && after?.spaced === false && /^(-|\*|&|!|::|\\|->|@|%|<)$/.test(token.text);
}

function readPrimary(reader: Reader): Value {
	const token = peek(reader);
	const { ground } = reader;
	if (token === undefined) return {};
	switch (token.kind) {
		case 'text':
			return readText(reader);
		case 'number':
			reader.at++;
			return numeric(Number(token.text.replace(/[_n]/g, '')));
		case 'word':
		case 'variable':
			return readName(reader, token);
		case 'mark':
			return readBracket(reader, token.text);
		case 'end':
			doubt(ground, 'a line that ends too early');
			return {};
	}
}

function readBracket(reader: Reader, open: string): Value {
	const close = open === '(' ? ')' : open === '[' ? ']' : '}';
	reader.at++;
	if (open === '{' && isMark(peek(reader), '|')) readBlockParameters(reader);
	const { items, named, commas } = readGroup(reader, close);
	const [only] = items;
	if (open === '(' && items.length === 1 && only !== undefined && named.size === 0 && commas === 0) return only;
	const last = items.at(-1);
	if (open === '(' && reader.ground.language.hasCommaOperator && last !== undefined && commas === items.length - 1)
		return last;
	const environment = items.find((item) => isEnvironment(item, reader.ground));
	if (open === '{') for (const item of items) if (item !== environment) drop(item, reader.ground);
	return {
		...(open === '{' && environment?.name !== undefined && { name: environment.name }),
		...(open !== '{' && { items }),
		...(open === '{' && reader.ground.language.name === 'lua' && { items }),
		...(named.size > 0 && { entries: named }),
		...marksOf([...items, ...named.values()]),
	};
}

function readName(reader: Reader, token: Token): Value {
	const { ground } = reader;
	const { language } = ground;
	const statement = Object.hasOwn(language.statements ?? {}, token.text)
		? language.statements?.[token.text]
		: undefined;
	const read = statement?.(reader.tokens, reader.at);
	if (read !== undefined) {
		reader.at = read.end;
		for (const [name, value] of read.binds ?? []) bind(name, value, reader);
		for (const module of read.modules ?? []) ground.modules.add(module);
		if (read.doubt !== undefined) doubt(ground, read.doubt);
		return {};
	}
	reader.at++;
	if (isAssignment(peek(reader)) && ground.declared.has(token.text)) return ground.names.get(token.text) ?? {};
	const name = token.kind === 'variable' ? variableName(token.text, peek(reader)) : token.text;
	const known = resolve(name, ground);
	if (known !== undefined) return bareCall(reader, known);
	const isFree = token.kind === 'variable' || (language.hasFreeNames === true && !isMark(peek(reader), '('));
	if (!isFree || (token.kind === 'variable' && language.specials?.test(name))) doubt(ground, name);
	return bareCall(reader, { name: '' });
}

/** Perl writes an element of `%x` as `$x{…}` and one of `@x` as `$x[…]`. */
function variableName(name: string, next: Token | undefined): string {
	if (isMark(next, '{') && /^[$@]\w/.test(name)) return `%${name.slice(1)}`;
	return name;
}

/** A text with what is computed into it. */
function readText(reader: Reader): Value {
	const { ground } = reader;
	let value: Value | undefined;
	for (let token = peek(reader); token?.kind === 'text'; token = peek(reader)) {
		reader.at++;
		const one = valueOfText(token, reader);
		value = value === undefined ? one : concat(value, one, false);
		const next = peek(reader);
		if (token.form !== 'string' || ground.language.juxtaposes !== 'texts' || next?.form !== 'string') break;
	}
	return value ?? {};
}

function valueOfText(token: Token, reader: Reader): Value {
	const { ground } = reader;
	const values = (token.parts ?? []).map((part): Value => {
		if (part === undefined) return {};
		if (typeof part === 'string') return text(part);
		const inner: Reader = { ground, tokens: part, at: 0, depth: reader.depth + 1, isNested: false };
		const { items } = readGroup(inner, undefined);
		for (const item of items) consumeAsText(item, ground);
		return items.length === 1 && items[0] !== undefined ? items[0] : mixed(items);
	});
	const whole = values.reduce((before, value) => concat(before, value, false), text(''));
	if (token.form === 'command') {
		ground.use({ use: 'shell', value: whole });
		return mixed([whole]);
	}
	if (token.form === 'words') return { items: (whole.text ?? '').split(/\s+/).filter(Boolean).map(text) };
	if (token.form === 'symbol' && isDangerousSymbol(whole.text ?? '', reader)) doubt(ground, `:${whole.text}`);
	return token.form === 'regex' || token.form === 'input' ? mixed([whole]) : whole;
}

function isDangerousSymbol(name: string, { ground: { language } }: Reader): boolean {
	return language.refused.has(name) || Object.hasOwn(language.rows, name);
}
