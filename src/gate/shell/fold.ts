import type { DoubleQuotedChild, Word as SyntaxWord, WordPart } from 'unbash';
import { arithmeticValue } from './arithmetic-value.ts';
import { expandBraces } from './braces.ts';
import { costs, isOut, pay, payText } from './budget.ts';
import { joinPieces, splitFields } from './join-pieces.ts';
import { expandParameter } from './parameters.ts';
import {
	type Alternatives,
	combine,
	type Folding,
	literal,
	lostPiece,
	numberPiece,
	ofChosen,
	type Piece,
	token,
	unknownPiece,
} from './piece.ts';
import { homeOf, separatorsOf } from './state.ts';
import { constant, everyProcessWord, isToken, listingOf, openWords, unknown, type Word } from './word.ts';

/** Creates a reader of words for a state. */
export function createFolding(base: Omit<Folding, 'unsplit' | 'operand'>): Folding {
	const folding: Folding = {
		facts: base.facts,
		state: base.state,
		printed: base.printed,
		unsplit: (word) => foldUnsplit(word, folding),
		operand: (word, quoted) => operandPieces(word, quoted, folding),
	};
	return folding;
}

/** Returns whether the shell reads every character of a word literally. Most words are like this and need no further work. */
export function isBare({ text }: SyntaxWord): boolean {
	return text.length < 1_000 && /^[\w./:=@%+,-]+$/.test(text);
}

/** Returns the words that one written word becomes, after quotes, constants, braces and blanks. */
export function foldWord(word: SyntaxWord, folding: Folding): Word[] {
	if (isBare(word)) return [constant(word.text)];
	const { budget } = folding.state;
	if (!pay(budget, costs.read)) return [openWords(word.text)];
	const separators = separatorsOf(folding.state);
	return alternativesOf(word, folding).flatMap((pieces) => {
		const words = splitFields(pieces, separators);
		pay(budget, (words.length - 1) * costs.expanded);
		return words;
	});
}

/** Returns the one word that a written word becomes if the shell does not split (assignments, redirections, `case`). */
export function foldUnsplit(word: SyntaxWord, folding: Folding): Word {
	if (isBare(word)) return constant(word.text);
	if (isOut(folding.state.budget)) return unknown(word.text);
	const parts = word.parts?.map((part): WordPart => (part.type === 'BraceExpansion' ? asLiteral(part) : part));
	const alternatives = alternativesOf(parts === undefined ? word : { ...word, parts }, folding);
	const [only] = alternatives;
	if (only === undefined || alternatives.length > 1 || only.some((piece) => piece.ends === true))
		return joinPieces([lostPiece(word.text, alternatives.flat())]);
	return joinPieces(only);
}

/**
 * Returns braces as plain text, for a word that is not split: the shell does not expand braces there. If they contain more than plain text,
 * the result is unknown.
 */
function asLiteral({ text, pos, end }: WordPart): WordPart {
	if (/^[\w{},./:+-]*$/.test(text)) return { type: 'Literal', text, value: text, pos, end };
	return { type: 'SimpleExpansion', text, pos, end };
}

/** Expands the body of a heredoc, like a quoted word. */
export function foldParts(parts: readonly WordPart[], source: string, folding: Folding): Word {
	const alternatives = combine(
		parts.map((part) => optionsOf(part, true, folding)),
		source,
	);
	const [only = [], ...others] = alternatives;
	const isOne = others.length === 0 && !only.some((piece) => piece.ends === true);
	return joinPieces(isOne ? only : [lostPiece(source, alternatives.flat())]);
}

function alternativesOf(word: SyntaxWord, folding: Folding): Alternatives {
	const parts = word.parts ?? [];
	if (parts.length === 0) return [[bareText(word.text, word.value, true, folding)]];
	if (parts.some((part) => part.type === 'BraceExpansion')) {
		return expandBraces(word, (one) => alternativesOf(one, folding), folding.state.budget);
	}
	const alternatives = combine(
		parts.map((part, i) =>
			i === 0 && part.type === 'Literal'
				? [[bareText(part.text, part.value, parts.length === 1, folding)]]
				: optionsOf(part, false, folding),
		),
		word.text,
	);
	return alternatives.map((pieces) =>
		mixesLists(pieces) ? [{ ...lostPiece(word.text, pieces), many: true }] : pieces,
	);
}

