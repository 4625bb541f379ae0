import { CountersignError, type ErrorDetails, type FailureCode, rootCause } from '../core/index.ts';

export type ModelFailureCode = Exclude<Extract<FailureCode, `model-${string}`>, 'model-script'>;

interface FailureTraits {
	/** What a person can do. */
	readonly fix: string;
	/** Whether the same request may succeed later. */
	readonly isTransient: boolean;
}

const failures: Readonly<Record<ModelFailureCode, FailureTraits>> = {
	'model-unauthorized': { fix: "Give the action a valid key of the model's provider.", isTransient: false },
	'model-refused': {
		fix: "Correct what the provider's message names: mostly the model's name, or a conversation that is too long.",
		isTransient: false,
	},
	'model-overloaded': {
		fix: 'Wait some minutes and re-run the job: the run goes on where it stopped.',
		isTransient: true,
	},
	'model-unreachable': {
		fix: "Check the base URL and the runner's network, then re-run the job: the run goes on where it stopped.",
		isTransient: true,
	},
};

/** Additional facts about a failure. */
interface Circumstances {
	/** What to do, if the provider's advice is better than ours. */
	readonly fix?: string;
	/** The wait that the provider asks for. */
	readonly waitMs?: number;
}

/**
 * The error of a model that did not answer. It has no `cause`, because an SDK's error contains the provider's headers and body, and an
 * error may be printed completely.
 */
export class ModelFailure extends CountersignError {
	readonly waitMs: number;

	constructor(details: Omit<ErrorDetails, 'cause'>, waitMs: number) {
		super(details);
		this.waitMs = waitMs;
	}
}

export function failure(code: ModelFailureCode, message: string, { fix, waitMs }: Circumstances = {}): ModelFailure {
	return new ModelFailure({ code, message, fix: fix ?? failures[code].fix }, waitMs ?? 0);
}

/** Whether the same request may succeed later. */
export function isTransient({ code }: CountersignError): boolean {
	return isModelFailure(code) && failures[code].isTransient;
}

function isModelFailure(code: FailureCode): code is ModelFailureCode {
	return Object.hasOwn(failures, code);
}

/** Reads a part of a reply. If the part has an unexpected form, it throws a named failure of the provider. */
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

/** The error code for an HTTP status of a provider. */
export function codeOfStatus(status: number): ModelFailureCode {
	if (status === 401 || status === 403) return 'model-unauthorized';
	return status === 408 || status === 409 || status === 429 || status >= 500 ? 'model-overloaded' : 'model-refused';
}

/** Shortens a text. Threat: the answer of a gateway, such as a page or an echo of the request, is posted in a comment. */
export function short(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

/** Returns a function that removes keys from a text, even if a gateway repeats them. */
export function hiding(secrets: string | readonly string[]): (text: string) => string {
	const known = (typeof secrets === 'string' ? [secrets] : secrets).filter((secret) => secret !== '');
	return (text) => known.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}

/** Whether the runtime reports a failed connection or a broken stream. */
export function isNetworkTrouble(thrown: unknown): thrown is Error {
	if (thrown instanceof SyntaxError) return true;
	return thrown instanceof TypeError && /terminated|fetch failed|network/i.test(thrown.message);
}

/** An error's message together with the message of its innermost cause. */
export function chain(error: Error): string {
	return [...new Set([error.message, rootCause(error)])].join(': ').replace(/\.$/, '');
}

/** The error for a reply without an end. */
export function brokenOff(): ModelFailure {
	return failure('model-unreachable', "The model's reply broke off before its end.");
}

/** The errors that an SDK throws for an answer, and for no answer. */
export interface SdkErrors<E extends Error> {
	readonly isAnswer: (thrown: unknown) => thrown is E;
	readonly isConnection: (thrown: unknown) => thrown is Error;
	readonly answered: (error: E, hide: (text: string) => string) => ModelFailure;
}

/** Converts anything that an SDK throws to our error. The error never contains the key, even if a gateway repeats it. */
export function asFailure<E extends Error>(
	given: unknown,
	secrets: string | readonly string[],
	sdk: SdkErrors<E>,
): unknown {
	const thrown = beneath(given, (cause) => cause instanceof CountersignError || isRefusal(cause, sdk));
	if (thrown instanceof CountersignError) return thrown;
	const hide = hiding(secrets);
	// The SDKs derive the connection error from the answer error.
	if (sdk.isConnection(thrown) || (!sdk.isAnswer(thrown) && isNetworkTrouble(thrown)))
		return failure('model-unreachable', hide(`No answer from the model: ${chain(thrown)}.`));
	return sdk.isAnswer(thrown) ? sdk.answered(thrown, hide) : thrown;
}

/** Whether the SDK threw an answer with a status. False for a connection error, although its class derives from the class of answers. */
function isRefusal<E extends Error>(thrown: unknown, sdk: SdkErrors<E>): boolean {
	return sdk.isAnswer(thrown) && !sdk.isConnection(thrown);
}

/** The cause of a failed connection, if `isMeant` accepts the cause. The SDKs report a failed identity exchange in this form. */
function beneath(thrown: unknown, isMeant: (cause: unknown) => boolean): unknown {
	for (let cause = thrown; cause instanceof Error; cause = cause.cause) if (isMeant(cause)) return cause;
	return thrown;
}

/** The error of a run without a key, thrown before anything is sent. */
export function withoutKey(fix: string): ModelFailure {
	return failure('model-unauthorized', 'There is no key for the model.', { fix });
}
