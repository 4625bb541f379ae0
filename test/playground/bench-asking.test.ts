import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startAsking, type WorkerEvents } from '../../playground/page/bench/asking.ts';
import type { Answer, Question } from '../../playground/page/bench/question.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const question = (tool: string): Question => ({ tool, args: {}, files: [], settings: [] });
const answer: Answer = { parts: [], texts: { raw: [], executed: [] }, declared: [], settings: [] };

/** A worker that answers when the test says so. */
function played() {
	const workers: { readonly events: WorkerEvents; readonly asked: string[]; isEnded: boolean }[] = [];
	const [told, failures]: [Answer[], string[]] = [[], []];
	const asking = startAsking({
		start: (events) => {
			const worker = { events, asked: [] as string[], isEnded: false };
			workers.push(worker);
			return {
				postMessage: ({ tool }) => worker.asked.push(tool),
				terminate: () => {
					worker.isEnded = true;
				},
			};
		},
		tell: (one) => told.push(one),
		fail: (why) => failures.push(why),
		limit: 1_000,
	});
	return { asking, workers, told, failures };
}

test('keeps only the newest question while the gate works', () => {
	const { asking, workers, told } = played();
	for (const tool of ['a', 'b', 'c']) asking.ask(question(tool));
	expect(workers[0]?.asked).toEqual(['a']);
	workers[0]?.events.answered(answer);
	expect(workers[0]?.asked).toEqual(['a', 'c']);
	expect(told).toHaveLength(0);
	workers[0]?.events.answered(answer);
	expect(told).toHaveLength(1);
	expect(workers).toHaveLength(1);
});

test('replaces a worker that takes too long and sends it the newest question', () => {
	const { asking, workers, failures } = played();
	asking.ask(question('slow'));
	asking.ask(question('next'));
	vi.advanceTimersByTime(1_000);
	expect(failures).toEqual(['The gate took longer than 1 seconds.']);
	expect(workers.map(({ asked, isEnded }) => [asked, isEnded])).toEqual([
		[['slow'], true],
		[['next'], false],
	]);
});

test('replaces a broken worker at the next question', () => {
	const { asking, workers, failures } = played();
	asking.ask(question('a'));
	workers[0]?.events.broken('its file cannot be loaded');
	expect(failures).toEqual(['The gate cannot run in this browser: its file cannot be loaded.']);
	expect(workers).toHaveLength(1);
	asking.ask(question('b'));
	expect(workers[1]?.asked).toEqual(['b']);
});

test('leaves no timer after it is closed', () => {
	const { asking, workers, failures } = played();
	asking.ask(question('a'));
	asking.close();
	expect(workers[0]?.isEnded).toBe(true);
	expect(vi.getTimerCount()).toBe(0);
	expect(failures).toEqual([]);
});
