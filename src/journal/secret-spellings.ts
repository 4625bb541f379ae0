import { lettersOf } from './readings.ts';

/** The forms in which a secret is searched. */
export interface Spellings {
	/** Forms to find in the text as written. */
	readonly literal: readonly string[];
	/** Forms to find in the text as people read it. Only its letters and digits are compared: spaces and other characters are left out. */
	readonly letters: readonly string[];
}

/** Shorter values would also redact ordinary words. */
const shortestSecret = 8;
/** A shorter row of letters also occurs in ordinary text, when spaces and punctuation are ignored. */
const fewestLetters = 12;
/** The shortest line or inner value of a longer secret that is searched. */
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
 * Returns whether a value is secret, by its name or because it looks random. An address, the name of a project, or a type such as
 * `service_account` is not secret, because these occur in ordinary text.
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

/** Returns the part of a longer text's base64 that depends only on the secret. `shift` is the number of bytes before it, modulo three. */
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
