import { CountersignError, isJsonObject, type JsonValue, type Redactor } from '../core/index.ts';
import { redactJson } from '../journal/index.ts';

/** Bytes of files. A delivery that would publish a secret is refused as a whole, since a changed file would be another file. */
const files: ReadonlySet<string> = new Set([
	'POST /repos/{owner}/{repo}/git/trees',
	'POST /repos/{owner}/{repo}/git/blobs',
]);

/** A request as it may leave: without a secret in any word of it. @throws CountersignError `github-secret` for an address with one. */
export function outgoing(
	route: string,
	parameters: Record<string, unknown>,
	redactor: Redactor,
): Record<string, unknown> {
	if (redactor.holdsSecret(route)) throw secretInAddress();
	if (files.has(route)) return parameters;
	return Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => [name, isJson(value) ? redactJson(value, redactor) : value]),
	);
}

/** What is no JSON (a signal, a hook of the client) is not sent. */
function isJson(value: unknown): value is JsonValue {
	return typeof value === 'string' || Array.isArray(value) || isJsonObject(value as JsonValue);
}

/** Changed, it would name something else. */
function secretInAddress(): CountersignError {
	return new CountersignError({
		code: 'github-secret',
		message: 'A branch or another name that would be sent to GitHub holds a credential, or what looks like one.',
		fix: 'Word the task without it, and revoke it where it is real.',
	});
}
