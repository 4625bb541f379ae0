import type { CallRow, RunView, Timeline, TimelineItem } from '../../src/report/index.ts';

/** The view of a run in one situation. */
export interface Situation {
	readonly view: RunView;
	readonly line: Timeline;
}

const read: CallRow = {
	...{
		tool: 'file_read',
		input: 'src/slug.ts',
		verdict: 'allow',
		rule: 'read',
		end: 'done',
		result: '✓ done',
		people: [],
	},
};
const edit: CallRow = { ...read, tool: 'file_edit', rule: 'workspace-write' };
const blocked: CallRow = {
	...{ tool: 'shell_exec', input: 'rm -rf / --no-preserve-root', verdict: 'block', rule: 'pattern: rm -rf /' },
	...{ end: 'blocked', result: 'blocked', people: [] },
};
const install: CallRow = {
	...{ tool: 'shell_exec', input: 'npm install left-pad', verdict: 'confirm', rule: 'network' },
	...{ end: 'open', result: 'waits as A1', people: [] },
};
const push: CallRow = {
	...install,
	input: 'git push origin topic',
	result: 'waits as A2 (@ada approved; more approvals are needed)',
	people: [{ login: 'ada', role: 'write' }],
};
const signed: CallRow = {
	...install,
	end: 'done',
	result: '✓ done (A1 by @ada)',
	people: [{ login: 'ada', role: 'admin' }],
};
const denied: CallRow = {
	...install,
	end: 'denied',
	result: 'denied (A1 by @ada)',
	people: [{ login: 'ada', role: 'admin' }],
};
const deliver: CallRow = {
	...{ tool: 'open_pull_request', input: 'Join words with hyphens', verdict: 'allow', rule: 'own-delivery' },
	...{ end: 'done', result: '✓ done', people: [] },
};

const frame: RunView = {
	...{ run: '7-0123456789ab', requester: 'octocat', task: 'Make the slug test pass', mode: 'edit' },
	...{ model: 'scripted rehearsal: fix a bug', rehearsal: true, rows: [], answer: '' },
	jobUrl: 'https://github.example/octo-org/sample/actions/runs/9/attempts/1',
	tokens: { input: 1200, output: 340, cached: 900 },
};
const head = { count: 31, hash: '4f'.repeat(32) };

const job = (number: number, at: string): TimelineItem => ({ kind: 'job', number, at });
const done = (what: string): TimelineItem => ({ kind: 'call', what, end: 'done' });
const begun: readonly TimelineItem[] = [
	job(1, '2026-11-21T12:00:00.000Z'),
	done('file_read src/slug.ts'),
	done('file_edit src/slug.ts'),
	{ kind: 'call', what: 'shell_exec rm -rf / --no-preserve-root', end: 'blocked' },
];
const asked: readonly TimelineItem[] = [...begun, { kind: 'asked', ids: ['A1'] }];
const resumed: readonly TimelineItem[] = [
	...asked,
	{ kind: 'wait', milliseconds: 18_720_000, broke: false },
	job(2, '2026-11-21T17:12:00.000Z'),
];
const line = { requester: 'octocat', task: frame.task };
const wait = {
	...{ id: 'A1', tool: 'shell_exec', input: 'npm install left-pad', until: '2026-11-22T12:00:00.000Z' },
	needs: [{ count: 1, who: { roles: ['write'] }, why: '' }],
	url: 'https://github.example/octo-org/sample/issues/7#issuecomment-1004',
};

function situation(more: Partial<RunView>, items: readonly TimelineItem[]): Situation {
	return { view: { ...frame, ...more }, line: { ...line, items, end: more.outcome?.message ?? 'at work' } };
}

/** The six most common situations. */
export const situations: Readonly<Record<string, Situation>> = {
	working: situation({ rows: [read] }, begun.slice(0, 2)),
	waiting: situation(
		{
			...{ rows: [read, edit, blocked, install, push], head },
			waits: [
				wait,
				{
					...{ ...wait, id: 'A2', input: 'git push origin topic' },
					needs: [{ count: 1, who: { teams: ['octo-org/security'] }, why: 'policy' }],
				},
			],
			warnings: [
				'.github/countersign.yml:3: the pattern `a(` in `blocked_patterns` is not valid: `missing closing )`. Until somebody corrects the pattern, each step needs approval if it can do more than read and no other pattern or policy decides about it.',
			],
			outcome: { kind: 'waiting', reason: 'approval-pending', message: "Waiting for a maintainer's answer to A1, A2." },
		},
		[...begun, { kind: 'asked', ids: ['A1', 'A2'] }],
	),
	denied: situation(
		{
			...{ rows: [read, edit, blocked, denied], head, answer: 'Then I leave `left-pad` out. The test still fails.' },
			outcome: {
				kind: 'denied',
				reason: 'denied-by-maintainer',
				message: 'A step was denied, and nothing was done after that.',
			},
		},
		[...resumed, { kind: 'denied', id: 'A1', who: 'ada', role: 'admin' }],
	),
	failed: situation(
		{
			...{ rows: [read, edit], head },
			outcome: {
				kind: 'failed',
				reason: 'model-overloaded',
				message:
					"The model's provider is overloaded. Nothing is lost: re-run this job and it goes on where it stopped.",
			},
		},
		begun.slice(0, 3),
	),
	completed: situation(
		{
			...{ rows: [read, edit, blocked, signed, deliver], head, answer: 'The test passes now.' },
			pullRequest: { number: 12, url: 'https://github.example/octo-org/sample/pull/12' },
			outcome: { kind: 'completed', reason: 'answered', message: 'The agent has finished.' },
		},
		[
			...resumed,
			{ kind: 'signed', id: 'A1', who: 'ada', role: 'admin' },
			done('shell_exec npm install left-pad'),
			done('open_pull_request Join words with hyphens'),
		],
	),
	stopped: situation(
		{
			...{ rows: [read, edit, blocked, { ...install, result: 'not done' }], head },
			outcome: { kind: 'cancelled', reason: 'stopped', message: '@ada stopped this run.' },
		},
		[...resumed, { kind: 'stopped', who: 'ada' }],
	),
};
