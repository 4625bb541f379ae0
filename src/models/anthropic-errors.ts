import { APIConnectionError, APIError } from '@anthropic-ai/sdk';
import { CountersignError, type FailureCode } from '../core/index.ts';

type ModelFailure = Extract<FailureCode, `model-${string}`>;

const fixes: Readonly<Record<Exclude<ModelFailure, 'model-script'>, string>> = {
	'model-unauthorized':
		'Set the repository secret `ANTHROPIC_API_KEY` to a valid key of the provider, and pass it to the action.',
	'model-refused':
		"Correct what the provider's message names: mostly the model's name, or a conversation that is too long.",
	'model-overloaded': 'Wait some minutes and re-run the job: the run goes on where it stopped.',
	'model-unreachable':
		"Check the base URL and the runner's network, then re-run the job: the run goes on where it stopped.",
};

/** Anything thrown by the SDK as an error of ours. The key never shows, even where a gateway echoes it. */
export function asModelError(thrown: unknown, apiKey: string): unknown {
	if (thrown instanceof CountersignError) return thrown;
	const hide = (text: string) => (apiKey === '' ? text : text.replaceAll(apiKey, '***'));
	if (thrown instanceof APIError && !(thrown instanceof APIConnectionError)) return apiFailure(thrown, hide);
	if (isNetworkTrouble(thrown))
		return failure('model-unreachable', hide(`No answer from the model: ${chain(thrown)}.`));
	return thrown;
}

/** What a run without a key ends with, before anything is sent. */
export function missingKey(): CountersignError {
	return failure('model-unauthorized', 'There is no key for the model.');
}

export function failure(code: keyof typeof fixes, message: string): CountersignError {
	// No `cause`: the SDK's errors hold the provider's headers and body, and an error may be printed whole.
	return new CountersignError({ code, message, fix: fixes[code] });
}

function apiFailure(error: APIError, hide: (text: string) => string): CountersignError {
	const request = error.requestID ? ` (request ${error.requestID})` : '';
	const status = error.status === undefined ? '' : `${error.status} `;
	const said = short(error.apiMessage ?? error.message.replace(status, ''));
	const kind = error.type === null ? '' : `${error.type}: `;
	return failure(codeOf(error), hide(`The model's provider answered ${status}${kind}${said}${request}.`));
}

/** Threat: what a gateway answers, a page or an echo of the request, ends in a comment. */
function short(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

/** An error inside a stream has a type but no status. */
function codeOf({ status, type }: APIError): keyof typeof fixes {
	if (status === 401 || status === 403 || type === 'authentication_error' || type === 'permission_error')
		return 'model-unauthorized';
	const passing = ['overloaded_error', 'rate_limit_error', 'api_error', 'timeout_error'];
	if (status === undefined) return passing.includes(type ?? '') ? 'model-overloaded' : 'model-refused';
	return status === 408 || status === 409 || status === 429 || status >= 500 ? 'model-overloaded' : 'model-refused';
}

/** The SDK wraps a failed connection; a stream that is cut shows the runtime's own errors. */
function isNetworkTrouble(thrown: unknown): thrown is Error {
	if (thrown instanceof APIConnectionError || thrown instanceof SyntaxError) return true;
	return thrown instanceof TypeError && /terminated|fetch failed|network/i.test(thrown.message);
}

function chain(error: Error): string {
	const parts: string[] = [];
	for (let current: unknown = error; current instanceof Error && parts.length < 4; current = current.cause)
		if (!parts.includes(current.message)) parts.push(current.message);
	return parts.join(': ').replace(/\.$/, '');
}
