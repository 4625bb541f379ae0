import { expect, test } from 'vitest';
import { readInputs } from '../../src/config/index.ts';
import type { StandingRun } from '../../src/core/index.ts';
import type { Incoming } from '../../src/github/index.ts';
import type { GitHubJobContext } from '../../src/job/job-context.ts';
import { skipped } from '../../src/job/skip.ts';
import { taskDigest } from '../../src/job/standing.ts';
import { standingText } from '../../src/report/index.ts';
import { runIdOf } from '../../src/run/index.ts';
import { aGitHub, anApi, lines } from './support.ts';

const bot = { login: 'github-actions[bot]', type: 'Bot' };
const sha = 'a'.repeat(40);
const task = 'Follow the skill "docs-sync".';
const incoming = {
	...{ kind: 'start', trigger: 'schedule', actor: { id: 1, login: 'octocat' }, onPullRequest: false },
	...{ task, key: 'schedule/42', defaultBranch: 'main' },
} as const satisfies Extract<Incoming, { kind: 'start' }>;

function aRun(more: Partial<StandingRun> = {}): StandingRun {
	const ended = { outcome: 'completed', reason: 'answered', sha } as const;
	const told = { what: 'docs-sync', task: taskDigest(task), begunAt: '2026-11-16T05:23:00.000Z', waits: [] };
	return { run: '7-0123456789ab', ...told, ...ended, ...more };
}

const marked = (run: string, end = 'f'.repeat(16)): string =>
	`words\n\n<!-- countersign:pull-request:${run}:${end} -->`;

function aPull(body: string, { login = bot.login, home = 'acme/widgets' } = {}): object {
	return {
		...{ number: 12, state: 'open', title: 'x', body, html_url: 'https://github.example/acme/widgets/pull/12' },
		...{ user: { login }, head: { sha, ref: 'x', repo: { full_name: home } }, base: { ref: 'main' } },
	};
}

interface Situation {
	readonly runs?: readonly StandingRun[];
	readonly pulls?: readonly object[];
	readonly skipIf?: string;
	readonly start?: Extract<Incoming, { kind: 'start' }>;
}

async function skip({ runs, pulls = [], skipIf = 'no-changes, own-pull-request', start = incoming }: Situation) {
	const place = { page: 'https://github.example/acme/widgets', thread: 7, now: new Date(0) };
	const body = `${standingText(runs ?? [], place)}\n\n<!-- countersign:standing:docs -->`;
	const asked = aGitHub(({ path }) => {
		if (path === '/pulls') return [200, pulls];
		return [200, runs === undefined ? [] : [{ number: 7, state: 'open', body, user: bot }]];
	});
	const given: Readonly<Record<string, string>> = { 'github-token': 'x', 'skip-if': skipIf };
	const inputs = readInputs((name) => given[name] ?? '', {});
	const clock = { now: () => new Date('2026-11-23T05:23:00.000Z') };
	const facts = { inputs, environment: { workflow: 'docs', refName: 'main', sha } };
	const context = { facts, ports: { clock, api: anApi() } };
	const outcome = await skipped(start, context as unknown as GitHubJobContext);
	return { reason: outcome?.reason, message: outcome?.message, asked: lines(asked) };
}

test('a run is skipped with one request if nothing changed since the last good run', async () => {
	expect(await skip({ runs: [aRun()] })).toEqual({
		reason: 'no-changes',
		message: 'Nothing was committed to `main` since the last run that ended well.',
		asked: ['GET /issues'],
	});
});

test.each<[string, readonly StandingRun[] | undefined]>([
	['there was no run before', undefined],
	['its issue lists no run', []],
	['something was committed', [aRun({ sha: 'b'.repeat(40) })]],
	['the last run failed', [aRun({ outcome: 'failed', reason: 'internal' })]],
	['the last run waits', [aRun({ outcome: 'waiting', reason: 'approval-pending' })]],
	['the last run reached its cap', [aRun({ reason: 'budget-exhausted' })]],
	['the last run had another task', [aRun({ task: taskDigest('another') })]],
	[
		'only an older run was at this commit',
		[aRun({ sha: 'b'.repeat(40) }), aRun({ begunAt: '2026-11-09T05:23:00.000Z' })],
	],
])('a run starts if %s', async (_what, runs) => {
	expect((await skip({ ...(runs === undefined ? {} : { runs }), skipIf: 'no-changes' })).reason).toBeUndefined();
});

test('a run is skipped with two requests if its own pull request is open', async () => {
	const changed = aRun({ sha: 'b'.repeat(40) });
	const { reason, message, asked } = await skip({ runs: [changed], pulls: [aPull(marked(changed.run))] });
	expect(reason).toBe('own-pull-request-open');
	expect(message).toContain('#12');
	expect(asked).toEqual(['GET /issues', 'GET /pulls']);
});

test.each<[string, object]>([
	['of another thread', aPull(marked('77-0123456789ab'))],
	['of a person with our marker', aPull(marked('7-0123456789ab'), { login: 'eve' })],
	['from a fork', aPull(marked('7-0123456789ab'), { home: 'eve/widgets' })],
	['of a standing approval', aPull(marked('7-0123456789ab', 'always-A1'))],
	['without a marker', aPull('words')],
	['of another task of this workflow', aPull(marked('7-bbbbbbbbbbbb'))],
	['of this run after its job died', aPull(marked(runIdOf(7, incoming.key)))],
])('a pull request %s does not prevent a run', async (_what, pull) => {
	const runs = [aRun({ sha: 'b'.repeat(40) }), aRun({ run: '7-bbbbbbbbbbbb', task: taskDigest('another') })];
	expect((await skip({ runs, pulls: [pull] })).reason).toBeUndefined();
});

test.each([
	['a dispatched run always starts', { start: { ...incoming, trigger: 'dispatch' as const } }],
	['a run without `skip-if` always starts', { skipIf: '' }],
])('%s, without a request', async (_why, situation) => {
	expect(await skip({ runs: [aRun()], ...situation })).toMatchObject({ reason: undefined, asked: [] });
});
