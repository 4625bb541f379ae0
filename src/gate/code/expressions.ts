import { bindAs, chooseOne, readAssignment, readPattern } from './bindings.ts';
import { call } from './calls.ts';
import { readComprehension } from './comprehensions.ts';
import { consume, consumeAsText, useOfOperand } from './consume.ts';
import { add, addNamed, type Gathered, gather, isLoose, placed, separate } from './gathered.ts';
import { readKey } from './keys.ts';
import { readLambda } from './lambda.ts';
import { readPostfix } from './postfix.ts';
import { readPrimary } from './primary.ts';
import {
	type CodeReading,
	doubt,
	type Group,
	isAssignment,
	isClosing,
	isKeyword,
	isMark,
	isSeparator,
	noteSpelled,
	type Parse,
	peek,
	type Reader,
	skipBlockParameters,
	skipEnds,
	spreadName,
} from './reader.ts';
import { isEnvironment, placesOf } from './resolve.ts';
import { spread, spreadNamed } from './spreads.ts';
import { statementBefore } from './statement-before.ts';
import type { Token } from './tokens.ts';
import { concat, concatLists, mixed, numeric, repeat, type Value } from './value.ts';

const maxDepth = 200;

/** Reads elements up to a closing bracket or the end, and judges every call in them. */
function readGroup(reader: Reader, close: string | undefined): Group {
	const { language } = reader.reading;
	const list = gather(close, language);
	const from = reader.at;
	const wasNested = reader.isNested;
	reader.isNested = close === ')' || close === ']';
	for (let token = peek(reader); token !== undefined; token = peek(reader)) {
		if (close !== undefined && isMark(token, close)) break;
		if (isSeparator(token, language)) {
			separate(list, token, language);
			reader.at++;
			continue;
		}
		if (close === '}' && isMark(token, '[') && hasComputedKey(reader)) doubt(reader.reading, 'a computed key');
		const start = reader.at;
		readOne(reader, list, close);
		if (reader.at === start) {
			doubt(reader.reading, `\`${token.text}\``);
			reader.at++;
		}
	}
	const source = reader.tokens.slice(from, reader.at);
	if (close !== undefined && peek(reader) === undefined) doubt(reader.reading, `a missing \`${close}\``);
	reader.at++;
	reader.isNested = wasNested;
	const { named, commas } = list;
	return { items: placed(list.items), named, commas, source, isLoose: isLoose(list, source, language) };
}

/** Reads an element: a value with its key, or the values that take its place. */
function readOne(reader: Reader, list: Gathered, close: string | undefined): void {
	const from = reader.at;
	const key = readKey(reader, close);
	if (key !== undefined) {
		addNamed(list, key, readElement(reader));
		return;
	}
	const made = readComprehension(reader, close);
	if (made !== undefined) {
		add(list, close === ']' ? (made.items ?? [{ ...made, many: true }]) : [made], from, reader);
	} else if (isMark(peek(reader), spreadName)) add(list, spreadNamed(reader, list.named), from, reader);
	else add(list, spread(reader), from, reader);
}

/**
 * Returns whether an object has a computed key, `{[key]: value}`. On the left side of an assignment, such a key reads an unknown member.
 */
function hasComputedKey({ reading, tokens, at }: Reader): boolean {
	if (!reading.language.hasOpenProperties) return false;
	let depth = 0;
	for (let i = at; i < tokens.length && i - at < 200; i++) {
		if (isMark(tokens[i], '[')) depth++;
		if (isMark(tokens[i], ']') && --depth === 0) return isMark(tokens[i + 1], ':');
	}
	return true;
}

/** Reads one expression with its assignments. */
function readElement(reader: Reader): Value {
	return deeper(reader, readOperators);
}

/** Limits the work, and the depth of nested expressions. */
function deeper(reader: Reader, read: (reader: Reader) => Value): Value {
	if (reader.depth > maxDepth || --reader.reading.budget.elements < 0) {
		doubt(reader.reading, 'too much code');
		reader.at = reader.tokens.length;
		return {};
	}
	reader.depth++;
	const value = read(reader);
	reader.depth--;
	return value;
}

