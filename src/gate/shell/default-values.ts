import type { Word as SyntaxWord } from 'unbash';
import { type Alternatives, type Folding, literal, type Piece, unknownPiece } from './piece.ts';
import { isToken } from './word.ts';

/** The value before the operation, and how the expansion is written. */
interface Defaulting {
	readonly base: readonly Piece[];
	readonly quoted: boolean;
	readonly folding: Folding;
}

/** Returns the alternatives of `${x:-word}`. If `x` is unknown, the value and the word are both possible, and both are judged. */
export function withDefault(
	operator: string,
	operand: SyntaxWord,
	{ base, quoted, folding }: Defaulting,
): Alternatives {
	const fallback = folding.operand(operand, quoted);
	const value = base.every((piece) => piece.known) ? base.map((piece) => piece.text).join('') : undefined;
	const isSet = value !== undefined && value !== '' && base.length === 1;
	const isUnset = value === '' && operator.startsWith(':');
	const empty: readonly Piece[] = [{ ...literal(''), splits: !quoted }];
	switch (operator.at(-1)) {
		case '+':
			return isSet && !mayBeNothing(base) ? fallback : isUnset ? [empty] : eitherOf([...fallback, empty]);
		case '?':
			return [isSet ? base : [...required(base, operand), ...told(fallback.flat())]];
		default:
			return isSet && !mayBeNothing(base) ? [base] : isUnset ? fallback : eitherOf([...fallback, base]);
	}
}

/**
 * Returns whether a value may be empty: `$!`, or the names that a command prints, because a command that fails prints nothing. Threat:
 * after `D=$(mktemp -d)`, `${D:-src}` may be `src`.
 */
function mayBeNothing(base: readonly Piece[]): boolean {
	return base.some((piece) => piece.child === true || (piece.substitutes === true && piece.pattern && !isToken(piece)));
}

/** Expands `${x:?}` to the unknown value. If the value is empty, the command does not run. */
function required(base: readonly Piece[], operand: SyntaxWord): readonly Piece[] {
	if (base.some((piece) => !piece.known)) return base;
	return [unknownPiece(operand.text), ...base.filter((piece) => piece.secret !== undefined)];
}

function eitherOf(alternatives: Alternatives): Alternatives {
	return alternatives.map((pieces) => pieces.map((piece) => ({ ...piece, either: true })));
}

/** Returns the secrets that a failed `${x:?word}` prints, because it prints the word. */
function told(pieces: readonly Piece[]): readonly Piece[] {
	return pieces.flatMap(({ secret }) => (secret === undefined ? [] : [{ ...literal(''), told: secret }]));
}
