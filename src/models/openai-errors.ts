import type { APIError } from 'openai';
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

const keyFix = `Set \`${providers.openai.key.variable}\` to a valid key for the base URL: the variable in a terminal; for the action the repository secret, passed as \`${providers.openai.key.input}\`.`;

type Errors = typeof import('openai');

/** Converts anything that the SDK throws to our error. The error never contains the key, even if a gateway repeats it. */
export function asOpenAiFailure(
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
export function missingOpenAiKey(): ModelFailure {
	return withoutKey(keyFix);
}

function apiFailure(error: APIError, hide: (text: string) => string): ModelFailure {
	const request = error.requestID ? ` (request ${error.requestID})` : '';
	const status = error.status === undefined ? '' : `${error.status} `;
	const kind = error.code ?? error.type ?? undefined;
	const said = short(error.message.replace(status, ''));
	const code = codeOf(error);
	const named = kind === undefined ? '' : `${String(kind)}: `;
	return failure(code, hide(`The model's provider answered ${status}${named}${said}${request}.`), {
		...(code === 'model-unauthorized' ? { fix: keyFix } : {}),
		waitMs: waitMilliseconds(error.headers),
	});
}

/** The code of an error. An error inside a stream has no status, but often has the status in `code` (OpenRouter, vLLM). */
function codeOf({ status, code, type }: APIError): ModelFailureCode {
	// OpenAI also answers 429 if the account has no money left. A retry does not help then.
	if (code === 'insufficient_quota' || type === 'insufficient_quota') return 'model-refused';
	const told = status ?? Number(code ?? Number.NaN);
	if (told >= 400 && told < 600) return codeOfStatus(told);
	if (code === 'invalid_api_key' || type === 'authentication_error') return 'model-unauthorized';
	return type === 'invalid_request_error' ? 'model-refused' : 'model-overloaded';
}
