import { credentialShapes, type JsonValue, type Redactor } from '../core/index.ts';
import { lettersOf, placedLetters, placeIn, type Reading, readableText } from './readings.ts';
import { spellingsOf } from './secret-spellings.ts';

export const redacted = '[redacted]';

const shapes = Object.values(credentialShapes).flatMap(({ values }): readonly RegExp[] => values);

/** The start and the end of a secret in the source text. */
type Range = readonly [number, number];

/** A redactor that can learn further secrets later. */
export interface LearningRedactor extends Redactor {
	readonly learn: (secret: string) => void;
}

/**
 * Creates a redactor. It replaces known secrets and credentials of well-known shapes, also in other spellings. It searches each text three
 * times: as written, without escapes and hidden characters, and only its letters. So a secret cannot reappear when the text is later
 * cleaned for its readers. Redaction is only a safety net: the real protection is that tools never hold a credential.
 */
export function createRedactor(secrets: readonly string[]): LearningRedactor {
	let all = secrets;
	let spellings = spellingsOf(all);
	const learn = (secret: string): void => {
		if (all.includes(secret)) return;
		all = [...all, secret];
		spellings = spellingsOf(all);
	};
	const rangesIn = (text: string): readonly Range[] => {
		const written: Reading = { text };
		const read = readableText(text);
		const readings = read.starts === undefined ? [written] : [written, read];
		return merged([
			...readings.flatMap((reading) => placesOf(spellings.literal, reading)),
			...readings.flatMap(placesOfShapes),
			...placesOfLetters(spellings.letters, read),
		]);
	};
	const redact = (text: string): string => withoutRanges(text, rangesIn(text));
	const secretsIn: Redactor['secretsIn'] = (text) =>
		rangesIn(text).map(([from, to]) => ({ at: from, value: text.slice(from, to) }));
	return { redact, holdsSecret: (text) => rangesIn(text).length > 0, secretsIn, learn };
}

/**
 * Redacts every string of a JSON value, including keys. With `numbersToo` it also redacts numbers, which is safe only for values without a
 * schema.
 */
export function redactJson(value: JsonValue, redactor: Redactor, numbersToo = false): JsonValue {
	if (typeof value === 'string') return redactor.redact(value);
	// A secret may be a number, such as a one-time code or an account number.
	if (typeof value === 'number' && numbersToo && redactor.holdsSecret(String(value))) return redacted;
	if (value === null || typeof value !== 'object') return value;
	if (Array.isArray(value)) return value.map((item: JsonValue) => redactJson(item, redactor, numbersToo));
	return Object.fromEntries(
		Object.entries(value).map(([key, item]) => [redactor.redact(key), redactJson(item, redactor, numbersToo)]),
	);
}

function placesOf(spellings: readonly string[], reading: Reading): readonly Range[] {
	const { text } = reading;
	const places: Range[] = [];
	for (const value of spellings)
		for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length))
			places.push(placeIn(reading, at, value.length));
	return places;
}

function placesOfLetters(spellings: readonly string[], read: Reading): readonly Range[] {
	const letters = spellings.length === 0 ? '' : lettersOf(read.text);
	return spellings.some((spelling) => letters.includes(spelling)) ? placesOf(spellings, placedLetters(read)) : [];
}

function placesOfShapes(reading: Reading): readonly Range[] {
	return shapes.flatMap((shape) =>
		[...reading.text.matchAll(shape)].map((match) => placeIn(reading, match.index, match[0].length)),
	);
}

/** Sorts the ranges, and joins ranges that overlap. */
function merged(ranges: readonly Range[]): readonly Range[] {
	const out: [number, number][] = [];
	for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
		const last = out.at(-1);
		if (last !== undefined && from < last[1]) last[1] = Math.max(last[1], to);
		else out.push([from, to]);
	}
	return out;
}

function withoutRanges(text: string, ranges: readonly Range[]): string {
	const pieces: string[] = [];
	let at = 0;
	for (const [from, to] of ranges) {
		pieces.push(text.slice(at, from), redacted);
		at = to;
	}
	return at === 0 ? text : [...pieces, text.slice(at)].join('');
}
