import { highestId } from '../report/index.ts';

/** More numbers than one thread needs for long. */
const room = 1000;

/**
 * The first number for new ids: behind all that were used. Where somebody wrote such a high one into a request that no answer could name
 * those behind it, behind the highest that leaves room.
 */
export function freeNumber(used: readonly number[]): number {
	const sorted = [0, ...used].filter((number) => number <= highestId).sort((a, b) => a - b);
	const last = sorted.findLast((number, index) => (sorted[index + 1] ?? highestId + 1) - number > room);
	return (last ?? Math.max(...sorted)) + 1;
}

/** Whether a request may show so many ids from this number on. */
export function isNameable(first: number, count: number): boolean {
	return first + count - 1 <= highestId;
}
