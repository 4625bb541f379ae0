import type { JsonValue, Redactor } from '../core/index.ts';

export const redacted = '[redacted]';

/** Credentials that are told by their shape, wherever they came from. Linear: no nested repetition. */
const shapes = [
	/\bgh[pousr]_[A-Za-z0-9]{36,255}\b/g,
	// Of an installation, in its newer form: the App's id, and a signed token (GitHub changelog, April 2026).
	/\bghs_\d{1,16}_eyJ[\w-]{16,2048}\.[\w-]{16,2048}\.[\w-]{16,1024}/g,
	/\bgithub_pat_[A-Za-z0-9_]{60,255}\b/g,
	/\bsk-ant-[A-Za-z0-9_-]{32,255}/g,
	/\bAKIA[0-9A-Z]{16}\b/g,
	// A password in an address, as a remote of git may hold one; short ones are examples, and `$` begins a variable.
	/(?<=\bhttps?:\/\/[^\s/?#@:]{0,128}:)[\w.~%+=-]{16,512}(?=@)/g,
	/(?<=\bhttps?:\/\/)(?=[^\s@]{0,256}\d)[\w-]{20,256}(?=@)/g,
	/-----BEGIN [A-Z ]{0,24}PRIVATE KEY-----[A-Za-z0-9+/=\s]{1,8192}/g,
];

/** Shorter values would redact ordinary words. */
const shortestSecret = 8;

/**
 * Replaces known secrets, their base64, URL and JSON spellings, and credentials of well-known shapes.
 * It is a net, not a wall: the wall is that tools never hold a credential.
 */
export function createRedactor(secrets: readonly string[]): Redactor & {
	/** One that came later. */
	readonly learn: (secret: string) => void;
} {
	let all = secrets;
	let spellings = spellingsOfAll(all);
	const learn = (secret: string): void => {
		all = [...all, secret];
		spellings = spellingsOfAll(all);
	};
	const redact = (text: string): string => {
		const known = spellings.reduce((rest, spelling) => rest.replaceAll(spelling, redacted), text);
		return shapes.reduce((rest, shape) => rest.replace(shape, redacted), known);
	};
	const secretsIn: Redactor['secretsIn'] = (text) => [
		...spellings.flatMap((value) => placesOf(value, text).map((at) => ({ at, value }))),
		...shapes.flatMap((shape) => [...text.matchAll(shape)].map(({ 0: value, index: at }) => ({ at, value }))),
	];
	return { redact, holdsSecret: (text) => redact(text) !== text, secretsIn, learn };
}

/** Redacts every string of a JSON value, keys included; and every number, where no schema wants one in its place. */
export function redactJson(value: JsonValue, redactor: Redactor, numbersToo = false): JsonValue {
	if (typeof value === 'string') return redactor.redact(value);
	// A secret may be a number: a one-time code, an account.
	if (typeof value === 'number' && numbersToo && redactor.holdsSecret(String(value))) return redacted;
	if (value === null || typeof value !== 'object') return value;
	if (Array.isArray(value)) return value.map((item: JsonValue) => redactJson(item, redactor, numbersToo));
	return Object.fromEntries(
		Object.entries(value).map(([key, item]) => [redactor.redact(key), redactJson(item, redactor, numbersToo)]),
	);
}

function placesOf(value: string, text: string): readonly number[] {
	const places: number[] = [];
	for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) places.push(at);
	return places;
}

/** The longest first: one may begin another. */
function spellingsOfAll(secrets: readonly string[]): readonly string[] {
	const spellings = new Set(secrets.filter((secret) => secret.length >= shortestSecret).flatMap(spellingsOf));
	return [...spellings].sort((a, b) => b.length - a.length);
}

function spellingsOf(secret: string): readonly string[] {
	const base64 = Buffer.from(secret).toString('base64');
	// The way Actions stores a checkout token in .git/config.
	const basic = Buffer.from(`x-access-token:${secret}`).toString('base64');
	return [
		secret,
		base64,
		base64.replace(/=+$/, ''),
		basic,
		encodeURIComponent(secret),
		JSON.stringify(secret).slice(1, -1),
	];
}
