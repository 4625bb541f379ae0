import type { DoubleQuotedChild, Word as SyntaxWord, WordPart } from 'unbash';
import { arithmeticValue } from './arithmetic-value.ts';
import { expandBrace } from './braces.ts';
import { expandParameter } from './parameters.ts';
import { type Alternatives, combine, type Folding, literal, type Piece, token, unknownPiece } from './piece.ts';
import { limits, separatorsOf } from './state.ts';
import { unknown, type Word } from './word.ts';

/** A reader of words in a state. */
export function createFolding(base: Omit<Folding, 'unsplit'>): Folding {
	const folding: Folding = { ...base, unsplit: (word) => foldUnsplit(word, folding) };
	return folding;
}

/** The words that one written word becomes: quotes removed, constants put in, braces expanded, blanks split. */
export function foldWord(word: SyntaxWord, folding: Folding): Word[] {
	const separators = separatorsOf(folding.state);
	return alternativesOf(word, folding).flatMap((pieces) => splitFields(pieces, separators));
}

/** The one word that a written word becomes where the shell does not split (assignments, redirections, `case`). */
export function foldUnsplit(word: SyntaxWord, folding: Folding): Word {
	const alternatives = alternativesOf(word, folding);
	const [only] = alternatives;
	if (only === undefined || alternatives.length > 1) return joinPieces([unknownPiece(word.text)]);
	return joinPieces(only);
}

/** A heredoc's body, which is expanded like a quoted word. */
export function foldParts(parts: readonly WordPart[], source: string, folding: Folding): Word {
	const alternatives = combine(
		parts.map((part) => optionsOf(part, true, folding)),
		source,
	);
	return alternatives.length === 1 ? joinPieces(alternatives[0] ?? []) : joinPieces([unknownPiece(source)]);
}

function alternativesOf(word: SyntaxWord, folding: Folding): Alternatives {
	const parts = word.parts ?? [];
	if (parts.length === 0) return [[bareText(word.text, word.value, folding)]];
	return combine(
		parts.map((part, i) =>
			i === 0 && part.type === 'Literal'
				? [[bareText(part.text, part.value, folding)]]
				: optionsOf(part, false, folding),
		),
		word.text,
	);
}

/** `~` opens a home only where it is written bare, at the beginning. */
function bareText(source: string, value: string, folding: Folding): Piece {
	if (!source.startsWith('~')) return literal(value);
	const [tilde = '', name = ''] = /^~([\w+-]*)(?=\/|$)/.exec(source) ?? [];
	const place = tilde === '' ? undefined : homeOf(name, folding);
	return place === undefined ? unknownPiece(source) : literal(place + value.slice(tilde.length));
}

/** `~`, `~+`, `~-`, and the home that somebody else's has by custom. */
function homeOf(name: string, { facts, state }: Folding): string | undefined {
	if (name === '') return facts.home;
	if (name === '+') return state.cwd;
	if (name === '-') return state.variables.get('OLDPWD')?.[0]?.text;
	return name === 'root' ? '/root' : /^\w+$/.test(name) ? `/home/${name}` : undefined;
}

function optionsOf(part: WordPart | DoubleQuotedChild, quoted: boolean, folding: Folding): Alternatives {
	switch (part.type) {
		case 'Literal':
		case 'SingleQuoted':
		case 'AnsiCQuoted':
			return [[literal(part.value)]];
		case 'DoubleQuoted':
		case 'LocaleString': {
			const inner = part.parts.map((child) => optionsOf(child, true, folding));
			return combine([[[literal('')]], ...inner], part.text);
		}
		case 'Glob':
		case 'ExtendedGlob':
			return [[{ text: part.text, known: true, splits: false, pattern: true }]];
		case 'BraceExpansion':
			return expandBrace(part.text, (word) => alternativesOf(word, folding));
		case 'SimpleExpansion':
		case 'ParameterExpansion':
			return expandParameter(part, quoted, folding);
		case 'ArithmeticExpansion': {
			const value = part.expression && arithmeticValue(part.expression, folding.state);
			return [[value === undefined ? token : literal(String(value))]];
		}
		case 'CommandExpansion':
			return [substitution(part.text, quoted, folding)];
		case 'ProcessSubstitution':
			return [[{ ...literal('/dev/fd/63'), stream: folding.printed.get(part.text) ?? { fetched: false } }]];
	}
}

