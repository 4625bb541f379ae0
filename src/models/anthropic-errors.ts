import type { APIError } from '@anthropic-ai/sdk';
import { providers } from '../core/index.ts';
import { waitMilliseconds } from './impatient-fetch.ts';
import {
	asFailure,
	codeOfStatus,
	failure,
	type ModelFailure,
	type ModelFailureCode,
	short,
	withoutKey,
} from './model-failure.ts';

const keyFix = `Set \`${providers.anthropic.key.variable}\` to a valid key of the provider: the variable in a terminal; for the action the repository secret, passed to it.`;

type Errors = typeof import('@anthropic-ai/sdk');

/** Converts anything that the SDK throws to our error. The error never contains the key, even if a gateway repeats it. */
export function asModelError(
	thrown: unknown,
	secrets: readonly string[],
	{ APIError, APIConnectionError }: Errors,
): unknown {
	return asFailure(thrown, secrets, {
		isAnswer: (error) => error instanceof APIError,
		isConnection: (error) => error instanceof APIConnectionError,
		answered: apiFailure,
	});
}

/** The error of a run without a key, thrown before anything is sent. */
export function missingKey(): ModelFailure {
	return withoutKey(keyFix);
}

function apiFailure(error: APIError, hide: (text: string) => string): ModelFailure {
	const request = error.requestID ? ` (request ${error.requestID})` : '';
	const status = error.status === undefined ? '' : `${error.status} `;
	const said = short(error.apiMessage ?? error.message.replace(status, ''));
	const kind = error.type === null ? '' : `${error.type}: `;
	const code = codeOf(error);
	return failure(code, hide(`The model's provider answered ${status}${kind}${said}${request}.`), {
		...(code === 'model-unauthorized' ? { fix: keyFix } : {}),
		waitMs: waitMilliseconds(error.headers),
	});
}

/** An error inside a stream has a type but no status. */
function codeOf({ status, type }: APIError): ModelFailureCode {
	if (type === 'authentication_error' || type === 'permission_error') return 'model-unauthorized';
	const passing = ['overloaded_error', 'rate_limit_error', 'api_error', 'timeout_error'];
	if (status === undefined) return passing.includes(type ?? '') ? 'model-overloaded' : 'model-refused';
	return codeOfStatus(status);
}
