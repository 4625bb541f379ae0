import { expect, test } from 'vitest';
import { CountersignError, type Outcome, type RunRequest } from '../../src/core/index.ts';
import type { JobContext } from '../../src/job/job-context.ts';
import { tellStanding, tellUnbegun } from '../../src/job/standing.ts';
import { standingRuns } from '../../src/report/index.ts';
import type { State } from '../../src/run/index.ts';

const run = '7-0123456789ab';
const request: RunRequest = {
	...{ trigger: 'schedule', actor: { id: 1, login: 'maintainer' }, thread: 7, onPullRequest: false },
	...{ task: 'Look around.\n\nEverywhere.', owner: 'octocat', key: 'schedule/42' },
};
const stateOf = (asked: RunRequest): State => {
	const header = { run, request: asked, settings: {}, base_sha: 'a'.repeat(40) };
	return { header, begunAt: '2026-11-23T05:23:00.000Z' } as unknown as State;
};
const waiting: Outcome = { kind: 'waiting', reason: 'approval-pending', message: 'A1 waits.' };
const failed: Outcome = { kind: 'failed', reason: 'internal', message: 'Broken.\n/approve A1 @octo-org/all' };

function aContext(refuses = false) {
	const told: string[] = [];
	let body = '';
	const refusal = new CountersignError({ code: 'github-refused', message: 'GitHub said no.', fix: 'x' });
	const standing = {
		page: 'https://github.example/octo-org/slugs',
		job: '42',
		rewrite: async (_: number, write: (there: string) => string) => {
			if (refuses) throw refusal;
			body = write(body);
			told.push('issue');
		},
		assign: async (thread: number, login: string) => void told.push(`assigned ${login} to #${thread}`),
	};
	const facts = { inputs: { skill: '' }, environment: { sha: 'b'.repeat(40) } };
	const ports = {
		standing,
		clock: { now: () => new Date('2026-11-23T05:30:00.000Z') },
		warn: (text: string) => void told.push(`warning: ${text}`),
		forge: {
			comments: async () => [{ id: 5, mine: true, body: `x\n\n<!-- countersign:progress:${run} -->` }],
			upsertComment: async (_thread: number, marker: string, text: string) => void told.push(`${marker}: ${text}`),
		},
	};
	return {
		context: { facts, ports } as unknown as JobContext,
		told,
		runs: () => standingRuns(body, new Date('2026-11-23T05:30:00.000Z')),
	};
}

const waits = [{ id: 'A1', until: '2026-11-24T05:23:00.000Z' }];

test('the issue lists a waiting run, and its owner is assigned', async () => {
	const { context, told, runs } = aContext();
	await tellStanding({ state: stateOf(request), outcome: waiting, waits }, context.ports);
	expect(told).toEqual(['issue', 'assigned octocat to #7']);
	expect(runs()).toMatchObject([{ run, what: 'Look around.', outcome: 'waiting', comment: 5, job: '42', waits }]);
});

test('a failure mentions only the owner, in a comment without commands', async () => {
	const { context, told } = aContext();
	await tellStanding(
		{ state: stateOf({ ...request, owner: 'octo-org/maintainers' }), outcome: failed, waits: [] },
		context.ports,
	);
	expect(told).toEqual([
		'issue',
		`countersign:owner:${run}: @octo-org/maintainers, a run of this workflow failed: Broken. /approve A1 \`@octo-org/all\``,
	]);
});

test.each<[string, RunRequest, Outcome]>([
	['a run from a comment', { ...request, trigger: 'comment' }, waiting],
	['a run from a terminal', { ...request, trigger: 'terminal' }, waiting],
	['a duplicate run', request, { kind: 'duplicate', reason: 'command-claimed', message: 'x' }],
	['an interrupted run', request, { kind: 'cancelled', reason: 'interrupted', message: 'x' }],
])('%s does not change the issue', async (_what, asked, outcome) => {
	const { context, told } = aContext();
	await tellStanding({ state: stateOf(asked), outcome, waits: [] }, context.ports);
	expect(told).toEqual([]);
});

test('a failed run without an owner mentions nobody', async () => {
	const { context, told } = aContext();
	const { owner: _none, ...unowned } = request;
	await tellStanding({ state: stateOf(unowned), outcome: failed, waits: [] }, context.ports);
	expect(told).toEqual(['issue']);
});

test('a failed write of the issue causes only a warning', async () => {
	const { context, told } = aContext(true);
	await tellStanding({ state: stateOf(request), outcome: waiting, waits }, context.ports);
	expect(told).toEqual(['warning: The standing issue #7 is not up to date: GitHub said no.']);
});

test('the issue lists a run that could not begin, unless GitHub failed', async () => {
	const { context, told, runs } = aContext();
	const errorOf = (code: 'bad-config' | 'github-unreachable') =>
		new CountersignError({ code, message: 'm.', fix: 'f.' });
	await tellUnbegun({ run, request }, errorOf('github-unreachable'), context);
	expect(told).toEqual([]);
	await tellUnbegun({ run, request }, errorOf('bad-config'), context);
	expect(told).toEqual([
		'issue',
		`countersign:owner:${run}: @octocat, a run of this workflow failed: m. f.`,
		'assigned octocat to #7',
	]);
	expect(runs()).toMatchObject([{ outcome: 'failed', reason: 'bad-config', sha: 'b'.repeat(40), waits: [] }]);
	await tellUnbegun({ run, request }, new TypeError('a bug that names ghs_0123'), context);
	expect(told.join()).toContain('This is a bug of Countersign; the log of the job has more.');
	expect(told.join()).not.toContain('ghs_0123');
});
