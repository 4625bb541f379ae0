import type { APIError } from 'openai';
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

const keyFix =
	'Set `OPENAI_API_KEY` to a valid key of the provider behind the base URL: the variable in a terminal; for the action the repository secret, passed as `openai-api-key`.';

type Errors = typeof import('openai');

/** Anything thrown by the SDK as an error of ours. The key never shows, even where a gateway echoes it. */
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

/** What a run without a key ends with, before anything is sent. */
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

/** An error inside a stream has no status, but often one in its code's place (OpenRouter, vLLM). */
function codeOf({ status, code, type }: APIError): ModelFailureCode {
	// OpenAI answers 429 also where there is nothing left to pay with, and that does not pass.
	if (code === 'insufficient_quota' || type === 'insufficient_quota') return 'model-refused';
	const told = status ?? Number(code ?? Number.NaN);
	if (told >= 400 && told < 600) return codeOfStatus(told);
	if (code === 'invalid_api_key' || type === 'authentication_error') return 'model-unauthorized';
	return type === 'invalid_request_error' ? 'model-refused' : 'model-overloaded';
}
