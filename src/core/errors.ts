import type { FailureCode } from './outcome.ts';

/** What an error tells a tired person: what happened, and the line that says what to do. */
export interface ErrorDetails {
	readonly code: FailureCode;
	readonly message: string;
	/** What to do now, in one sentence or one line to paste. */
	readonly fix: string;
	readonly cause?: unknown;
}

/** The only error class of ours: an outage or bad input, with a code from the closed list. Bugs stay ordinary errors. */
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

/** Any thrown value as an error of ours: a bug becomes `internal` and keeps its cause. */
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
 * Why something failed, by its innermost cause. `fetch` itself only says that it failed; why is in its cause, or in the errors of that cause, one for
 * each address that was tried.
 */
export function rootCause(thrown: unknown, depth = 5): string {
	if (!(thrown instanceof Error)) return String(thrown);
	const inner = thrown instanceof AggregateError ? thrown.errors : thrown.cause === undefined ? [] : [thrown.cause];
	const deeper = depth === 0 ? [] : inner.map((one) => rootCause(one, depth - 1));
	return [...new Set(deeper)].join('; ') || thrown.message || 'it does not say why';
}
