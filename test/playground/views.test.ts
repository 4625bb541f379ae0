import { expect, test } from 'vitest';
import { createViews, keyOf, type ViewKey } from '../../playground/page/threads/views.ts';

/** Views whose fetches end when the test says so. */
function views() {
	const fetches: {
		readonly key: ViewKey;
		readonly end: (value: unknown) => void;
		readonly fail: (why: string) => void;
	}[] = [];
	const made = createViews(
		(key) =>
			new Promise((resolve, reject) => {
				fetches.push({ key, end: resolve, fail: (why) => reject(new Error(why)) });
			}),
		() => Promise.resolve(),
	);
	return { ...made, fetches };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a view is fetched when it is first watched, and its watchers are notified', async () => {
	const { watch, get, fetches } = views();
	let told = 0;
	watch('thread/3', () => {
		told += 1;
	});
	watch('thread/3', () => undefined);
	expect(fetches.map(({ key }) => key)).toEqual(['thread/3']);
	expect(get('thread/3')).toEqual({});
	fetches[0]?.end({ number: 3 });
	await settled();
	expect(told).toBe(1);
	expect(get('thread/3')).toEqual({ value: { number: 3 } });
});

test('many changes during a fetch cause one more fetch', async () => {
	const { watch, refresh, get, fetches } = views();
	watch('world', () => undefined);
	for (let count = 0; count < 20; count++) refresh('world');
	expect(fetches).toHaveLength(1);
	fetches[0]?.end('old');
	await settled();
	expect(fetches).toHaveLength(2);
	fetches[1]?.end('new');
	await settled();
	expect(get('world')).toEqual({ value: 'new' });
	expect(fetches).toHaveLength(2);
});

test('a failed fetch keeps the last state and shows the error', async () => {
	const { watch, refresh, get, fetches } = views();
	watch('run/a', () => undefined);
	fetches[0]?.end('old');
	await settled();
	refresh('run/a');
	await settled();
	fetches[1]?.fail('There is no such view.');
	await settled();
	expect(get('run/a')).toEqual({ value: 'old', trouble: 'There is no such view.' });
});

test('an unwatched view is not fetched, and is fetched again when it is watched', async () => {
	const { watch, refresh, refreshAll, fetches } = views();
	const leave = watch('run/a', () => undefined);
	fetches[0]?.end('old');
	await settled();
	leave();
	refresh('run/a');
	refreshAll();
	await settled();
	expect(fetches).toHaveLength(1);
	watch('run/a', () => undefined);
	expect(fetches).toHaveLength(2);
});

test('keyOf returns the key of each view', () => {
	expect(keyOf({ view: 'world' })).toBe('world');
	expect(keyOf({ view: 'thread', number: 3 })).toBe('thread/3');
	expect(keyOf({ view: 'run', id: '3-a' })).toBe('run/3-a');
});
