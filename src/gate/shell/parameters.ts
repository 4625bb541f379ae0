import type { ParameterExpansionPart, ParameterOperation, SimpleExpansionPart } from 'unbash';
import { type Alternatives, type Folding, literal, type Piece, token, unknownPiece } from './piece.ts';
import { withoutAffix } from './shell-pattern.ts';
import { environmentValue, isSecretName, separatorsOf } from './state.ts';
import type { Word } from './word.ts';

/** What `$name` or `${name…}` becomes. */
export function expandParameter(
	part: SimpleExpansionPart | ParameterExpansionPart,
	quoted: boolean,
	folding: Folding,
): Alternatives {
	const source = part.text;
	if (part.type === 'SimpleExpansion') return [plain(source.slice(1), { source, quoted, folding })];
	const { parameter, prefix, operation, index } = part;
	if (prefix === '#') return [[token]];
	const name = index === undefined ? parameter : `${parameter}[${index.text}]`;
	const reading = { source, quoted, folding };
	if (prefix === '!' && operation?.type === 'Names') return [[literal(parameter), unknownPiece(source)]];
	const base = prefix === '!' ? indirect(name, reading) : plain(name, reading);
	return operation === undefined ? [base] : operate(operation, { base, parameter, source, quoted, folding });
}

interface Reading {
	readonly source: string;
	readonly quoted: boolean;
	readonly folding: Folding;
}

/** `${!v}`: the variable that another one names. Where that cannot be told it may be any, a credential, too. */
function indirect(name: string, reading: Reading): readonly Piece[] {
	const { source, folding } = reading;
	if (/\[[@*]\]$/.test(name)) return [unknownPiece(source)];
	const [named, ...others] = plain(name, { ...reading, quoted: true });
	if (named?.known !== true || others.length > 0 || !/^\w+$/.test(named.text))
		return [{ ...unknownPiece(source), secret: source }];
	return plain(named.text, { source: `$${named.text}`, quoted: reading.quoted, folding });
}

