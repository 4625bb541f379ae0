import { createHash } from 'node:crypto';
import type { JsonValue } from './json.ts';

/** Returns the lower-case hexadecimal SHA-256 of bytes or of a string's UTF-8. */
export function sha256(data: string | Uint8Array): string {
	return createHash('sha256').update(data).digest('hex');
}

/**
 * Returns the canonical text of a JSON value (RFC 8785): keys sorted by UTF-16 code units, no white space, ECMAScript numbers. Equal JSON
 * values have the same text, so a digest depends on the value and not on its spelling. @throws {TypeError} when a number is not finite.
 */
export function canonicalJson(value: JsonValue): string {
	if (typeof value === 'number' && !Number.isFinite(value))
		throw new TypeError('canonical JSON has no NaN or Infinity');
	if (value === null || typeof value !== 'object') return JSON.stringify(value);
	if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
	const members = Object.keys(value)
		.sort()
		.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
	return `{${members.join(',')}}`;
}

/** Returns the SHA-256 of the canonical JSON of a value. */
export function digestOf(value: JsonValue): string {
	return sha256(canonicalJson(value));
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
	return Array.isArray(value);
}
