import { consume, member } from './calls.ts';
import { known } from './meanings.ts';
import { doubt, type Ground, isMark, peek, type Reader, skipEnds } from './reader.ts';
import { acts, isReserved } from './resolve.ts';
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
		const base = left.name?.replace(/\[\]$/, '') ?? '';
		// An assignment after a type: `x: Optional[int] = None`.
		const isType = ground.language.name === 'python' && known(ground.language, base) === 'pure' && base !== left.name;
		if (left.name !== undefined && !isType && !/^$|^\./.test(left.name)) doubt(ground, `a change of ${left.name}`);
		consume(right, ground);
		return mixed([right]);
	}
	// `name: type = value`
	const isTyped = ground.language.name === 'python' && isMark(before, ':');
	if (isTyped) consume(right, ground);
	const typed = isTyped ? typedName(reader.tokens, reader.at, target) : undefined;
	const isConcat = operator === '.=' || (operator === '+=' && ground.language.concat === '+');
	const value = isConcat
		? concat(left, right, true)
		: operator === '=' || operator === ':='
			? right
			: mixed([left, right]);
	bind(typed ?? target.text, value, reader);
	return { ...value, isAssigned: true };
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
	const { ground } = reader;
	const { specials, settable } = ground.language;
	if (specials?.test(name) && !settable?.has(name)) doubt(ground, `a new value of ${name}`);
	if (!isSameName(name, value, ground) && isReserved(name, ground)) doubt(ground, `a new meaning of ${name}`);
	const isActing = acts(value, ground);
	if (isActing && value.name?.startsWith('.') !== true) ground.lent.add(name.replace(/^@+/, ''));
	if (isActing && ground.early.has(name)) doubt(ground, `${name} before it is set`);
	const isVarying = (ground.declared.get(name) ?? 0) > 1 || ground.names.has(name);
	if (isVarying && value.name?.endsWith('()') === false) consume(value, ground);
	if (value.dynamic) consume(value, ground);
	for (const item of [...(value.items ?? []), ...(value.entries?.values() ?? [])]) consume(item, ground);
	ground.names.set(name, { ...value, isAssigned: false, ...(isVarying && { unsure: true }) });
}

/** Returns whether a name keeps its meaning, or gets one that cannot be confused with it. */
function isSameName(name: string, value: Value, { language, declared, names }: Ground): boolean {
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
		else if (!isMark(token, ',')) doubt(reader.ground, 'a pattern');
		reader.at += alias?.kind === 'word' ? 3 : 1;
	}
	reader.at += 2;
	const value = reader.parse.element(reader);
	for (const [property, name] of names) bind(name, member(value, property, reader.ground), reader);
	return {};
}

/** Binds the variable of a loop over files to one of the files. */
function chooseEach(target: Token | undefined, list: Value, each: Value, { declared, names }: Ground): void {
	const times = target === undefined ? 0 : (declared.get(target.text) ?? 0);
	if (target?.kind !== 'word' || times === 0 || names.has(target.text)) return;
	names.set(target.text, { ...each, ...((times > 2 || list.unsure) && { unsure: true }) });
}

/** Binds the variable of a loop over constant values to each of them. */
export function chooseOne(target: Token | undefined, list: Value, { ground }: Reader): void {
	const options = list.items ?? [];
	if (list.each !== undefined) chooseEach(target, list, list.each, ground);
	if (target?.kind !== 'word' || !ground.declared.has(target.text) || ground.names.has(target.text)) return;
	const isConstant = options.length > 0 && options.length <= 20 && options.every((one) => one.text !== undefined);
	const isUnsure = (ground.declared.get(target.text) ?? 0) > 2 || ground.mutates;
	if (isConstant)
		ground.names.set(target.text, { options: options.map((one) => ({ ...one, ...(isUnsure && { unsure: true }) })) });
}
