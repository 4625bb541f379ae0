import { highestId } from '../../report/index.ts';

/** How many numbers must stay free. A thread needs far fewer. */
const room = 1000;

/**
 * Returns the first number for new ids, which is higher than all used numbers. If somebody writes a very high number into a request, almost
 * no higher ids are left. Then the function continues after the highest used number that has at least `room` free numbers after it.
 */
export function freeNumber(used: readonly number[]): number {
	const sorted = [0, ...used].filter((number) => number <= highestId).sort((a, b) => a - b);
	const last = sorted.findLast((number, index) => (sorted[index + 1] ?? highestId + 1) - number > room);
	return (last ?? Math.max(...sorted)) + 1;
}

/** Returns whether `count` ids, beginning with `first`, all stay within the highest id. */
export function isNameable(first: number, count: number): boolean {
	return first + count - 1 <= highestId;
}
