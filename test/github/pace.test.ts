import { expect, it, test } from 'vitest';
import { z } from 'zod';
import { patienceOf } from '../../src/github/api/patience.ts';
import { createApi, createPace } from '../../src/github/index.ts';

const start = Date.parse('2026-11-21T12:00:00.000Z');
const comment = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';

/** A clock that moves only during `sleep`. */
function aClock() {
	let at = start;
	const waits: number[] = [];
	const sleep = async (milliseconds: number): Promise<void> => {
		waits.push(milliseconds);
		at += milliseconds;
	};
	return { now: () => new Date(at), sleep, waits, passed: () => at - start };
}

async function send(count: number, clock: ReturnType<typeof aClock>, route = comment): Promise<void> {
	const pace = createPace(clock);
	for (let index = 0; index < count; index++) await pace.before(route);
}

it.each([
	[1, 0],
	[10, 0],
	[11, 10_000],
	[60, 50_000],
	[500, 490_000],
	[501, 3_600_000],
])('spreads %i writes over %i ms', async (count, passed) => {
	const clock = aClock();
	await send(count, clock);
	expect(clock.passed()).toBe(passed);
});

it.each([
	'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
	'POST /repos/{owner}/{repo}/git/blobs',
	'PATCH /repos/{owner}/{repo}/git/refs/{ref}',
])('does not delay %s', async (route) => {
	const clock = aClock();
	await send(20, clock, route);
	expect(clock.waits).toEqual([]);
});

it('counts concurrent writes, and waits no longer than necessary', async () => {
	const clock = aClock();
	const pace = createPace(clock);
	for (let index = 0; index < 9; index++) await pace.before(comment);
	await Promise.all([pace.before(comment), pace.before(comment)]);
	expect(clock.waits).toEqual([10_000]);
	await clock.sleep(10_000);
	await pace.before(comment);
	expect(clock.waits).toEqual([10_000, 10_000]);
});

it('sends no write while GitHub asks it to wait', async () => {
	const clock = aClock();
	const pace = createPace(clock);
	pace.hold(30_000);
	await pace.before(comment);
	expect(clock.waits).toEqual([30_000]);
});

function limited(headers: object, status = 403, message = 'No'): Error {
	return Object.assign(new Error(message), { status, response: { headers } });
}

const spent = (seconds: number) => ({
	'x-ratelimit-remaining': '0',
	'x-ratelimit-reset': String(start / 1000 + seconds),
});

test.each<[string, Error, number | undefined]>([
	['the answer has a retry-after', limited({ 'retry-after': '7', ...spent(20) }), 7_000],
	['the limit is used up for 20 seconds', limited(spent(20)), 21_000],
	['the limit is used up for 50 minutes', limited(spent(3_000)), 3_001_000],
	['the limit was used up until now', limited(spent(-5)), 1_000],
	['the limit is not used up', limited({ ...spent(20), 'x-ratelimit-remaining': '3' }), undefined],
	['a secondary limit names no time', limited({}, 403, 'You have exceeded a secondary rate limit.'), 60_000],
	['a 404 mentions a secondary limit', limited({}, 404, 'secondary rate limit'), undefined],
	['the answer is a plain refusal', limited({}), undefined],
])('the wait that GitHub asks for is read correctly if %s', (_what, error, expected) => {
	expect(patienceOf(error, new Date(start))).toBe(expected);
});

test('the API waits until the limit is reset, and then writes', async () => {
	const clock = aClock();
	const answers = [limited(spent(20)), limited({}, 403, 'You have exceeded a secondary rate limit.')];
	const routes: string[] = [];
	const octokit = {
		request: async (route: string) => {
			routes.push(route);
			const error = answers.shift();
			if (error !== undefined) throw error;
			return { status: 201, data: {}, headers: {} };
		},
	};
	const { sleep, now } = clock;
	const api = createApi({ octokit, owner: 'acme', repo: 'widgets', webUrl: '', sleep, now, pace: createPace(clock) });
	await api.call(comment, z.unknown());
	await api.call(comment, z.unknown());
	expect(routes).toHaveLength(4);
	expect(clock.waits).toEqual([21_000, 60_000]);
});

test('a write fails at once if its limit is used up for longer than a job waits', async () => {
	const clock = aClock();
	const octokit = { request: () => Promise.reject(limited(spent(3_000))) };
	const { sleep, now } = clock;
	const api = createApi({ octokit, owner: 'acme', repo: 'widgets', webUrl: '', sleep, now, pace: createPace(clock) });
	for (let word = 0; word < 2; word += 1)
		await expect(api.call(comment, z.unknown())).rejects.toMatchObject({ code: 'github-unreachable' });
	expect(clock.waits).toEqual([]);
});
