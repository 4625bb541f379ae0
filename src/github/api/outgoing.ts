import { CountersignError, isJsonObject, type JsonValue, type Redactor } from '../../core/index.ts';
import { redactJson } from '../../journal/index.ts';

/**
 * Routes that send the bytes of files. A delivery with a secret is refused as a whole, because removing the secret would change the file.
 */
const files: ReadonlySet<string> = new Set([
	'POST /repos/{owner}/{repo}/git/trees',
	'POST /repos/{owner}/{repo}/git/blobs',
]);

/** Returns the parameters of a request without any secret. @throws CountersignError `github-secret` if the address contains one. */
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

/** A value that is not JSON, such as a signal or a hook of the client, is not sent, so it is not changed. */
function isJson(value: unknown): value is JsonValue {
	return typeof value === 'string' || Array.isArray(value) || isJsonObject(value as JsonValue);
}

/** The error for an address with a secret. The secret is not removed there, because the address would then name something else. */
function secretInAddress(): CountersignError {
	return new CountersignError({
		code: 'github-secret',
		message: 'A branch or another name that would be sent to GitHub holds a credential, or what looks like one.',
		fix: 'Word the task without it, and revoke it where it is real.',
	});
}
