import { CountersignError, type ErrorDetails, type FailureCode, rootCause } from '../core/index.ts';

export type ModelFailureCode = Exclude<Extract<FailureCode, `model-${string}`>, 'model-script'>;

const fixes: Readonly<Record<ModelFailureCode, string>> = {
	'model-unauthorized': "Give the action a valid key of the model's provider.",
	'model-refused':
		"Correct what the provider's message names: mostly the model's name, or a conversation that is too long.",
	'model-overloaded': 'Wait some minutes and re-run the job: the run goes on where it stopped.',
	'model-unreachable':
		"Check the base URL and the runner's network, then re-run the job: the run goes on where it stopped.",
};

/** What is said of a failure beside its code and message. */
interface Circumstances {
	/** What to do, where the provider's own words are better than the usual ones. */
	readonly fix?: string;
	/** How long the provider asks to be left alone. */
	readonly waitMs?: number;
}

/** A model that did not answer. No `cause`: an SDK's errors hold the provider's headers and body, and an error may be printed whole. */
export class ModelFailure extends CountersignError {
	readonly waitMs: number;

	constructor(details: Omit<ErrorDetails, 'cause'>, waitMs: number) {
		super(details);
		this.waitMs = waitMs;
	}
}

export function failure(code: ModelFailureCode, message: string, { fix, waitMs }: Circumstances = {}): ModelFailure {
	return new ModelFailure({ code, message, fix: fix ?? fixes[code] }, waitMs ?? 0);
}

/** Whether the same request may succeed in a while. */
export function isTransient({ code }: CountersignError): boolean {
	return code === 'model-overloaded' || code === 'model-unreachable';
}

/** Reads a part of a reply. What is of another form than the provider's own is a failure of the provider, and has a name. */
export function readPart<T>(read: () => T): T {
	try {
		return read();
	} catch (thrown) {
		if (!(thrown instanceof TypeError || thrown instanceof RangeError)) throw thrown;
		throw failure('model-refused', `The model's server sent a reply of another form: ${short(thrown.message)}`, {
			fix: 'Re-run the job to ask it again, or choose another model.',
		});
	}
}

/** What an HTTP status of a provider means. */
export function codeOfStatus(status: number): ModelFailureCode {
	if (status === 401 || status === 403) return 'model-unauthorized';
	return status === 408 || status === 409 || status === 429 || status >= 500 ? 'model-overloaded' : 'model-refused';
}

/** Threat: what a gateway answers, a page or an echo of the request, ends in a comment. */
export function short(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

/** Takes keys out of a text, even where a gateway echoes them. */
export function hiding(secrets: string | readonly string[]): (text: string) => string {
	const known = (typeof secrets === 'string' ? [secrets] : secrets).filter((secret) => secret !== '');
	return (text) => known.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}

/** A failed connection or a stream that is cut, as the runtime tells of it. */
export function isNetworkTrouble(thrown: unknown): thrown is Error {
	if (thrown instanceof SyntaxError) return true;
	return thrown instanceof TypeError && /terminated|fetch failed|network/i.test(thrown.message);
}

/** An error's message with that of its innermost cause. */
export function chain(error: Error): string {
	return [...new Set([error.message, rootCause(error)])].join(': ').replace(/\.$/, '');
}

/** A reply without its end. */
export function brokenOff(): ModelFailure {
	return failure('model-unreachable', "The model's reply broke off before its end.");
}

/** What an SDK throws for what a provider answered, and where it got no answer. */
export interface SdkErrors<E extends Error> {
	readonly isAnswer: (thrown: unknown) => thrown is E;
	readonly isConnection: (thrown: unknown) => thrown is Error;
	readonly answered: (error: E, hide: (text: string) => string) => ModelFailure;
}

/** Anything thrown by an SDK as an error of ours. The key never shows, even where a gateway echoes it. */
export function asFailure<E extends Error>(
	given: unknown,
	secrets: string | readonly string[],
	sdk: SdkErrors<E>,
): unknown {
	const thrown = beneath(given, (cause) => cause instanceof CountersignError || isRefusal(cause, sdk));
	if (thrown instanceof CountersignError) return thrown;
	const hide = hiding(secrets);
	// The SDKs derive the one from the other.
	if (sdk.isConnection(thrown) || (!sdk.isAnswer(thrown) && isNetworkTrouble(thrown)))
		return failure('model-unreachable', hide(`No answer from the model: ${chain(thrown)}.`));
	return sdk.isAnswer(thrown) ? sdk.answered(thrown, hide) : thrown;
}

/** An answer with a status, not the trouble of a connection that derives from it. */
function isRefusal<E extends Error>(thrown: unknown, sdk: SdkErrors<E>): boolean {
	return sdk.isAnswer(thrown) && !sdk.isConnection(thrown);
}

/** A failed exchange of identities is told as a failed connection, with what it was as the cause. */
function beneath(thrown: unknown, isMeant: (cause: unknown) => boolean): unknown {
	for (let cause = thrown; cause instanceof Error; cause = cause.cause) if (isMeant(cause)) return cause;
	return thrown;
}

/** What a run without a key ends with, before anything is sent. */
export function withoutKey(fix: string): ModelFailure {
	return failure('model-unauthorized', 'There is no key for the model.', { fix });
}
