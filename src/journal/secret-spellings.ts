import { lettersOf } from './readings.ts';

/** What a secret is looked for as. */
export interface Spellings {
	/** In the text as it is written. */
	readonly literal: readonly string[];
	/** In the text as it is read, and among its letters alone. */
	readonly letters: readonly string[];
}

/** Shorter values would redact ordinary words. */
const shortestSecret = 8;
/** Fewer letters in a row are found in ordinary text, once spaces and marks do not count. */
const fewestLetters = 12;
/** A line of a longer secret, and a value within it. */
export const shortestPart = 16;

/** The longest first: one may begin another. */
export function spellingsOf(secrets: readonly string[]): Spellings {
	const all = [...new Set(secrets.flatMap(partsOf))].filter((secret) => secret.length >= shortestSecret);
	return { literal: sorted(all.flatMap(literalOf)), letters: sorted(all.flatMap(letterFormsOf)) };
}

/** A secret, each of its lines, and what a JSON secret (a service account's key) keeps as a secret. */
export function partsOf(secret: string): readonly string[] {
	const lines = secret.includes('\n') ? secret.split(/\r?\n/).map((line) => line.trim()) : [];
	const ofLines = lines.filter((line) => line.length >= shortestPart && !line.startsWith('-----'));
	return [secret, secret.trim(), ...ofLines, ...jsonParts(secret)];
}

function jsonParts(secret: string): readonly string[] {
	if (!/^\s*[{[]/.test(secret)) return [];
	const found: string[] = [];
	try {
		JSON.parse(secret, (key, value: unknown) => {
			if (typeof value === 'string' && isSecretValue(key, value)) found.push(...partsOf(value));
			return value;
		});
	} catch {
		// It only begins like JSON: as a whole it is looked for all the same.
		return [];
	}
	return found;
}

/** By its name, or random by its looks. An address, a project's name or a kind is none: they are in ordinary text. */
function isSecretValue(key: string, value: string): boolean {
	if (/^https?:|@/.test(value)) return false;
	const isNamed = /pass|secret|token|key|credential|auth/i.test(key) && !/(?:_|\b)id$/i.test(key);
	return isNamed ? value.length >= shortestSecret : isRandom(value);
}

/** Whether a value looks as if nobody had made it up: long, letters and digits, no address and no sentence. */
export function isRandom(value: string): boolean {
	return value.length >= shortestPart && /\d/.test(value) && /[a-z]/i.test(value) && !/[\s@]|:\/\//.test(value);
}

function literalOf(secret: string): readonly string[] {
	const base64 = Buffer.from(secret).toString('base64');
	// The way Actions stores a checkout token in .git/config.
	const basic = Buffer.from(`x-access-token:${secret}`).toString('base64');
	const written = [encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
	return [secret, base64, base64.replace(/=+$/, ''), basic, ...written];
}

function letterFormsOf(secret: string): readonly string[] {
	const bytes = Buffer.from(secret);
	const pairs = bytes.toString('hex').match(/../g) ?? [];
	const forms = [secret, pairs.join(''), pairs.join('0x'), ...[0, 1, 2].map((shift) => base64Within(bytes, shift))];
	const letters = forms.map(lettersOf);
	const reversed = [...(letters[0] ?? '')].reverse().join('');
	return [...letters, reversed].filter((form) => form.length >= fewestLetters);
}

/** What base64 of a longer text has of the secret, where so many bytes (of each three) come before it. */
function base64Within(bytes: Uint8Array, shift: number): string {
	const coded = Buffer.concat([Buffer.alloc(shift), bytes])
		.toString('base64')
		.replace(/=+$/, '');
	// The first and the last letters hang on what is beside it, too.
	return coded.slice(shift === 0 ? 0 : shift + 1, (bytes.length + shift) % 3 === 0 ? undefined : -1);
}

function sorted(spellings: readonly string[]): readonly string[] {
	return [...new Set(spellings)].sort((a, b) => b.length - a.length);
}