function readOperators(reader: Reader): Value {
	const { reading } = reader;
	const { language } = reading;
	let left = readSum(reader);
	for (let token = peek(reader); token !== undefined; token = peek(reader)) {
		if (isSeparator(token, language) || isClosing(token)) return left;
		if (isAssignment(token)) {
			left = readAssignment(reader, left);
			continue;
		}
		const isBetween = token.kind === 'mark' && !/^[[({]$/.test(token.text);
		if (!isBetween && !isKeyword(token, language)) {
			if (language.juxtaposes !== 'all') return left;
			left = concat(left, readSum(reader), false);
			continue;
		}
		if (token.kind === 'word' && language.modifiers?.has(token.text) && !reader.isNested) return left;
		if (language.doubtful.has(token.text)) doubt(reading, `\`${token.text}\``);
		reader.at++;
		if (token.text === 'as' && language.name === 'python') left = bindAs(reader, left);
		else left = operate(token.text, left, reader);
	}
	return left;
}

/** Reads an operator and its right side. If the result is not computed, both sides are used as data. */
function operate(operator: string, left: Value, reader: Reader): Value {
	const before = reader.at;
	skipEnds(reader);
	const next = peek(reader);
	const isPostfix = (operator === '++' || operator === '--') && isOperator(next, reader);
	if (next === undefined || isSeparator(next, reader.reading.language) || isClosing(next) || isPostfix) {
		consume(left, reader.reading);
		return mixed([left]);
	}
	// A function (`=>`, `->`) and a redirection have a longer right side than other operators.
	const right = operator === '=>' || operator === '->' ? readElement(reader) : readRight(operator, reader);
	if (operator === 'in' || operator === 'of') chooseOne(reader.tokens[before - 2], right, reader);
	const redirected = reader.reading.language.redirect?.({
		operator,
		left,
		right,
		before: statementBefore(reader.tokens, before),
		next,
		isNested: reader.isNested,
	});
	for (const [use, value] of redirected ?? []) reader.reading.use({ use, value });
	const folded = reader.reading.language.folds[operator]?.({
		name: operator,
		self: left,
		args: valuesOf(right, reader),
		named: new Map(),
		source: [],
		places: placesOf(reader.reading),
	});
	if (folded !== undefined) return { ...mixed([left, right]), ...folded };
	const method = `${left.name}.${operator}`;
	if (Object.hasOwn(reader.reading.language.rows, method))
		return call({ name: method, self: left }, { items: [right], named: new Map(), source: [] }, reader.reading);
	const isMembership =
		operator === 'in' &&
		(left.text !== undefined || (reader.reading.language.inNames === true && isEnvironment(right, reader.reading)));
	const isChoice = /^(\|\||&&|\?\?|or|and)$/.test(operator);
	const use = isChoice ? consumeAsText : useOfOperand(operator, [left, right], reader.reading);
	use(left, reader.reading);
	if (!isMembership || right.name === undefined) use(right, reader.reading);
	// The result is one of both sides, so it is still unknown.
	return { ...mixed([left, right]), ...(isChoice && (left.dynamic || right.dynamic) && { dynamic: true }) };
}

/** Returns the values on the right side of an operator. In Python, only a tuple gives several, and a list is one value. */
function valuesOf(right: Value, { reading: { language } }: Reader): readonly Value[] {
	if (right.items === undefined) return [right];
	return language.name === 'python' && right.isTuple !== true ? [{}] : right.items;
}

/** Reads the right side of an operator. Where neighbouring values form one string, a redirection uses all of them. */
function readRight(operator: string, reader: Reader): Value {
	let right = readSum(reader);
	if (reader.reading.language.juxtaposes !== 'all' || !/^(>>?|\|&?)$/.test(operator)) return right;
	for (let next = peek(reader); next !== undefined; next = peek(reader)) {
		if (next.kind === 'end' || next.kind === 'mark' || isKeyword(next, reader.reading.language)) return right;
		right = concat(right, readSum(reader), false);
	}
	return right;
}

function readSum(reader: Reader): Value {
	const { language } = reader.reading;
	let left = readProduct(reader);
	while (isMark(peek(reader), language.concat)) {
		reader.at++;
		skipEnds(reader);
		const right = readProduct(reader);
		useOperands('+', [left, right], reader);
		const lists = language.joinsLists ? concatLists(left, right) : undefined;
		left = lists ?? concat(left, right, language.concat === '+');
		noteSpelled(left, reader.reading);
	}
	return left;
}

function readProduct(reader: Reader): Value {
	const { repeat: operator } = reader.reading.language;
	let left = readUnary(reader);
	for (let token = peek(reader); operator !== undefined && token?.text === operator; token = peek(reader)) {
		// Perl repeats the items of a list in brackets.
		const isOfList = operator === 'x' && isMark(peek(reader, -1), ')');
		reader.at++;
		const right = readUnary(reader);
		useOperands(operator, [left, right], reader);
		left = isOfList ? mixed([left, right]) : repeat(left, right, operator);
	}
	return left;
}

function useOperands(operator: string, sides: readonly [Value, Value], { reading }: Reader): void {
	const use = useOfOperand(operator, sides, reading);
	for (const side of sides) use(side, reading);
}

function readUnary(reader: Reader): Value {
	return deeper(reader, readOperand);
}

function readOperand(reader: Reader): Value {
	const token = peek(reader);
	const { reading } = reader;
	const { language } = reading;
	if (token === undefined || isSeparator(token, language) || isClosing(token)) return {};
	if (token.kind === 'mark' && !/^[[({]$/.test(token.text)) {
		if (!language.prefixes.has(token.text) || language.doubtful.has(token.text)) doubt(reading, `\`${token.text}\``);
		reader.at++;
		return prefixed(token.text, reader);
	}
	if (!isKeyword(token, language)) return readPostfix(reader);
	reader.at++;
	if (/^(const|let|var)$/.test(token.text) && isMark(peek(reader), '{')) return readPattern(reader);
	if (token.text === 'lambda') return readLambda(reader);
	const next = peek(reader);
	if (language.transparent.has(token.text)) return isOperator(next, reader) ? {} : readUnary(reader);
	if (next === undefined || isSeparator(next, language) || isClosing(next) || isKeyword(next, language)) return {};
	if (token.text === 'do' && (isMark(next, '|') || isMark(next, '||'))) {
		skipBlockParameters(reader);
		return {};
	}
	const value = isOperator(next, reader) ? {} : readUnary(reader);
	const isHead = token.text === 'for' || token.text === 'foreach';
	if (isHead) useListed(value, reading);
	else if (!isAssignment(peek(reader)) && peek(reader)?.text !== 'as') consume(value, reading);
	return isAssignment(peek(reader)) || peek(reader)?.text === 'as' ? value : mixed([value]);
}

/** Judges the list of a loop. A loop that names no variable gives each value to a variable of the language itself. */
function useListed(value: Value, reading: CodeReading): void {
	for (const item of value.items ?? []) useListed(item, reading);
	if (isEnvironment(value, reading)) reading.use({ use: 'variable', value: {} });
}

/** Returns whether a token is an operator between two values, and not before a single value. */
function isOperator(token: Token | undefined, { reading: { language } }: Reader): boolean {
	return token?.kind === 'mark' && !/^[[({]$/.test(token.text) && !language.prefixes.has(token.text);
}

function prefixed(operator: string, reader: Reader): Value {
	const symbol = peek(reader);
	const value = readUnary(reader);
	if (operator === '&' && symbol?.form === 'symbol' && !reader.reading.language.methods.has(value.text ?? ''))
		doubt(reader.reading, `&:${value.text}`);
	if (operator === '-' && value.isNumber) return numeric(-Number(value.text));
	if (operator === '@' || operator === '\\') return value;
	consume(value, reader.reading);
	return mixed([value]);
}

/** The functions that read each part of an expression. */
export const parse: Parse = {
	element: readElement,
	group: readGroup,
	spread,
	key: readKey,
	primary: readPrimary,
	unary: readUnary,
};
