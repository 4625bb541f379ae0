import { describe, expect, test } from 'vitest';
import { insideOf, placeIn, placeLink } from '../../playground/page/threads/place.ts';
import {
	actionWords,
	inputLine,
	newsOf,
	offeredAnswers,
	runWord,
	threadWord,
} from '../../playground/page/threads/words.ts';
import type { CallView } from '../../playground/protocol.ts';
import { waitingRun, waitingThread, world } from './worlds.ts';

describe('the address', () => {
	test.each([
		['#threads', {}],
		['#threads?thread=3', { thread: 3 }],
		['#threads?thread=new', { thread: 'new' }],
		['#threads?thread=3&run=3-a&comment=12', { thread: 3, run: '3-a', comment: 12 }],
		['#threads?thread=-1', {}],
		['#threads?thread=3e2', {}],
		['#gate?x=1', undefined],
		['#threadsx', undefined],
		['', undefined],
	])('%s is read as a place', (hash, place) => {
		expect(placeIn(hash)).toEqual(place);
	});

	test('a link to a place is read as the same place', () => {
		for (const place of [{}, { thread: 3 }, { thread: 'new' }, { thread: 3, run: 'a&b', comment: 4 }] as const) {
			expect(placeIn(placeLink(place))).toEqual(place);
		}
	});

	test('only links to threads of this repository work', () => {
		const inside = insideOf({ github: 'http://127.0.0.1:4001', repository: 'octo-org/sample' });
		const start = 'http://127.0.0.1:4001/octo-org/sample';
		expect(inside(`${start}/issues/3`)).toBe('#threads?thread=3');
		expect(inside(`${start}/pull/5#issuecomment-12`)).toBe('#threads?thread=5&comment=12');
		for (const other of [
			`${start}/actions/runs/3`,
			`${start}.evil.example/issues/3`,
			'http://127.0.0.1:9999/octo-org/sample/issues/3',
			'#x',
		]) {
			expect(inside(other)).toBeUndefined();
		}
	});
});

describe('texts', () => {
	test('a run has a label for each state', () => {
		expect(runWord({ id: 'a', status: 'lost' })).toEqual({ text: 'runner lost', tone: 'bad' });
		const denied = { kind: 'denied', reason: 'expired', message: '' } as const;
		expect(runWord({ id: 'a', status: 'ended', outcome: denied })).toEqual({ text: 'denied', tone: 'bad' });
	});

	test('a call fits on one line, with invisible characters escaped', () => {
		expect(inputLine({ command: 'npm\n test', reason: 'x' })).toBe('npm test');
		expect(inputLine({ command: '\u001b[31mrm\u202e -rf' })).toBe('rm\\u{202e} -rf');
		expect(inputLine({ a: 1, b: ['x'] })).toBe('a: 1, b: [ "x" ]');
		expect(inputLine({ command: 'x'.repeat(500) })).toHaveLength(160);
	});

	test('the comment box suggests answers to the waiting calls', () => {
		expect(offeredAnswers(waitingThread.run, waitingRun.calls)).toEqual(['/approve A1', '/deny A1 because ']);
		expect(offeredAnswers({ id: 'a', status: 'running' }, waitingRun.calls)).toEqual([]);
		// A budget question waits without a call.
		const judged = waitingRun.calls.map((call): CallView => ({ ...call, state: 'done' }));
		expect(offeredAnswers(waitingThread.run, judged)).toEqual(['/approve', '/deny because ']);
	});

	test('a step says who writes what', () => {
		const { people } = world;
		expect(actionWords({ kind: 'comment', as: 'stranger', thread: 3, body: '/approve A1' }, people)).toBe(
			'@mallory writes: /approve A1',
		);
		expect(actionWords({ kind: 'pass-day' }, people)).toBeUndefined();
	});

	test('a thread is labelled with its kind and state', () => {
		expect(world.threads.map(threadWord)).toEqual(['Draft pull request', 'Closed issue', 'Open issue']);
	});

	test('news of a thread are reported once', () => {
		const { comments, run } = waitingThread;
		const before = { ...waitingThread, comments: comments.slice(0, -1), run: { id: 'a', status: 'running' } as const };
		expect(newsOf(before, waitingThread)).toBe('New comment by mallory. The run: waits for approval.');
		expect(newsOf(waitingThread, waitingThread)).toBe('');
		const starting = { ...waitingThread, starting: true };
		expect(newsOf(waitingThread, starting)).toBe('A job is starting.');
		expect(newsOf(starting, starting)).toBe('');
		expect(newsOf(undefined, waitingThread)).toBe('');
		expect(newsOf({ ...before, number: 9 }, { ...waitingThread, ...(run && { run }) })).toBe('');
	});
});
