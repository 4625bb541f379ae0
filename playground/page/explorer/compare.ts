import type { RunCall } from './run-calls.ts';

/** The same call in both runs. One side is missing if only one run made the call. */
export interface CallPair {
	readonly left?: RunCall;
	readonly right?: RunCall;
	readonly kind: 'same' | 'changed' | 'only-left' | 'only-right';
}

/** If runs have more calls, they are compared only at their start and at their end. */
const mostCompared = 1500;

/** Pairs the calls of two runs, in their order. Two calls are the same if their tools and arguments are the same. */
export function pairCalls(left: readonly RunCall[], right: readonly RunCall[]): readonly CallPair[] {
	const [keysLeft, keysRight] = [left.map(keyOf), right.map(keyOf)];
	let start = 0;
	while (start < left.length && start < right.length && keysLeft[start] === keysRight[start]) start++;
	let end = 0;
	const most = Math.min(left.length, right.length) - start;
	while (end < most && keysLeft.at(-1 - end) === keysRight.at(-1 - end)) end++;
	const middleLeft = left.slice(start, left.length - end);
	const middleRight = right.slice(start, right.length - end);
	return [
		...left.slice(0, start).map((call, index) => paired(call, right[index])),
		...pairMiddle(middleLeft, middleRight),
		...left.slice(left.length - end).map((call, index) => paired(call, right[right.length - end + index])),
	];
}

function pairMiddle(left: readonly RunCall[], right: readonly RunCall[]): readonly CallPair[] {
	if (left.length > mostCompared || right.length > mostCompared)
		return [...left.map((call) => paired(call, undefined)), ...right.map((call) => paired(undefined, call))];
	const lengths = commonLengths(left.map(keyOf), right.map(keyOf));
	const width = right.length + 1;
	const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
	const pairs: CallPair[] = [];
	let [row, column] = [0, 0];
	while (row < left.length && column < right.length) {
		const [one, other] = [left[row], right[column]];
		if (one !== undefined && other !== undefined && keyOf(one) === keyOf(other)) {
			pairs.push(paired(one, other));
			row++;
			column++;
		} else if (at(row + 1, column) >= at(row, column + 1)) pairs.push(paired(left[row++], undefined));
		else pairs.push(paired(undefined, right[column++]));
	}
	return [
		...pairs,
		...left.slice(row).map((call) => paired(call, undefined)),
		...right.slice(column).map((call) => paired(undefined, call)),
	];
}

/** Returns a table. For a position in each run, it says how many calls the rest of both runs have in common. */
function commonLengths(left: readonly string[], right: readonly string[]): Uint16Array {
	const width = right.length + 1;
	const lengths = new Uint16Array((left.length + 1) * width);
	for (let row = left.length - 1; row >= 0; row--)
		for (let column = right.length - 1; column >= 0; column--) {
			const skipped = Math.max(lengths[(row + 1) * width + column] ?? 0, lengths[row * width + column + 1] ?? 0);
			const both = (lengths[(row + 1) * width + column + 1] ?? 0) + 1;
			lengths[row * width + column] = left[row] === right[column] ? both : skipped;
		}
	return lengths;
}

function keyOf({ tool, input, args }: RunCall): string {
	return `${tool} ${args?.sha256 ?? JSON.stringify(input)}`;
}

function paired(left: RunCall | undefined, right: RunCall | undefined): CallPair {
	if (left === undefined) return right === undefined ? { kind: 'same' } : { right, kind: 'only-right' };
	if (right === undefined) return { left, kind: 'only-left' };
	const isSame = left.state === right.state && left.verdict.decision === right.verdict.decision;
	return { left, right, kind: isSame ? 'same' : 'changed' };
}
