import { CountersignError, nearestWord } from '../core/index.ts';

/** Creates the error for a refused policy. */
export function badPolicy(message: string, fix: string, cause?: unknown): CountersignError {
	return new CountersignError({ code: 'bad-policy', message, fix, ...(cause !== undefined && { cause }) });
}

/** Returns `; did you mean …?` if one of the choices is similar to the given word. Otherwise returns an empty string. */
export function meant(given: string, choices: readonly string[]): string {
	const near = nearestWord(given, choices);
	return near === undefined ? '' : `; did you mean \`${near}\`?`;
}