/**
 * Returns whether there is text next to a list, as in `x$(ls)y`. It becomes part of one listed name, and the gate does not know which one.
 */
function mixesLists(pieces: readonly Piece[]): boolean {
	return pieces.some((piece, i) => {
		if (piece.several !== true) return false;
		const before = pieces.slice(0, i).findLast((one) => one.text !== '' || one.ends === true);
		const after = piece.ends === true ? undefined : pieces.slice(i + 1).find((one) => one.text !== '');
		return (before !== undefined && before.ends !== true) || after !== undefined;
	});
}

/**
 * Returns text without quotes. The shell expands `~` only at the beginning of a word, and only if no quote or expansion comes before the
 * first `/`.
 */
function bareText(source: string, value: string, isWhole: boolean, folding: Folding): Piece {
	if (!source.startsWith('~')) return literal(value);
	const [tilde = '', name = ''] = /^~([\w+-]*)(?=\/|$)/.exec(source) ?? [];
	const isBare = tilde !== '' && (isWhole || tilde.length < source.length);
	const place = isBare ? tildeDirectory(name, folding) : undefined;
	return place === undefined ? unknownPiece(source) : literal(place + value.slice(tilde.length));
}

/** Returns the directory of `~`, `~+` or `~-`, or the usual home directory of another user. */
function tildeDirectory(name: string, { facts, state }: Folding): string | undefined {
	if (name === '') return homeOf(state, facts);
	if (name === '+') return state.variables.has('PWD') || state.cwdOnFailure !== undefined ? undefined : state.cwd;
	if (name === '-') {
		const [word] = state.variables.get('OLDPWD') ?? [];
		return word?.known === true && !word.pattern && word.text !== '' ? word.text : undefined;
	}
	return name === 'root' ? '/root' : /^\w+$/.test(name) ? `/home/${name}` : undefined;
}

