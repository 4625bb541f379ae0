import type { ParameterExpansionPart, ParameterOperation, SimpleExpansionPart, Word as SyntaxWord } from 'unbash';
import { changedText } from './changed-text.ts';
import { withDefault } from './default-values.ts';
import { removedFrom } from './pattern-parts.ts';
import {
	type Alternatives,
	type Folding,
	literal,
	lostPiece,
	numberPiece,
	ofChosen,
	type Piece,
	token,
	unknownPiece,
} from './piece.ts';
import { boundsOf } from './slice-bounds.ts';
import { environmentValue, isSecretName, separatorsOf, wordsHeld } from './state.ts';
import { constant, elementAt, isToken, listingOf, oneOf, remains, type Word } from './word.ts';

/** Expands `$name` or `${name…}`. */
export function expandParameter(
	part: SimpleExpansionPart | ParameterExpansionPart,
	quoted: boolean,
	folding: Folding,
): Alternatives {
	const found = expanded(part, quoted, folding);
	if (quoted || !folding.state.variables.has('IFS')) return found;
	// Threat: with digits in `IFS`, the shell splits the number of a process into other numbers.
	return found.map((pieces) => pieces.map((piece) => (piece.child === true ? { ...piece, child: false } : piece)));
}

function expanded(part: SimpleExpansionPart | ParameterExpansionPart, quoted: boolean, folding: Folding): Alternatives {
	const source = part.text;
	if (part.type === 'SimpleExpansion') return [plain(source.slice(1), { source, quoted, folding })];
	const { parameter, prefix, operation, index } = part;
	if (prefix === '#') return [[lengthOf(parameter, folding)]];
	const reading = { source, quoted, folding };
	if (!/^(\w+|[@*#?$!-])$/.test(parameter)) return [[unknownPiece(source)]];
	if (prefix === '!' && operation?.type === 'Names') return [[literal(parameter), unknownPiece(source)]];
	const selector = listSelector(part);
	if (prefix === '!' && operation === undefined && index !== undefined && selector !== undefined)
		return [placesOf(parameter, reading)];
	if (selector !== undefined && prefix === undefined) return expandList(part, selector, reading);
	const name = index === undefined ? parameter : `${parameter}[${index.text}]`;
	const base = prefix === '!' ? indirect(name, reading) : plain(name, reading);
	return operation === undefined ? [base] : operate(operation, { base, parameter, source, quoted, folding });
}

/** Returns `@` or `*` if the expansion means a whole array or all positional parameters. */
function listSelector({ parameter, index }: ParameterExpansionPart): string | undefined {
	return [parameter, index?.text].find((text) => text === '@' || text === '*');
}

/** Expands `${a[@]…}` with an operation. */
function expandList(part: ParameterExpansionPart, selector: string, reading: Reading): Alternatives {
	const { operation, parameter } = part;
	const { state } = reading.folding;
	const isPositional = /^[@*]$/.test(parameter);
	const isScalar = !isPositional && !state.attributes.lists.has(parameter);
	// A single value is cut by characters and not by elements.
	const isOther = isScalar && operation?.type === 'Slice';
	const list = isPositional ? state.positional : isOther ? undefined : wordsHeld(state, parameter);
	if (operation === undefined) return [nameless(wordsOf(list, selector, reading), parameter, list)];
	if (operation.type === 'Default') {
		const base = nameless(wordsOf(list, selector, reading), parameter, list);
		return withDefault(operation.operator, operation.operand, { ...reading, base });
	}
	const changed = list && changeList(operation, list, isPositional, reading.folding);
	if (changed !== undefined) return [wordsOf(changed, selector, reading)];
	const held = [...(list ?? []), ...operandsOf(operation).map(reading.folding.unsplit)];
	return [nameless(wordsOf(remains(reading.source, held), selector, reading), parameter, list)];
}

/** Marks the pieces of an array that was never assigned, because it may be a secret environment variable. */
function nameless(pieces: readonly Piece[], name: string, list: readonly Word[] | undefined): readonly Piece[] {
	return list === undefined ? pieces.map((piece) => secretly(piece, name)) : pieces;
}

/** Returns the length of a value. It reveals nothing about a secret, unless a pattern has shortened the value before. */
function lengthOf(name: string, { state }: Folding): Piece {
	const held = state.variables.get(name)?.find((word) => word.partial === true);
	return held?.secrets[0] === undefined ? numberPiece : { ...numberPiece, secret: held.secrets[0], partial: true };
}

/** Returns the words that an operation uses. */
function operandsOf(operation: ParameterOperation): readonly SyntaxWord[] {
	if (operation.type === 'Replace') return [operation.pattern, operation.replacement];
	return operation.type === 'Remove' || operation.type === 'Default' ? [operation.operand] : [];
}

/** Returns the indexes in `${!a[@]}`, which are numbers, or the keys of an associative array, which can be any text. */
function placesOf(name: string, { source, quoted, folding: { state } }: Reading): readonly Piece[] {
	const { lists, converted } = state.attributes;
	const areNumbers = lists.has(name) && !converted.has(name) && state.variables.has(name);
	const keys = areNumbers
		? numberPiece
		: lostPiece(source, valuePieces(remains(source, state.variables.get(name))?.[0], true));
	return [{ ...keys, many: !quoted || source.includes('@') }];
}

function changeList(
	operation: ParameterOperation,
	list: readonly Word[],
	isPositional: boolean,
	folding: Folding,
): readonly Word[] | undefined {
	if (operation.type === 'Slice') {
		const bounds = boundsOf(operation.offset.text, operation.length?.text, Number.POSITIVE_INFINITY);
		// `${@:0}` begins with the name of the shell.
		if (bounds === undefined || list.some((word) => word.many === true) || (isPositional && bounds.from === 0))
			return undefined;
		const before = isPositional ? 1 : 0;
		return list.slice(bounds.from - before, bounds.to === undefined ? undefined : bounds.to - before);
	}
	const changed = list.map((word) =>
		word.known && !word.pattern ? changedText(operation, word.text, folding) : undefined,
	);
	return changed.some((text) => text === undefined) ? undefined : changed.map((text) => constant(text ?? ''));
}

interface Reading {
	readonly source: string;
	readonly quoted: boolean;
	readonly folding: Folding;
}

/**
 * Returns the value of `${!v}`, the variable that `v` names. If the name is unknown, the variable may be any variable, even a credential.
 */
function indirect(name: string, reading: Reading): readonly Piece[] {
	const { source, folding } = reading;
	const [named, ...others] = plain(name, { ...reading, quoted: true });
	if (
		named?.known !== true ||
		others.length > 0 ||
		named.pattern ||
		!/^\w+$/.test(named.text) ||
		/\[[@*]\]$/.test(name)
	)
		return [{ ...unknownPiece(source), secret: source }];
	return plain(named.text, { source: `$${named.text}`, quoted: reading.quoted, folding });
}

function plain(name: string, reading: Reading): readonly Piece[] {
	const { source, quoted, folding } = reading;
	const { state } = folding;
	if (name === '!') return [{ ...numberPiece, child: true }];
	if (/^[#?$]$/.test(name)) return [numberPiece];
	if (name === '@' || name === '*') return wordsOf(state.positional, name, reading);
	if (/^[1-9]\d*$/.test(name)) {
		return elementPieces(state.positional, Number(name) - 1, reading);
	}
	const array = /^(\w+)\[(.*)\]$/.exec(name);
	if (array) return element(array[1] ?? '', array[2] ?? '', reading);
	if (state.variables.has(name)) {
		const value = wordsHeld(state, name);
		return value === undefined ? [secretly(unknownPiece(source), name)] : valuePieces(value[0], quoted);
	}
	if (ownNumbers.test(name)) return [numberPiece];
	const known = environmentValue(name, folding.facts, state);
	if (/^(SHELL|BASH)$/.test(name)) return [{ ...unknownPiece(source), program: 'bash' }];
	return known === undefined ? [secretly(unknownPiece(source), name)] : [{ ...literal(known), splits: !quoted }];
}

/** Variables that the shell sets to numbers, unless a command assigns them. */
const ownNumbers = /^(S?RANDOM|SECONDS|LINENO|EPOCHSECONDS|E?UID|BASHPID)$/;

function element(name: string, index: string, reading: Reading): readonly Piece[] {
	const { source, folding } = reading;
	const value = wordsHeld(folding.state, name);
	if (value === undefined) return [secretly(unknownPiece(source), name)];
	if (index === '@' || index === '*') return wordsOf(value, index, reading);
	// An associative array has no numeric indexes.
	if (folding.state.attributes.converted.has(name)) return [ofKeyed(name, value, reading)];
	return /^(0|[1-9]\d{0,5})$/.test(index) ? elementPieces(value, Number(index), reading) : [anyOf(value, reading)];
}

function elementPieces(list: readonly Word[] | undefined, at: number, reading: Reading): readonly Piece[] {
	const word = list === undefined ? 'any' : elementAt(list, at);
	if (word === 'any') return [anyOf(list, reading)];
	return valuePieces(word === 'none' ? undefined : word, reading.quoted);
}

/** Returns any one value of an associative array. */
function ofKeyed(name: string, value: readonly Word[], reading: Reading): Piece {
	const any = anyOf(value, reading);
	return isToken(any) ? any : secretly(any, name);
}

/** Returns any one word of an array. */
function anyOf(list: readonly Word[] | undefined, { source }: Reading): Piece {
	if (list !== undefined && list.length > 0 && list.every(isToken)) return { ...token, text: oneOf(list).text };
	const [word] = remains(source, list) ?? [];
	return word === undefined ? unknownPiece(source) : lostPiece(source, valuePieces(word, true));
}

/** Returns all words of an array. `"$*"` joins them with the first separator; other forms keep them separate. */
function wordsOf(
	value: readonly Word[] | undefined,
	selector: string,
	{ source, quoted, folding }: Reading,
): readonly Piece[] {
	if (value === undefined) return [{ ...unknownPiece(source), many: selector === '@' }];
	if (selector === '*' && quoted) {
		const separator = separatorsOf(folding.state)?.charAt(0);
		if (separator === undefined)
			return [anyOf([...value, ...(folding.state.variables.get('IFS') ?? [])], { source, quoted, folding })];
		return value.flatMap((word, i) => [...(i > 0 ? [literal(separator)] : []), ...valuePieces(word, quoted)]);
	}
	return value.flatMap((word, i) => {
		const own = valuePieces(word, quoted).map((piece) =>
			word.many === true ? { ...piece, many: true, several: true } : piece,
		);
		return i === value.length - 1 ? own : own.map((piece) => ({ ...piece, ends: true }));
	});
}

/** Returns the value of a variable as pieces of another word. Quotes prevent splitting. */
function valuePieces(word: Word | undefined, quoted: boolean): readonly Piece[] {
	if (word === undefined) return [{ ...literal(''), splits: !quoted }];
	const [secret] = word.secrets;
	const { text, known, substitutes, fetched, decoded = false, program, file } = word;
	const pattern = word.pattern || (!quoted && /[*?[]/.test(text));
	// A file name may contain blanks.
	const loose = !quoted && word.pattern && word.many === true;
	const whole = word.whole === true;
	const own = { text, known, splits: !quoted && known, pattern, substitutes, fetched, decoded, loose, whole };
	const chosen = word.chosen !== true ? {} : quoted ? { chosen: true } : ofChosen(word);
	const ofShell = word.child === true && { child: true };
	const marks = { ...chosen, ...listingOf(word, quoted ? 'lines' : 'split'), ...ofShell };
	const piece = { ...own, ...marks, ...(program !== undefined && { program }), ...(file !== undefined && { file }) };
	return [secret === undefined ? piece : { ...piece, secret, ...(word.partial === true && { partial: true }) }];
}

/** Marks the piece as secret if the variable's name suggests a secret. */
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
		return withDefault(operation.operator, operation.operand, operating);
	}
	const only = base[0];
	if (base.length === 1 && only?.known === true && only.pattern) {
		const rest = withoutAffix(operation, only.text, folding);
		if (rest !== undefined) return [[{ ...only, text: rest, child: false }]];
	}
	const changed =
		base.length !== 1 || only === undefined || !only.known || only.pattern
			? undefined
			: changedText(operation, only.text, folding);
	if (only === undefined || changed === undefined) {
		const operands = operandsOf(operation).flatMap((word) => folding.operand(word, false).flat());
		const lost = secretly(lostPiece(source, [...base, ...operands]), operating.parameter);
		const isWhole = /^(CaseModification|Transform)$/.test(operation.type);
		return [[isWhole || lost.secret === undefined ? lost : { ...lost, partial: true }]];
	}
	return [[{ ...only, text: changed }]];
}

/** After the removal of a prefix or suffix, a pattern is still a pattern: `${p#/proc/}` of `/proc/[0-9]*`, `${f%.txt}` of `*.txt`. */
function withoutAffix(operation: ParameterOperation, text: string, folding: Folding): string | undefined {
	if (operation.type !== 'Remove') return undefined;
	const affix = folding.unsplit(operation.operand);
	const isPlain = affix.known && (!affix.pattern || /^\*[/.]$|^[/.]\*$/.test(affix.text));
	const rest = isPlain ? removedFrom(text, operation.operator, affix.text) : undefined;
	return rest === '' ? undefined : rest;
}
