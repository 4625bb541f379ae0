import { CountersignError, isJsonObject, type JsonValue, type Redactor } from '../../core/index.ts';
import { redactJson } from '../../journal/index.ts';

/**
 * Routes that send the bytes of files. They are not redacted, because this would change the file. Other code refuses a delivery that
 * contains a secret.
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

/** Whether a parameter is JSON. Octokit does not send other values, such as an abort signal, so they are not redacted. */
function isJson(value: unknown): value is JsonValue {
	return typeof value === 'string' || Array.isArray(value) || isJsonObject(value as JsonValue);
}

/** Returns the error for an address that contains a secret. An address is not redacted, because it would then name another object. */
function secretInAddress(): CountersignError {
	return new CountersignError({
		code: 'github-secret',
		message: 'A branch or another name that would be sent to GitHub holds a credential, or what looks like one.',
		fix: 'Word the task without it, and revoke it where it is real.',
	});
}