/** Returns the pieces of the word in `${x:-word}`. Plain text in it is split too if the expansion is not quoted. */
function operandPieces(word: SyntaxWord, quoted: boolean, folding: Folding): Alternatives {
	const hasBraces = word.parts?.some((part) => part.type === 'BraceExpansion') === true;
	// Inside quotes, other rules apply to quotes, tildes and backslashes.
	if (hasBraces || (quoted && /['"~\\]/.test(word.text))) {
		const held = (word.parts ?? []).flatMap((part) => optionsOf(part, quoted, folding).flat());
		return [[lostPiece(word.text, held)]];
	}
	const parts: readonly WordPart[] = word.parts ?? [
		{ type: 'Literal', text: word.text, value: word.value, pos: word.pos, end: word.end },
	];
	const split = (pieces: readonly Piece[]) =>
		pieces.map((piece) => (quoted ? piece : { ...piece, splits: piece.known }));
	return combine(
		parts.map((part, i) => {
			if (part.type !== 'Literal') return optionsOf(part, quoted, folding);
			if (/\\/.test(part.text)) return [[literal(part.value)]];
			return [
				split([
					i === 0 && !quoted ? bareText(part.text, part.value, parts.length === 1, folding) : literal(part.value),
				]),
			];
		}),
		word.text,
	);
}

function optionsOf(part: WordPart | DoubleQuotedChild, quoted: boolean, folding: Folding): Alternatives {
	if (isOut(folding.state.budget)) return [[unknownPiece(part.text)]];
	switch (part.type) {
		case 'Literal':
		case 'SingleQuoted':
		case 'AnsiCQuoted':
			return [[literal(part.value)]];
		case 'DoubleQuoted':
		case 'LocaleString': {
			const inner = part.parts.map((child) => optionsOf(child, true, folding));
			// `"$@"` without parameters becomes no word.
			const isList = part.parts.length > 0 && part.parts.every(isWholeList);
			return combine(isList ? inner : [[[literal('')]], ...inner], part.text);
		}
		case 'Glob':
		case 'ExtendedGlob':
			return [[{ text: part.text, known: true, splits: false, pattern: true, many: true }]];
		case 'BraceExpansion':
			return [[unknownPiece(part.text)]];
		case 'SimpleExpansion':
		case 'ParameterExpansion':
			return paid(expandParameter(part, quoted, folding), folding).map(quoted ? (pieces) => pieces : uncounted);
		case 'ArithmeticExpansion': {
			const value = part.expression && arithmeticValue(part.expression, folding.state);
			return [[value === undefined ? numberPiece : { ...literal(String(value)), splits: !quoted }]];
		}
		case 'CommandExpansion':
			return [quoted ? substitution(part.text, quoted, folding) : uncounted(substitution(part.text, quoted, folding))];
		case 'ProcessSubstitution':
			return [[{ ...literal('/dev/fd/63'), stream: folding.printed.get(part.text) ?? { fetched: false } }]];
	}
}

/** Pays for the length of an expansion. Text that will be split costs more. */
function paid(alternatives: Alternatives, { state: { budget } }: Folding): Alternatives {
	for (const pieces of alternatives) {
		pay(budget, pieces.length * costs.expanded);
		for (const { text, splits } of pieces) payText(budget, splits ? 4 * text.length : text.length);
	}
	return alternatives;
}

function isWholeList(part: DoubleQuotedChild): boolean {
	if (part.type === 'SimpleExpansion') return part.text === '$@';
	const isList = part.type === 'ParameterExpansion' && part.prefix === undefined && part.operation?.type !== 'Default';
	return isList && (part.parameter === '@' || part.index?.text === '@');
}

/** Marks each unquoted piece that is unknown or a pattern, because it may become no word or several words. */
function uncounted(pieces: readonly Piece[]): readonly Piece[] {
	const isOne = (piece: Piece) => piece.known && (!piece.pattern || isToken(piece) || piece.chosen === true);
	return pieces.map((piece) => (isOne(piece) ? piece : { ...piece, many: true }));
}

/** Returns the pieces of a substitution: its constant text, the file names that it lists, or something unknown. */
function substitution(source: string, quoted: boolean, folding: Folding): readonly Piece[] {
	const printed = folding.printed.get(source);
	if (printed?.text !== undefined) {
		const text = printed.text.replace(/\n+$/, '');
		return [{ text, known: true, splits: !quoted, pattern: !quoted && /[*?[]/.test(text), substitutes: true }];
	}
	const [only, ...others] = printed?.names ?? [];
	if (only !== undefined && others.length === 0 && isToken(only))
		return [{ ...token, text: only.text, substitutes: true }];
	// In quotes, the result is always one word.
	if (quoted && only?.known === true && others.length === 0 && only.whole !== true)
		return [
			{
				...literal(only.text),
				pattern: only.pattern,
				...ofChosen(only),
				...listingOf(only, 'lines'),
				substitutes: true,
			},
		];
	if (printed?.names !== undefined && !quoted) {
		const { names } = printed;
		return names.map((name, i) => {
			const ends = i < names.length - 1;
			const { text, pattern, whole = false } = name;
			// One match or one branch name contains no blanks.
			const several = pattern && (name.chosen !== true || name.many === true);
			const marks = { ...ofChosen(name), ...listingOf(name) };
			return { ...literal(text), pattern, whole, ...marks, substitutes: true, several, ends };
		});
	}
	const { fetched = false, decoded = false, program, file } = printed ?? {};
	const origin = { fetched, decoded, ...(program && { program }), ...(file && { file }) };
	const shown = printed?.yields === 'every process' ? everyProcessWord.text : source;
	return [{ ...unknownPiece(shown), substitutes: true, ...origin }];
}