/** What a substitution leaves in the word: its constant text, the names of files that it lists, or something unknown. */
function substitution(source: string, quoted: boolean, folding: Folding): readonly Piece[] {
	const printed = folding.printed.get(source);
	if (printed?.text !== undefined) {
		const text = printed.text.replace(/\n+$/, '');
		return [{ text, known: true, splits: !quoted, pattern: !quoted && /[*?[]/.test(text), substitutes: true }];
	}
	if (printed?.names !== undefined && !quoted) {
		const { names } = printed;
		return names.map((name) => ({ ...literal(name.text), pattern: name.pattern, substitutes: true, ends: true }));
	}
	if (printed?.isToken === true) return [{ ...token, substitutes: true }];
	const { fetched = false, decoded = false } = printed ?? {};
	return [{ ...unknownPiece(source), substitutes: true, fetched, decoded }];
}

/** Splits unquoted expansions at the shell's separators; where those are not known, the result is not. */
function splitFields(pieces: readonly Piece[], separators: string | undefined): Word[] {
	const isSplit = pieces.some((piece) => piece.splits);
	if (isSplit && separators === undefined) return [joinPieces(pieces.map((piece) => ({ ...piece, known: false })))];
	const splitter = isSplit ? splitterFor(separators ?? '') : undefined;
	const fields: Piece[][] = [];
	let isOpen = false;
	const add = (piece: Piece) => {
		if (isOpen) fields.at(-1)?.push(piece);
		else fields.push([piece]);
		isOpen = true;
	};
	for (const piece of pieces) {
		if (piece.splits && splitter !== undefined) {
			piece.text.split(splitter).forEach((text, i) => {
				if (i > 0) isOpen = false;
				if (text !== '') add({ ...piece, text });
			});
		} else {
			add(piece);
		}
		if (piece.ends === true) isOpen = false;
	}
	return fields.map(joinPieces);
}

const ordinary = /[ \t\n]+/;

/** Splits where the shell would; without separators nowhere. */
export function splitterFor(separators: string): RegExp {
	if (separators === ' \t\n') return ordinary;
	if (separators === '') return /(?!)/;
	return new RegExp(`[${separators.replace(/[\\\]^-]/g, '\\$&')}]+`);
}

function joinPieces(pieces: readonly Piece[]): Word {
	const firstUnknown = pieces.findIndex((piece) => !piece.known);
	const known = firstUnknown < 0;
	const length = pieces.reduce((sum, piece) => sum + piece.text.length, 0);
	// Variables that double themselves would fill the memory.
	if (length > limits.characters / 4) return unknown('a word that is too long');
	const text = pieces.map((piece) => piece.text).join('');
	const certain = known ? pieces : pieces.slice(0, firstUnknown);
	const stream = pieces.find((piece) => piece.stream !== undefined)?.stream;
	return {
		text,
		known,
		prefix: certain.map((piece) => piece.text).join(''),
		pattern: pieces.some((piece) => piece.pattern),
		secrets: pieces.flatMap((piece) => (piece.secret === undefined ? [] : [piece.secret])),
		...(pieces.some((piece) => piece.told !== undefined) && { told: pieces.flatMap((piece) => piece.told ?? []) }),
		substitutes: pieces.some((piece) => piece.substitutes === true),
		fetched: pieces.some((piece) => piece.fetched === true),
		...(pieces.some((piece) => piece.decoded === true) && { decoded: true }),
		...(stream && { stream }),
	};
}
