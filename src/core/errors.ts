import type { FailureCode } from './outcome.ts';

/** The parts of an error: the code, what happened, and what to do. */
export interface ErrorDetails {
	readonly code: FailureCode;
	readonly message: string;
	/** What to do now, in one sentence or one line to paste. */
	readonly fix: string;
	readonly cause?: unknown;
}

/** Our only error class, for outages and bad input, with a code from a fixed list. Bugs stay ordinary errors. */
export class CountersignError extends Error {
	readonly code: FailureCode;
	readonly fix: string;

	constructor({ code, message, fix, cause }: ErrorDetails) {
		super(message, cause === undefined ? undefined : { cause });
		this.name = 'CountersignError';
		this.code = code;
		this.fix = fix;
	}
}

/** Turns any thrown value into a CountersignError. A bug gets the code `internal` and keeps its cause. */
export function asCountersignError(thrown: unknown): CountersignError {
	if (thrown instanceof CountersignError) return thrown;
	const message = thrown instanceof Error ? thrown.message : String(thrown);
	return new CountersignError({
		code: 'internal',
		message: `Something went wrong that should not: ${message}`,
		fix: 'Please report it with the journal of this run; re-running the job resumes where it stopped.',
		cause: thrown,
	});
}

/**
 * Returns why something failed, from the error's innermost cause. An error of `fetch` only says that the request failed. The reason is in
 * the cause of that error, or in the errors of the cause, one for each address.
 */
export function rootCause(thrown: unknown, depth = 5): string {
	if (!(thrown instanceof Error)) return String(thrown);
	const inner = thrown instanceof AggregateError ? thrown.errors : thrown.cause === undefined ? [] : [thrown.cause];
	const deeper = depth === 0 ? [] : inner.map((one) => rootCause(one, depth - 1));
	return [...new Set(deeper)].join('; ') || thrown.message || 'it does not say why';
}
