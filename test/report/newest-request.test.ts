import { expect, test } from 'vitest';
import { newestRequestOf, partMarker, requestMarker } from '../../src/report/index.ts';

const run = '7-0123456789ab';
/** As posted, with the time of the question. */
const markerOf = (of: string, name: string, askedAt: number) => `${requestMarker(of, [name])}:${askedAt}`;
const said = (id: number, marker: string) => ({ id, body: `May I?\n\n<!-- ${marker} -->` });

const first = markerOf(run, 'first', 1_795_399_877_475);
const second = markerOf(run, 'second', 1_795_399_877_999);

test('returns all comments of the newest request of the run, and no others', () => {
	const own = [
		said(1, first),
		said(2, partMarker(second, 1)),
		said(3, partMarker(second, 2)),
		said(4, second),
		said(5, markerOf('7-ba9876543210', 'second', 1_795_399_878_999)),
		said(6, `countersign:progress:${run}`),
	];
	expect(newestRequestOf(run, own).map(({ id }) => id)).toEqual([2, 3, 4]);
	expect(newestRequestOf(run, own.slice(0, 1)).map(({ id }) => id)).toEqual([1]);
	expect(newestRequestOf(run, own.slice(4))).toEqual([]);
});

test('treats the same question asked again as a new request', () => {
	const again = markerOf(run, 'first', 1_795_399_900_000);
	expect(newestRequestOf(run, [said(1, first), said(2, again)]).map(({ id }) => id)).toEqual([2]);
});

test('also finds a request without a time', () => {
	const plain = requestMarker(run, ['first']);
	expect(newestRequestOf(run, [said(1, partMarker(plain, 1)), said(2, plain)])).toHaveLength(2);
});
