/** A text in one of the forms in which somebody could read it, with the place of each character in the source text. */
export interface Reading {
	readonly text: string;
	/** For each character of `text`, the index in the source where it begins. Undefined if both texts are the same. */
	readonly starts?: Uint32Array;
	/** For each character of `text`, the index in the source where it ends. */
	readonly ends?: Uint32Array;
}

/** Returns the start and the end in the source text for a part of a reading. */
export function placeIn({ starts, ends }: Reading, from: number, length: number): readonly [number, number] {
	return [starts?.[from] ?? from, ends?.[from + length - 1] ?? from + length];
}

/**
 * Escapes that a browser, a shell or a JSON parser turns into one character: `%41`, `\x41`, `\u0041`, `\u{41}`, `&#x41;`, `&#65;`, `\n`.
 */
const escapes =
	/%([0-9a-f]{2})|\\x([0-9a-f]{2})|\\u([0-9a-f]{4})|\\u\{([0-9a-f]{1,6})\}|&#x([0-9a-f]{1,6});|&#(\d{1,7});|\\[nrtbf]/gi;
const someEscape = new RegExp(escapes.source, 'i');
/**
 * How many layers of escapes are undone. A text may be escaped twice by accident, but not more often, and no program undoes more layers by
 * itself.
 */
const deepest = 3;

/** Characters that people do not see. They are removed before a text is shown. */
const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Finds any unusual character. This quick check is enough for most texts, because they have none. */
const unusual = /[^\x20-\x7e\n\t]/;

/** Returns the text as people read it: escapes are undone, and hidden characters are removed. */
export function readableText(source: string): Reading {
	let reading: Reading = { text: source };
	for (let depth = 0; depth < deepest && someEscape.test(reading.text); depth++) reading = unescaped(reading);
	return unusual.test(reading.text) ? withoutHidden(reading) : reading;
}

/**
 * Returns only the letters and digits of a text, in lower-case ASCII. So spaces, line breaks, quotes, bold letters and accents make no
 * difference.
 */
export function lettersOf(text: string): string {
	const letters = Buffer.allocUnsafe(text.length);
	let count = 0;
	eachLetter(text, (letter) => {
		letters[count] = letter;
		count++;
	});
	return letters.toString('latin1', 0, count);
}

/** Returns the same letters as {@link lettersOf}, with the place of each. This is slower, and rarely needed. */
export function placedLetters(reading: Reading): Reading {
	const starts = new Uint32Array(reading.text.length);
	const ends = new Uint32Array(reading.text.length);
	let count = 0;
	eachLetter(reading.text, (_letter, at, length) => {
		[starts[count], ends[count]] = placeIn(reading, at, length);
		count++;
	});
	return { text: lettersOf(reading.text), starts, ends };
}

function eachLetter(text: string, hear: (letter: number, at: number, length: number) => void): void {
	for (let at = 0; at < text.length; at++) {
		const unit = text.charCodeAt(at);
		const point = unit > 127 ? (text.codePointAt(at) ?? 0) : unit;
		const letter = letterOf(point);
		const length = point > 0xffff ? 2 : 1;
		if (letter !== 0) hear(letter, at, length);
		at += length - 1;
	}
}

function unescaped(reading: Reading): Reading {
	const out = collector(reading);
	let at = 0;
	for (const match of reading.text.matchAll(escapes)) {
		out.copy(at, match.index);
		const [all, ...codes] = match;
		const decimal = codes[5];
		const hex = codes.slice(0, 5).find((code) => code !== undefined);
		const point = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : 0x0a;
		out.put(point > 0x10ffff ? ' ' : String.fromCodePoint(point), match.index, all.length);
		at = match.index + all.length;
	}
	out.copy(at, reading.text.length);
	return out.end();
}

function withoutHidden(reading: Reading): Reading {
	const found = [...reading.text.matchAll(hidden)];
	if (found.length === 0) return reading;
	const out = collector(reading);
	let at = 0;
	for (const match of found) {
		out.copy(at, match.index);
		at = match.index + match[0].length;
	}
	out.copy(at, reading.text.length);
	return out.end();
}

/** Builds a reading from pieces of another reading. */
function collector(from: Reading) {
	const pieces: string[] = [];
	const starts = new Uint32Array(from.text.length);
	const ends = new Uint32Array(from.text.length);
	let count = 0;
	const note = (at: number, length: number): void => {
		[starts[count], ends[count]] = placeIn(from, at, length);
		count++;
	};
	return {
		copy: (start: number, end: number): void => {
			pieces.push(from.text.slice(start, end));
			for (let at = start; at < end; at++) note(at, 1);
		},
		put: (text: string, at: number, length: number): void => {
			pieces.push(text);
			for (let unit = 0; unit < text.length; unit++) note(at, length);
		},
		end: (): Reading => ({ text: pieces.join(''), starts, ends }),
	};
}

/** Returns the lower-case ASCII letter or digit that a character looks like, or 0 if it looks like none. */
function letterOf(point: number): number {
	if (point > 127) return foldedLetter(point);
	if (point >= 65 && point <= 90) return point + 32;
	return (point >= 97 && point <= 122) || (point >= 48 && point <= 57) ? point : 0;
}

const folded = new Map<number, number>();

/** Returns the plain letter for a wide, bold, circled or accented letter. */
function foldedLetter(point: number): number {
	const known = folded.get(point);
	if (known !== undefined) return known;
	const plain = String.fromCodePoint(point).normalize('NFKD').codePointAt(0) ?? 0;
	const letter = plain > 127 ? 0 : letterOf(plain);
	folded.set(point, letter);
	return letter;
}
