import type { ParameterExpansionPart, ParameterOperation, SimpleExpansionPart, Word as SyntaxWord } from 'unbash';
import { ansiText } from './escapes.ts';
import { type Alternatives, type Folding, literal, type Piece, pieceOfAny, token, unknownPiece } from './piece.ts';
import { replaceMatches, withoutAffix } from './shell-pattern.ts';
import { boundsOf } from './slice-bounds.ts';
import { environmentValue, isSecretName, separatorsOf, wordsHeld } from './state.ts';
import { constant, elementAt, fetchedWord, type Word } from './word.ts';

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

/** `@` or `*`, where all of a list is meant. */
function listSelector({ parameter, index }: ParameterExpansionPart): string | undefined {
	return [parameter, index?.text].find((text) => text === '@' || text === '*');
}

/** `${a[@]…}`: what an operation does to a list. */
function expandList(part: ParameterExpansionPart, selector: string, reading: Reading): Alternatives {
	const { operation, parameter } = part;
	const { state } = reading.folding;
	const isPositional = /^[@*]$/.test(parameter);
	const isScalar = !isPositional && !state.attributes.lists.has(parameter);
	// A plain text is sliced by its letters, as if it were no list.
	const isOther = isScalar && operation?.type === 'Slice';
	const list = isPositional ? state.positional : isOther ? undefined : wordsHeld(state, parameter);
	if (operation === undefined) return [wordsOf(list, selector, reading)];
	if (operation.type === 'Default') {
		const base = wordsOf(list, selector, reading);
		return withDefault(operation.operator, operation.operand, { ...reading, base, parameter });
	}
	const changed = list && changeList(operation, list, isPositional, reading.folding);
	const isLost = changed === undefined && list?.some((word) => word.fetched) === true;
	return [wordsOf(isLost ? [fetchedWord(reading.source)] : changed, selector, reading)];
}

/** `${!a[@]}`: the places of a list are numbers; those of a list with keys are any text. */
function placesOf(name: string, { source, quoted, folding: { state } }: Reading): readonly Piece[] {
	const { lists, converted } = state.attributes;
	const areNumbers = lists.has(name) && !converted.has(name) && state.variables.has(name);
	return [{ ...(areNumbers ? token : unknownPiece(source)), many: !quoted || source.includes('@') }];
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
	const changed = list.map((word) => (word.known && !word.pattern ? change(operation, word.text, folding) : undefined));
	return changed.some((text) => text === undefined) ? undefined : changed.map((text) => constant(text ?? ''));
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
	if (named?.known !== true || others.length > 0 || named.pattern || !/^\w+$/.test(named.text))
		return [{ ...unknownPiece(source), secret: source }];
	return plain(named.text, { source: `$${named.text}`, quoted: reading.quoted, folding });
}

