import { CountersignError, nearestWord } from '../core/index.ts';

/** The error of a policy that is refused. */
export function badPolicy(message: string, fix: string, cause?: unknown): CountersignError {
	return new CountersignError({ code: 'bad-policy', message, fix, ...(cause !== undefined && { cause }) });
}

/** `; did you mean …?`, where something near enough is there to be meant. */
export function meant(given: string, choices: readonly string[]): string {
	const near = nearestWord(given, choices);
	return near === undefined ? '' : `; did you mean \`${near}\`?`;
}