function plain(name: string, reading: Reading): readonly Piece[] {
	const { source, quoted, folding } = reading;
	const { state } = folding;
	if (/^[#?$!]$/.test(name)) return [token];
	if (name === '@' || name === '*') return wordsOf(state.positional, name, reading);
	if (/^[1-9]\d*$/.test(name)) {
		if (state.positional === undefined) return [unknownPiece(source)];
		return valuePieces(state.positional[Number(name) - 1], quoted);
	}
	const array = /^(\w+)\[(.*)\]$/.exec(name);
	if (array) return element(array[1] ?? '', array[2] ?? '', reading);
	if (state.variables.has(name)) {
		const value = state.variables.get(name);
		return value === undefined ? [secretly(unknownPiece(source), name)] : valuePieces(value[0], quoted);
	}
	const known = environmentValue(name, folding.facts, state);
	return known === undefined ? [secretly(unknownPiece(source), name)] : [{ ...literal(known), splits: !quoted }];
}

function element(name: string, index: string, reading: Reading): readonly Piece[] {
	const { source, quoted, folding } = reading;
	const value = folding.state.variables.get(name);
	if (value === undefined) return [secretly(unknownPiece(source), name)];
	if (index === '@' || index === '*') return wordsOf(value, index, reading);
	return /^\d+$/.test(index) ? valuePieces(value[Number(index)], quoted) : [unknownPiece(source)];
}

/** All words of a list: `"$*"` joins them by the first separator, everything else keeps them apart. */
function wordsOf(
	value: readonly Word[] | undefined,
	selector: string,
	{ source, quoted, folding }: Reading,
): readonly Piece[] {
	if (value === undefined) return [unknownPiece(source)];
	if (selector === '*' && quoted) {
		const separator = separatorsOf(folding.state)?.charAt(0);
		if (separator === undefined) return [unknownPiece(source)];
		return value.flatMap((word, i) => [...(i > 0 ? [literal(separator)] : []), ...valuePieces(word, quoted)]);
	}
	return value.flatMap((word, i) => {
		const own = valuePieces(word, quoted);
		return i === value.length - 1 ? own : own.map((piece) => ({ ...piece, ends: true }));
	});
}

/** The value of a variable, put into another word: quotes keep it whole. */
function valuePieces(word: Word | undefined, quoted: boolean): readonly Piece[] {
	if (word === undefined) return [{ ...literal(''), splits: !quoted }];
	const [secret] = word.secrets;
	const { text, known, substitutes, fetched, decoded = false } = word;
	const pattern = word.pattern || (!quoted && /[*?[]/.test(text));
	const piece = { text, known, splits: !quoted && known, pattern, substitutes, fetched, decoded };
	return [secret === undefined ? piece : { ...piece, secret }];
}

/** A secret-named variable of the environment: its value goes wherever this piece goes. */
function secretly(piece: Piece, name: string): Piece {
	return isSecretName(name) ? { ...piece, secret: name } : piece;
}

interface Operating extends Reading {
	readonly base: readonly Piece[];
	readonly parameter: string;
}

function operate(operation: ParameterOperation, operating: Operating): Alternatives {
	const { base, source, folding } = operating;
	if (operation.type === 'Default') {
		return withDefault(operation.operator, folding.unsplit(operation.operand), operating);
	}
	const only = base[0];
	if (base.length === 1 && only?.known === true && only.pattern) {
		const rest = withoutLiteral(operation, only.text, folding);
		if (rest !== undefined) return [[{ ...only, text: rest }]];
	}
	const changed =
		base.length !== 1 || only === undefined || !only.known || only.pattern
			? undefined
			: change(operation, only.text, folding);
	if (only === undefined || changed === undefined) return [[secretly(unknownPiece(source), operating.parameter)]];
	return [[{ ...only, text: changed }]];
}

/** A literal prefix cut off a pattern leaves a pattern: `${p#/proc/}` of `/proc/[0-9]*`. */
function withoutLiteral(operation: ParameterOperation, text: string, folding: Folding): string | undefined {
	if (operation.type !== 'Remove' || operation.operator !== '#') return undefined;
	const affix = folding.unsplit(operation.operand);
	return affix.known && !affix.pattern && text.startsWith(affix.text) ? text.slice(affix.text.length) : undefined;
}

/** `${x:-word}`: where `x` is not known both may be, and neither may hide the other. */
function withDefault(operator: string, operand: Word, { base, quoted }: Operating): Alternatives {
	const fallback = valuePieces(operand, quoted);
	const value = base.every((piece) => piece.known) ? base.map((piece) => piece.text).join('') : undefined;
	const isSet = value !== undefined && value !== '';
	const isUnset = value === '' && operator.startsWith(':');
	switch (operator.at(-1)) {
		case '+':
			return isSet ? [fallback] : isUnset ? [[literal('')]] : [fallback, [literal('')]];
		case '?':
			return [isSet ? base : [...base, ...told(fallback)]];
		default:
			return isSet ? [base] : isUnset ? [fallback] : [fallback, base];
	}
}

/** `${x:?word}` prints the word when it fails: what it holds of credentials is shown. */
function told(pieces: readonly Piece[]): readonly Piece[] {
	return pieces.flatMap(({ secret }) => (secret === undefined ? [] : [{ ...literal(''), told: secret }]));
}

function change(operation: ParameterOperation, text: string, folding: Folding): string | undefined {
	switch (operation.type) {
		case 'CaseModification':
			if (operation.operand !== undefined || operation.operator.length !== 2) return undefined;
			return operation.operator === '^^' ? text.toUpperCase() : text.toLowerCase();
		case 'Slice':
			return slice(text, operation.offset.text, operation.length?.text);
		case 'Replace': {
			const pattern = folding.unsplit(operation.pattern);
			const by = folding.unsplit(operation.replacement);
			if (!pattern.known || pattern.pattern || !by.known) return undefined;
			if (operation.operator === '//') return text.replaceAll(pattern.text, () => by.text);
			return operation.operator === '/' ? text.replace(pattern.text, () => by.text) : undefined;
		}
		case 'Remove': {
			const affix = folding.unsplit(operation.operand);
			if (!affix.known) return undefined;
			if (affix.pattern) return withoutAffix(text, affix.text, operation.operator);
			if (operation.operator.startsWith('#')) return text.startsWith(affix.text) ? text.slice(affix.text.length) : text;
			return text.endsWith(affix.text) ? text.slice(0, text.length - affix.text.length) : text;
		}
		case 'Transform':
			return transform(text, operation.operand.text);
		default:
			return undefined;
	}
}

/** `${x@U}` and its like; `@P` runs what it finds, and is judged where it stands. */
function transform(text: string, how: string): string | undefined {
	if (how === 'U') return text.toUpperCase();
	if (how === 'L') return text.toLowerCase();
	return how === 'Q' && /^[\w./-]+$/.test(text) ? `'${text}'` : undefined;
}

function slice(text: string, offset: string, length: string | undefined): string | undefined {
	const integer = /^\s*\d{1,9}\s*$/;
	if (!integer.test(offset) || (length !== undefined && !integer.test(length))) return undefined;
	return text.slice(Number(offset), length === undefined ? undefined : Number(offset) + Number(length));
}
