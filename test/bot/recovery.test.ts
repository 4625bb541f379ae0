import { describe, expect, test, vi } from 'vitest';
import { type RecoveryPorts, recoverCommands, recoverDeliveries, startRecovery } from '../../src/bot/recovery.ts';
import type { Api, RequestPort } from '../../src/github/index.ts';

const now = () => new Date('2026-11-23T12:00:00Z');
const minutesAgo = (minutes: number): string =>
	new Date(now().getTime() - minutes * 60_000).toISOString().replace('.000', '');

/** A repository with one command for each of `people`, so many minutes old. A `broken` one throws. */
function anApi(minutes: number, broken = false, people = [1]): Api {
	const comments = people.map((person, index) => ({
		...{
			id: minutes + index,
			node_id: `IC_${index}`,
			body: '/agent fix it',
			user: { id: person, login: `p${person}`, type: 'User' },
		},
		...{ created_at: minutesAgo(minutes), updated_at: minutesAgo(minutes), html_url: '' },
		...{ issue_url: 'https://api.example.com/repos/o/r/issues/7' },
	}));
	const answer = async (route: string): Promise<unknown> => {
		if (broken) throw new Error('no access');
		if (route.endsWith('/issues/comments')) return comments;
		return route.includes('/runs') ? { total_count: 0, workflow_runs: [] } : [];
	};
	const graph = async ({
		variables,
	}: {
		readonly variables: { readonly ids: { readonly value: readonly string[] } };
	}) => ({
		nodes: variables.ids.value.map(() => ({ lastEditedAt: null })),
	});
	async function* pages(route: string) {
		yield { found: await answer(route), isLast: true };
	}
	return { list: answer, call: answer, find: answer, pages, graph } as unknown as Api;
}

function ports(repositories: readonly (readonly [string, Api])[], change: Partial<RecoveryPorts> = {}) {
	const served: string[] = [];
	const log = vi.fn();
	const app: RequestPort = { request: async () => ({ status: 200, data: [], headers: {} }) };
	const made: RecoveryPorts = {
		app: async () => app,
		async *repositories() {
			for (const [name, api] of repositories) yield { name, api };
		},
		serve: async ({ command, thread }, { name }) => {
			served.push(`${name} ${command} #${thread}`);
			return { kind: 'dispatched' };
		},
		look: async () => ({ workflow: 'countersign.yml', self: 'countersign[bot]' }),
		now,
		log,
		...change,
	};
	return { made, served, log };
}

describe('recovery', () => {
	test('serves missed commands: one day back at the start, later 90 minutes, never the last three', async () => {
		const all = [2, 10, 100, 23 * 60, 25 * 60].map((minutes) => [`o/${minutes}`, anApi(minutes)] as const);
		const atStart = ports(all);
		expect(await recoverCommands(atStart.made, true)).toBe(3);
		expect(atStart.served).toEqual(['o/10 comment/10 #7', 'o/100 comment/100 #7', 'o/1380 comment/1380 #7']);
		const later = ports(all);
		await recoverCommands(later.made, false);
		expect(later.served).toEqual(['o/10 comment/10 #7']);
	});

	test('leaves recent commands alone for a shorter time if it checks more often', async () => {
		const often = ports([['o/2', anApi(2)]], { times: { deliveries: 60_000, commands: 60_000 } });
		expect(await recoverCommands(often.made, false)).toBe(1);
		const seldom = ports([['o/2', anApi(2)]], { times: { deliveries: 60_000, commands: 1_200_000 } });
		expect(await recoverCommands(seldom.made, false)).toBe(0);
	});

	test('checks an unauthorized user once per round, however many commands they wrote', async () => {
		const asked: number[] = [];
		const serve: RecoveryPorts['serve'] = async ({ actor }) => {
			asked.push(actor.id);
			return { kind: actor.id === 2 ? 'refused' : 'dispatched' };
		};
		const { made } = ports([['o/r', anApi(10, false, [2, 1, 2, 2, 1])]], { serve });
		await recoverCommands(made, false);
		expect(asked).toEqual([2, 1, 1]);
	});

	test('logs a repository that fails, and continues with the others', async () => {
		const { made, served, log } = ports([
			['o/broken', anApi(10, true)],
			['o/fine', anApi(10)],
		]);
		expect(await recoverCommands(made, false)).toBe(1);
		expect(served).toEqual(['o/fine comment/10 #7']);
		expect(log).toHaveBeenCalledWith('warn', expect.any(String), { repository: 'o/broken', why: 'no access' });
	});

	test('survives a delivery log and a list of repositories that cannot be read', async () => {
		const request = () => Promise.reject(new Error('503'));
		const repositories = () => ({
			[Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('502')) }),
		});
		const { made, log } = ports([], { app: async () => ({ request }), repositories });
		expect(await recoverDeliveries(made)).toBe(0);
		expect(await recoverCommands(made, true)).toBe(0);
		expect(log.mock.calls.map(([level, , facts]) => [level, facts])).toEqual([
			['warn', { why: '503' }],
			['warn', { why: '502' }],
		]);
	});

	test('starts at once, repeats, and stops after its current round', async () => {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
		try {
			const request = vi.fn(async () => ({ status: 200, data: [], headers: {} }));
			const { made } = ports([], { app: async () => ({ request }) });
			const recovery = startRecovery(made, { deliveries: 1000, commands: 10_000 });
			vi.advanceTimersByTime(2000);
			await vi.waitFor(() => expect(request.mock.calls.length).toBeGreaterThanOrEqual(2));
			await recovery.stop();
			const before = request.mock.calls.length;
			vi.advanceTimersByTime(60_000);
			await recovery.stop();
			expect(request.mock.calls.length).toBe(before);
		} finally {
			vi.useRealTimers();
		}
	});
});
