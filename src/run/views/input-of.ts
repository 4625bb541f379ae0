import type { JsonObject } from '../../core/index.ts';

const longestInput = 500;

/** Returns what a call is about, which is its first argument. */
export function inputOf(args: JsonObject = {}): string {
	const [first = ''] = Object.values(args);
	return (typeof first === 'string' ? first : JSON.stringify(first)).slice(0, longestInput);
}