function plain(name: string, reading: Reading): readonly Piece[] {
	const { source, quoted, folding } = reading;
	const { state } = folding;
	if (/^[#?$!]$/.test(name)) return [token];
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
	if (ownNumbers.test(name)) return [token];
	const known = environmentValue(name, folding.facts, state);
	if (/^(SHELL|BASH)$/.test(name)) return [{ ...unknownPiece(source), program: 'bash' }];
	return known === undefined ? [secretly(unknownPiece(source), name)] : [{ ...literal(known), splits: !quoted }];
}

/** Numbers that the shell gives these by itself, as long as nobody assigns to them. */
const ownNumbers = /^(S?RANDOM|SECONDS|LINENO|EPOCHSECONDS|E?UID|BASHPID)$/;

function element(name: string, index: string, reading: Reading): readonly Piece[] {
	const { source, folding } = reading;
	const value = wordsHeld(folding.state, name);
	if (value === undefined) return [secretly(unknownPiece(source), name)];
	if (index === '@' || index === '*') return wordsOf(value, index, reading);
	// A list with keys has no places.
	if (folding.state.attributes.converted.has(name)) return [pieceOfAny(value, secretly(unknownPiece(source), name))];
	return /^(0|[1-9]\d{0,5})$/.test(index)
		? elementPieces(value, Number(index), reading)
		: [pieceOfAny(value, unknownPiece(source))];
}

function elementPieces(list: readonly Word[] | undefined, at: number, { source, quoted }: Reading): readonly Piece[] {
	const word = list === undefined ? 'any' : elementAt(list, at);
	if (word === 'any') return [pieceOfAny(list ?? [], unknownPiece(source))];
	return valuePieces(word === 'none' ? undefined : word, quoted);
}

/** All words of a list: `"$*"` joins them by the first separator, everything else keeps them apart. */
function wordsOf(
	value: readonly Word[] | undefined,
	selector: string,
	{ source, quoted, folding }: Reading,
): readonly Piece[] {
	if (value === undefined) return [{ ...unknownPiece(source), many: selector === '@' }];
	if (selector === '*' && quoted) {
		const separator = separatorsOf(folding.state)?.charAt(0);
		if (separator === undefined) return [unknownPiece(source)];
		return value.flatMap((word, i) => [...(i > 0 ? [literal(separator)] : []), ...valuePieces(word, quoted)]);
	}
	return value.flatMap((word, i) => {
		const own = valuePieces(word, quoted).map((piece) =>
			word.many === true ? { ...piece, many: true, several: true } : piece,
		);
		return i === value.length - 1 ? own : own.map((piece) => ({ ...piece, ends: true }));
	});
}

/** The value of a variable, put into another word: quotes keep it whole. */
function valuePieces(word: Word | undefined, quoted: boolean): readonly Piece[] {
	if (word === undefined) return [{ ...literal(''), splits: !quoted }];
	const [secret] = word.secrets;
	const { text, known, substitutes, fetched, decoded = false, program, file } = word;
	const pattern = word.pattern || (!quoted && /[*?[]/.test(text));
	// A file's name may hold blanks.
	const loose = !quoted && word.pattern && word.many === true;
	const whole = word.whole === true;
	const own = { text, known, splits: !quoted && known, pattern, substitutes, fetched, decoded, loose, whole };
	const piece = { ...own, ...(program !== undefined && { program }), ...(file !== undefined && { file }) };
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
		return withDefault(operation.operator, operation.operand, operating);
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
	if (only === undefined || changed === undefined) {
		const [fetched, decoded] = [base.some((piece) => piece.fetched), base.some((piece) => piece.decoded)];
		return [[{ ...secretly(unknownPiece(source), operating.parameter), fetched, decoded }]];
	}
	return [[{ ...only, text: changed }]];
}

/** A literal prefix cut off a pattern leaves a pattern: `${p#/proc/}` of `/proc/[0-9]*`. */
function withoutLiteral(operation: ParameterOperation, text: string, folding: Folding): string | undefined {
	if (operation.type !== 'Remove' || operation.operator !== '#') return undefined;
	const affix = folding.unsplit(operation.operand);
	return affix.known && !affix.pattern && text.startsWith(affix.text) ? text.slice(affix.text.length) : undefined;
}

/** `${x:-word}`: where `x` is not known both may be, and neither may hide the other. */
function withDefault(operator: string, operand: SyntaxWord, { base, quoted, folding }: Operating): Alternatives {
	const fallback = folding.operand(operand, quoted);
	const value = base.every((piece) => piece.known) ? base.map((piece) => piece.text).join('') : undefined;
	const isSet = value !== undefined && value !== '' && base.length === 1;
	const isUnset = value === '' && operator.startsWith(':');
	const empty: readonly Piece[] = [{ ...literal(''), splits: !quoted }];
	switch (operator.at(-1)) {
		case '+':
			return isSet ? fallback : isUnset ? [empty] : eitherOf([...fallback, empty]);
		case '?':
			return [isSet ? base : [...required(base, operand), ...told(fallback.flat())]];
		default:
			return isSet ? [base] : isUnset ? fallback : eitherOf([...fallback, base]);
	}
}

/** What `${x:?}` leaves: the value that is not known; where it is empty nothing runs. */
function required(base: readonly Piece[], operand: SyntaxWord): readonly Piece[] {
	if (base.some((piece) => !piece.known)) return base;
	return [unknownPiece(operand.text), ...base.filter((piece) => piece.secret !== undefined)];
}

function eitherOf(alternatives: Alternatives): Alternatives {
	return alternatives.map((pieces) => pieces.map((piece) => ({ ...piece, either: true })));
}

/** `${x:?word}` prints the word when it fails: what it holds of credentials is shown. */
function told(pieces: readonly Piece[]): readonly Piece[] {
	return pieces.flatMap(({ secret }) => (secret === undefined ? [] : [{ ...literal(''), told: secret }]));
}

function change(operation: ParameterOperation, text: string, folding: Folding): string | undefined {
	// Other letters depend on the language of the machine.
	if (!/^[ -~\n\t]*$/.test(text)) return undefined;
	switch (operation.type) {
		case 'CaseModification':
			return operation.operand === undefined ? changeCase(operation.operator, text) : undefined;
		case 'Slice': {
			const bounds = boundsOf(operation.offset.text, operation.length?.text, text.length);
			return bounds && text.slice(bounds.from, bounds.to);
		}
		case 'Replace': {
			const pattern = patternOf(operation.pattern, folding);
			const by = /['"]/.test(operation.replacement.text) ? undefined : exactly(operation.replacement, folding);
			// `&` stands for what was found, in some versions of the shell.
			if (pattern === undefined || by === undefined || by.includes('&')) return undefined;
			return replaceMatches(text, { pattern, by, operator: operation.operator });
		}
		case 'Remove': {
			const pattern = patternOf(operation.operand, folding);
			return pattern === undefined ? undefined : withoutAffix(text, pattern, operation.operator);
		}
		case 'Transform':
			return transform(text, operation.operand.text);
		default:
			return undefined;
	}
}

/** The text of an operand that is no pattern, and that no backslash changes. */
function exactly(word: SyntaxWord, folding: Folding): string | undefined {
	const { known, pattern, text } = folding.unsplit(word);
	return known && !pattern && !/\\/.test(text) && !/^~/.test(word.text) ? text : undefined;
}

/** An operand as a pattern: what is quoted in it stands for itself. */
function patternOf(word: SyntaxWord, folding: Folding): string | undefined {
	const [pieces, ...others] = folding.operand(word, false);
	if (pieces === undefined || others.length > 0 || pieces.some((piece) => !piece.known || piece.loose === true))
		return undefined;
	// Text with a backslash from a variable would be read once more.
	if (pieces.some((piece) => piece.splits && piece.text.includes('\\'))) return undefined;
	return pieces.map(({ text, pattern }) => (pattern ? text : text.replace(/[*?[\]\\]/g, '\\$&'))).join('');
}

/** `${x@U}` and its like; `@P` runs what it finds, and is judged where it stands. */
function transform(text: string, how: string): string | undefined {
	if (how === 'U') return text.toUpperCase();
	if (how === 'L') return text.toLowerCase();
	if (how === 'E') return ansiText(text);
	if (how === 'P' && /^[^\\$`!]*$/.test(text)) return text;
	return how === 'Q' && /^[\w./-]+$/.test(text) ? `'${text}'` : undefined;
}

/** `${x^^}`, `${x,}` */
function changeCase(operator: string, text: string): string | undefined {
	const change = operator.startsWith('^') ? (one: string) => one.toUpperCase() : (one: string) => one.toLowerCase();
	return operator.length === 2 ? change(text) : change(text.slice(0, 1)) + text.slice(1);
}
