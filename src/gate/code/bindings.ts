import { consume, isReserved, member } from './calls.ts';
import { doubt, isMark, peek, type Reader, skipEnds } from './reader.ts';
import type { Token } from './tokens.ts';
import { concat, mixed, type Value } from './value.ts';

export function bindAs(reader: Reader, left: Value): Value {
	const target = peek(reader);
	if (target?.kind !== 'word' && target?.kind !== 'variable') return left;
	reader.at++;
	bind(target.text, left, reader);
	return left;
}

export function readAssignment(reader: Reader, left: Value): Value {
	const { ground } = reader;
	const target = peek(reader, -1);
	const before = peek(reader, -2);
	const isSimple =
		(target?.kind === 'word' || target?.kind === 'variable') &&
		!(before?.kind === 'mark' && ground.language.members.has(before.text));
	const operator = peek(reader)?.text ?? '=';
	reader.at++;
	skipEnds(reader);
	const right = reader.parse.element(reader);
	if (!isSimple) {
		if (left.name !== undefined && !/^$|^\./.test(left.name)) doubt(ground, `a change of ${left.name}`);
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
	const { specials, settable } = ground.language;
	if (specials?.test(name) && !settable?.has(name)) doubt(ground, `a new value of ${name}`);
	const isSame = value.name !== undefined && value.name === name;
	if (!isSame && isReserved(name, ground)) doubt(ground, `a new meaning of ${name}`);
	const isVarying = (ground.declared.get(name) ?? 0) > 1 || ground.names.has(name);
	if (isVarying && value.name?.endsWith('()') === false) consume(value, ground);
	if (value.dynamic) consume(value, ground);
	for (const item of [...(value.items ?? []), ...(value.entries?.values() ?? [])]) consume(item, ground);
	ground.names.set(name, { ...value, isAssigned: false, ...(isVarying && { unsure: true }) });
}

/** `const {a, b: c} = value` */
export function readPattern(reader: Reader): Value {
	const names: [string, string][] = [];
	reader.at++;
	for (let token = peek(reader); token !== undefined && !isMark(token, '}'); token = peek(reader)) {
		const alias = isMark(peek(reader, 1), ':') ? peek(reader, 2) : undefined;
		if (token.kind === 'word') names.push([token.text, alias?.kind === 'word' ? alias.text : token.text]);
		else if (!isMark(token, ',')) doubt(reader.ground, 'a pattern');
		reader.at += alias?.kind === 'word' ? 3 : 1;
	}
	reader.at += 2;
	const value = reader.parse.element(reader);
	for (const [property, name] of names) bind(name, member(value, property, reader.ground), reader);
	return {};
}

/** A loop over constant values: its variable is each of them. */
export function chooseOne(target: Token | undefined, list: Value, { ground }: Reader): void {
	const options = list.items ?? [];
	if (target?.kind !== 'word' || !ground.declared.has(target.text) || ground.names.has(target.text)) return;
	const isConstant = options.length > 0 && options.length <= 20 && options.every((one) => one.text !== undefined);
	const isUnsure = (ground.declared.get(target.text) ?? 0) > 2 || ground.mutates;
	if (isConstant)
		ground.names.set(target.text, { options: options.map((one) => ({ ...one, ...(isUnsure && { unsure: true }) })) });
}
