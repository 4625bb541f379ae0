import { member } from './calls.ts';
import { consume, consumeAsText } from './consume.ts';
import { known } from './meanings.ts';
import { type CodeReading, doubt, isMark, peek, type Reader, skipEnds } from './reader.ts';
import { acts, isEnvironment, isReserved } from './resolve.ts';
import type { Token } from './tokens.ts';
import { concat, concatLists, mixed, type Value } from './value.ts';

export function bindAs(reader: Reader, left: Value): Value {
	const target = peek(reader);
	if (target?.kind !== 'word' && target?.kind !== 'variable') return left;
	reader.at++;
	bind(target.text, left, reader);
	return left;
}

export function readAssignment(reader: Reader, left: Value): Value {
	const { reading } = reader;
	const target = peek(reader, -1);
	const before = peek(reader, -2);
	const isSimple =
		(target?.kind === 'word' || target?.kind === 'variable') &&
		!(before?.kind === 'mark' && reading.language.members.has(before.text));
	const operator = peek(reader)?.text ?? '=';
	reader.at++;
	skipEnds(reader);
	const right = reader.parse.element(reader);
	if (operator !== '=' && operator !== ':=') useSides(operator, [left, right], reader);
	if (!isSimple) {
		const base = left.name?.replace(/\[\]$/, '') ?? '';
		// An assignment after a type: `x: Optional[int] = None`.
		const isType = reading.language.name === 'python' && known(reading.language, base) === 'pure' && base !== left.name;
		if (left.name !== undefined && !isType && !/^$|^\./.test(left.name)) doubt(reading, `a change of ${left.name}`);
		consume(right, reading);
		return mixed([right]);
	}
	// `name: type = value`
	const isTyped = reading.language.name === 'python' && isMark(before, ':');
	if (isTyped) consume(right, reading);
	const typed = isTyped ? typedName(reader.tokens, reader.at, target) : undefined;
	const isConcat = operator === '.=' || (operator === '+=' && reading.language.concat === '+');
	const value = isConcat
		? ((reading.language.joinsLists ? concatLists(left, right) : undefined) ?? concat(left, right, true))
		: operator === '=' || operator === ':='
			? right
			: mixed([left, right]);
	bind(typed ?? target.text, value, reader);
	return { ...value, isAssigned: true };
}

/**
 * Judges both sides of `x += y`. If the code defines the operator, the result may be either side. In JavaScript, this is so only for `||=`,
 * `&&=` and `??=`.
 */
function useSides(operator: string, [left, right]: readonly [Value, Value], reader: Reader): void {
	const isComputed = reader.reading.language.name === 'javascript' && !/^(\|\||&&|\?\?)=$/.test(operator);
	// `(groups[key] ||= []).push(x)` calls nothing but a method of the list.
	const [end, dot, method] = [0, 1, 2].map((ahead) => peek(reader, ahead));
	const isList = isMark(end, ')') && isMark(dot, '.') && method?.text === 'push';
	const use = isComputed || isList ? consumeAsText : consume;
	use(right, reader.reading);
	if (isEnvironment(left, reader.reading)) doubt(reader.reading, 'a change of the environment');
	else use(left, reader.reading);
}

/** Returns the name before its type, at the start of a line. `if x: y = 1` has no type. */
function typedName(tokens: readonly Token[], at: number, type: Token): string | undefined {
	const i = tokens.lastIndexOf(type, at);
	const [first, name] = [tokens[i - 3], tokens[i - 2]];
	const isFirst = first === undefined || first.kind === 'end' || isMark(first, ';');
	return isFirst && name?.kind === 'word' && !/^(else|try|finally)$/.test(name.text) ? name.text : undefined;
}

/** Binds a name to a value. A global name with effects must not get a new meaning. */
export function bind(name: string, value: Value, reader: Reader): void {
	const { reading } = reader;
	const { specials, settable } = reading.language;
	if (specials?.test(name) && !settable?.has(name)) doubt(reading, `a new value of ${name}`);
	if (!isSameName(name, value, reading) && isReserved(name, reading)) doubt(reading, `a new meaning of ${name}`);
	const isActing = acts(value, reading);
	if (isActing && value.name?.startsWith('.') !== true) reading.lent.add(name.replace(/^@+/, ''));
	if (isActing && reading.early.has(name)) doubt(reading, `${name} before it is set`);
	const isVarying = (reading.declared.get(name) ?? 0) > 1 || reading.names.has(name);
	if (isVarying && value.name?.endsWith('()') === false) consume(value, reading);
	if (value.dynamic) consume(value, reading);
	for (const item of [...(value.items ?? []), ...(value.entries?.values() ?? [])]) consume(item, reading);
	reading.names.set(name, { ...value, isAssigned: false, ...(isVarying && { unsure: true }) });
}

/** Returns whether a name keeps its meaning, or gets a new meaning that cannot be confused with the old one. */
function isSameName(name: string, value: Value, { language, declared, names }: CodeReading): boolean {
	if (value.name === name) return true;
	const isOnce = (declared.get(name) ?? 0) <= 1 && !names.has(name) && !language.refused.has(name);
	const meaning = value.name === undefined ? undefined : known(language, value.name);
	// A module with the name of another module does not have its functions. An imported member may keep its own name.
	if (isOnce && meaning === 'space' && known(language, name) === 'space') return true;
	if (isOnce && meaning === 'pure' && value.name?.endsWith(`.${name}`)) return true;
	// In Python, the name of a module is an ordinary name until the module is imported.
	return isOnce && language.name === 'python' && known(language, name) === 'space';
}

/** `const {a, b: c} = value` */
export function readPattern(reader: Reader): Value {
	const names: [string, string][] = [];
	reader.at++;
	for (let token = peek(reader); token !== undefined && !isMark(token, '}'); token = peek(reader)) {
		const alias = isMark(peek(reader, 1), ':') ? peek(reader, 2) : undefined;
		if (isMark(token, '...')) {
			reader.at++;
			continue;
		}
		if (token.kind === 'word') names.push([token.text, alias?.kind === 'word' ? alias.text : token.text]);
		else if (!isMark(token, ',')) doubt(reader.reading, 'a pattern');
		reader.at += alias?.kind === 'word' ? 3 : 1;
	}
	reader.at += 2;
	const value = reader.parse.element(reader);
	for (const [property, name] of names) bind(name, member(value, property, reader.reading), reader);
	return {};
}

/** Binds the variable of a loop over files to one of the files. */
function chooseEach(target: Token | undefined, list: Value, each: Value, { declared, names }: CodeReading): void {
	const times = target === undefined ? 0 : (declared.get(target.text) ?? 0);
	if (target?.kind !== 'word' || times === 0 || names.has(target.text)) return;
	names.set(target.text, { ...each, ...((times > 2 || list.unsure) && { unsure: true }) });
}

/** Binds the variable of a loop over constant values to each of them. */
export function chooseOne(target: Token | undefined, list: Value, { reading }: Reader): void {
	const options = list.items ?? [];
	if (list.each !== undefined) chooseEach(target, list, list.each, reading);
	if (target?.kind !== 'word' || !reading.declared.has(target.text) || reading.names.has(target.text)) return;
	const isConstant = options.length > 0 && options.length <= 20 && options.every((one) => one.text !== undefined);
	const isUnsure = (reading.declared.get(target.text) ?? 0) > 2 || reading.mutates || list.unsure === true;
	if (isConstant)
		reading.names.set(target.text, { options: options.map((one) => ({ ...one, ...(isUnsure && { unsure: true }) })) });
}
