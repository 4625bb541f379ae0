import { lettersOf } from './readings.ts';

/** The forms of a secret to search for. */
export interface Spellings {
	/** Forms to find in the text as written. */
	readonly literal: readonly string[];
	/** Forms to find in the letters and digits of the text as people read it, without spaces and other characters. */
	readonly letters: readonly string[];
}

/** The shortest secret. Shorter values would also redact ordinary words. */
const shortestSecret = 8;
/** The fewest letters and digits to search for. Fewer also occur in ordinary text, if spaces and punctuation are ignored. */
const fewestLetters = 12;
/** The shortest part of a longer secret (a line, or a value inside JSON) to search for. */
export const shortestPart = 16;

/** Returns the forms of all secrets, longest first, because one form may be the beginning of another. */
export function spellingsOf(secrets: readonly string[]): Spellings {
	const all = [...new Set(secrets.flatMap(partsOf))].filter((secret) => secret.length >= shortestSecret);
	return { literal: sorted(all.flatMap(literalOf)), letters: sorted(all.flatMap(letterFormsOf)) };
}

/** Returns a secret, each of its lines, and the secret values inside a JSON secret, such as a service account's key. */
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
		// This only looks like JSON. The whole secret is still searched.
		return [];
	}
	return found;
}

/**
 * Returns whether a value is secret, because of its name or because it looks random. Addresses, names of projects and types such as
 * `service_account` are not secret, because they occur in ordinary text.
 */
function isSecretValue(key: string, value: string): boolean {
	if (/^https?:|@/.test(value)) return false;
	const isNamed = /pass|secret|token|key|credential|auth/i.test(key) && !/(?:_|\b)id$/i.test(key);
	return isNamed ? value.length >= shortestSecret : isRandom(value);
}

/** Returns whether a value looks random. It is long, has letters and digits, and is neither an address nor a sentence. */
export function isRandom(value: string): boolean {
	return value.length >= shortestPart && /\d/.test(value) && /[a-z]/i.test(value) && !/[\s@]|:\/\//.test(value);
}

function literalOf(secret: string): readonly string[] {
	const base64 = Buffer.from(secret).toString('base64');
	// The form in which Actions stores a checkout token in .git/config.
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

/**
 * Returns how a secret appears in the base64 of a longer text: the letters that depend only on the secret. `shift` is the number of bytes
 * before the secret, modulo three.
 */
function base64Within(bytes: Uint8Array, shift: number): string {
	const coded = Buffer.concat([Buffer.alloc(shift), bytes])
		.toString('base64')
		.replace(/=+$/, '');
	// The first and last letters also depend on the bytes next to the secret.
	return coded.slice(shift === 0 ? 0 : shift + 1, (bytes.length + shift) % 3 === 0 ? undefined : -1);
}

function sorted(spellings: readonly string[]): readonly string[] {
	return [...new Set(spellings)].sort((a, b) => b.length - a.length);
}
