import type { JsonObject } from '../../core/index.ts';

const longestInput = 500;

/** Returns the first argument of a call, which says best what the call is about. */
export function inputOf(args: JsonObject = {}): string {
	const [first = ''] = Object.values(args);
	return (typeof first === 'string' ? first : JSON.stringify(first)).slice(0, longestInput);
}
