import { describe, expect, test } from 'vitest';
import { dueRedeliveries, redeliverFailed } from '../../src/bot/redeliveries.ts';
import type { DeliveryAttempt, RequestPort } from '../../src/github/index.ts';

const now = new Date('2026-11-23T12:00:00Z');
const ago = (minutes: number): string => new Date(now.getTime() - minutes * 60_000).toISOString();
let nextId = 1;
const attempt = (guid: string, minutes: number, arrived = false): DeliveryAttempt => ({
	id: nextId++,
	guid,
	at: ago(minutes),
	arrived,
	event: 'issue_comment.created',
});

describe('a failed delivery', () => {
	test('is due after one minute, and never if one of its attempts arrived', () => {
		expect(dueRedeliveries([attempt('a', 0.5)], now)).toEqual([]);
		const due = attempt('b', 1);
		expect(dueRedeliveries([due, attempt('c', 5), attempt('c', 2, true)], now)).toEqual([due]);
	});

	test('is due sooner if the bot checks more often', () => {
		const due = attempt('d', 0.1);
		expect(dueRedeliveries([due], now, 10_000)).toEqual([due]);
		expect(dueRedeliveries([due], now, 20_000)).toEqual([]);
	});

	test('waits twice as long after each attempt, at most an hour', () => {
		const tries = (count: number, last: number) => [
			...Array.from({ length: count - 1 }, (_, at) => attempt(`n${count}`, last + 60 * (at + 1))),
			attempt(`n${count}`, last),
		];
		for (const [count, wait] of [
			[1, 1],
			[2, 2],
			[4, 8],
			[7, 60],
			[30, 60],
		] as const) {
			expect(dueRedeliveries(tries(count, wait - 0.1), now)).toEqual([]);
			expect(dueRedeliveries(tries(count, wait), now)).toHaveLength(1);
		}
	});

	test('is requested by its last attempt, the oldest delivery first', () => {
		const [old, young] = [attempt('old', 30), attempt('young', 4)];
		const due = dueRedeliveries([young, attempt('old', 90), old], now);
		expect(due).toEqual([old, young]);
	});
});

interface Asked {
	readonly route: string;
	readonly parameters: Readonly<Record<string, unknown>>;
}

/** A delivery log, newest first, two entries a page. It can filter, as newer servers do. */
function aLog(log: readonly DeliveryAttempt[], filters: boolean): { octokit: RequestPort; asked: Asked[] } {
	const asked: Asked[] = [];
	const newest = log.toSorted((one, other) => (one.at < other.at ? 1 : -1));
	const request: RequestPort['request'] = async (route, parameters = {}) => {
		asked.push({ route, parameters });
		if (route.startsWith('POST')) return { status: 202, data: {}, headers: {} };
		const listed = newest.filter(({ arrived }) => !(filters && parameters['status'] === 'failure' && arrived));
		const from = Number(parameters['cursor'] ?? 0);
		const data = listed.slice(from, from + 2).map(({ id, guid, at, arrived }) => ({
			...{ id, guid, delivered_at: at, status_code: arrived ? 200 : 503 },
			...{ event: 'issue_comment', action: 'created', installation_id: 1, repository_id: 2 },
		}));
		const next = `<https://api.example.com/app/hook/deliveries?cursor=${from + 2}>; rel="next"`;
		return { status: 200, data, headers: from + 2 < listed.length ? { link: next } : {} };
	};
	return { octokit: { request }, asked };
}

const posted = (asked: readonly Asked[]) =>
	asked.flatMap(({ route, parameters }) => (route.startsWith('POST') ? [parameters['delivery_id']] : []));

describe('the delivery log', () => {
	test.each([true, false])(
		'is read page by page, and due deliveries are requested again (server filters: %s)',
		async (filters) => {
			const lost = attempt('lost', 40);
			const log = [
				...[lost, attempt('came', 35), attempt('came', 3, true), attempt('fresh', 0.2), attempt('fine', 2, true)],
				...[attempt('gone', 5 * 24 * 60), attempt('fine too', 50, true)],
			];
			const { octokit, asked } = aLog(log, filters);
			const { failed, asked: due } = await redeliverFailed(octokit, now);
			expect(due.map(({ guid }) => guid)).toEqual(['lost']);
			expect(posted(asked)).toEqual([lost.id]);
			expect(failed).toBe(2);
		},
	);

	test.each([404, 422])('continues after a delivery that GitHub refuses to resend (%s)', async (status) => {
		const [stuck, lost] = [attempt('stuck', 60), attempt('lost', 40)];
		const { octokit, asked } = aLog([stuck, lost], true);
		const request: RequestPort['request'] = async (route, parameters) => {
			const answer = await octokit.request(route, parameters);
			if (parameters?.['delivery_id'] === stuck.id) throw Object.assign(new Error('no'), { status });
			return answer;
		};
		expect((await redeliverFailed({ request }, now)).asked).toEqual([lost]);
		expect(posted(asked)).toEqual([stuck.id, lost.id]);
	});

	test('is left alone when GitHub asks the bot to slow down', async () => {
		const { octokit, asked } = aLog([attempt('one', 60), attempt('other', 40)], true);
		const request: RequestPort['request'] = async (route, parameters) => {
			const answer = await octokit.request(route, parameters);
			if (route.startsWith('POST')) throw Object.assign(new Error('slower'), { status: 429 });
			return answer;
		};
		await expect(redeliverFailed({ request }, now)).rejects.toThrow('slower');
		expect(posted(asked)).toHaveLength(1);
	});

	test('costs one request if nothing failed', async () => {
		const { octokit, asked } = aLog([attempt('fine', 1, true)], true);
		expect(await redeliverFailed(octokit, now)).toEqual({ failed: 0, asked: [] });
		expect(asked).toHaveLength(1);
	});
});
