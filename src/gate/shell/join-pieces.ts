import { lostPiece, type Piece } from './piece.ts';
import { createSplitter } from './split.ts';
import { limits } from './state.ts';
import { listingOf, type Word } from './word.ts';

/** Splits unquoted expansions at the shell's separators. If the separators are unknown, the result is unknown. */
export function splitFields(pieces: readonly Piece[], separators: string | undefined): Word[] {
	if (separators === undefined && pieces.some((piece) => piece.splits)) {
		return [{ ...joinPieces(pieces.map((piece) => ({ ...piece, known: false }))), many: true, open: true }];
	}
	const splitter = createSplitter<Piece>(separators ?? '');
	for (const piece of pieces) {
		if (piece.splits) splitter.split(piece.text, (text) => ({ ...piece, text }));
		else splitter.whole(piece);
		if (piece.ends === true) splitter.end();
	}
	return splitter.fields.map((field) => {
		const either = field.some((piece) => piece.either === true);
		const many = either || field.some((piece) => piece.many === true);
		const open = field.some((piece) => piece.many === true && !piece.known);
		const loose = field.some((piece) => piece.loose === true);
		const marks = {
			...(many && { many }),
			...(open && { open }),
			...(either && { either }),
			...(loose && { loose }),
		};
		return splitAt({ ...joinPieces(field), ...marks }, separators);
	});
}

/** File names are split at the shell's separators. If a separator is not a blank, the resulting words are unknown. */
function splitAt(word: Word, separators: string | undefined): Word {
	if (word.listed !== 'split' || separators === ' \t\n') return word;
	if (separators === undefined || /\S/.test(separators))
		return { ...word, known: false, prefix: '', many: true, open: true };
	return /[ \t]/.test(separators) ? word : { ...word, listed: 'lines' };
}

/** Joins adjacent pieces into one word. */
export function joinPieces(pieces: readonly Piece[]): Word {
	const firstUnknown = pieces.findIndex((piece) => !piece.known);
	const known = firstUnknown < 0;
	const length = pieces.reduce((sum, piece) => sum + piece.text.length, 0);
	// Threat: a loop that doubles a variable in each round would fill the memory.
	if (length > limits.characters / 4) return joinPieces([lostPiece('a word that is too long', pieces)]);
	const text = pieces.map((piece) => piece.text).join('');
	const certain = known ? pieces : pieces.slice(0, firstUnknown);
	const stream = pieces.find((piece) => piece.stream !== undefined)?.stream;
	// A word keeps the name of a program or file only if it has no other text, because other text would change the name.
	const [only, ...others] = pieces.filter((piece) => piece.text !== '');
	const { program, file, child } = others.length === 0 && only !== undefined ? only : {};
	const isSplit = pieces.some((piece) => piece.listed === 'split');
	const list = pieces.find((piece) => piece.listed !== undefined);
	return {
		text,
		known,
		prefix: certain.map((piece) => piece.text).join(''),
		pattern: pieces.some((piece) => piece.pattern),
		secrets: pieces.flatMap((piece) => (piece.secret === undefined ? [] : [piece.secret])),
		...(pieces.some((piece) => piece.told !== undefined) && { told: pieces.flatMap((piece) => piece.told ?? []) }),
		...(pieces.some((piece) => piece.partial === true) && { partial: true }),
		substitutes: pieces.some((piece) => piece.substitutes === true),
		fetched: pieces.some((piece) => piece.fetched === true),
		...(pieces.some((piece) => piece.decoded === true) && { decoded: true }),
		...(pieces.some((piece) => piece.whole === true) && { whole: true }),
		...(pieces.some((piece) => piece.chosen === true) && { chosen: true }),
		...(pieces.some((piece) => piece.chosen === true && piece.many === true) && { many: true }),
		...(program !== undefined && { program }),
		...(file !== undefined && { file }),
		...(child === true && { child }),
		...(stream && { stream }),
		...(list && listingOf(list, isSplit ? 'split' : list.listed)),
	};
}
