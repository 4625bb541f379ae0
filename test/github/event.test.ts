import { describe, expect, it, test } from 'vitest';
import { CountersignError, sha256, triggerTraits } from '../../src/core/index.ts';
import { type Incoming, readEvent, workflowEvents } from '../../src/github/index.ts';
import { errorOf } from '../support/error-of.ts';
import { aPayload, type Changes, changed, payloadsOf } from './payloads.ts';

function read(name: string, payload: unknown, task = '', refName?: string): Incoming {
	const context = { name, payload, workflowRunId: '1001', task, label: 'agent' };
	return readEvent(refName === undefined ? context : { ...context, refName });
}

function unlessRefused(reading: () => Incoming): Incoming | undefined {
	try {
		return reading();
	} catch (error) {
		if (error instanceof CountersignError) return undefined;
		throw error;
	}
}

const codertocat = { id: 21_031_067, login: 'Codertocat' };
const outcome = (kind: string, reason: string) => ({
	kind: 'nothing',
	outcome: expect.objectContaining({ kind, reason }),
});
const nothing = (reason: string) => outcome('nothing-to-do', reason);
const tooLong = outcome('refused', 'comment-too-long');

describe('a comment', () => {
	const aComment = (body: string, changes: Changes = {}) =>
		aPayload('issue_comment', 'created', { 'comment.body': body, 'issue.body': null, ...changes });
	const from = {
		...{ actor: codertocat, thread: 1, commentId: 492_700_400, key: 'comment/492700400' },
		defaultBranch: 'master',
	};
	const opening = { title: 'Spelling error in the README file', body: '' };
	const start = { kind: 'start', trigger: 'comment', onPullRequest: false, opening, ...from };
	const answer = (command: object) => ({ kind: 'answer', commands: [expect.objectContaining(command)], ...from });

	it.each<[string, object]>([
		['/agent fix it', { ...start, task: 'fix it' }],
		['Hello\r\n/agent fix\r\nboth', { ...start, task: 'fix\nboth' }],
		['/approve A1', answer({ kind: 'approve', ids: ['A1'] })],
		['/deny A2 because no', answer({ kind: 'deny', ids: ['A2'] })],
		['/agent', answer({ kind: 'malformed' })],
		[`/agent ok ${'a'.repeat(40)}`, { kind: 'vouch', sha: 'a'.repeat(40), onPullRequest: false, ...from }],
		[`/agent ok ${'a'.repeat(40)}\n/agent fix it`, { ...start, task: 'fix it' }],
		['/agent ok abcdef0', answer({ kind: 'malformed' })],
		[`/agent ${'x'.repeat(32_768)}`, { ...start, task: 'x'.repeat(32_768) }],
		[`/agent ${'x'.repeat(32_769)}`, tooLong],
		['', nothing('no-command')],
		['Looks good', nothing('no-command')],
		['please /agent fix it', nothing('no-command')],
		['> /agent fix it', nothing('no-command')],
		['```\n/approve A1\n```', nothing('no-command')],
		['<!--\n/approve A1\n-->', nothing('no-command')],
	])('%j', (body, expected) => {
		expect(read('issue_comment', aComment(body))).toEqual(expected);
	});

	it('on a pull request says so', () => {
		const payload = aComment('/agent fix it', { 'issue.pull_request': { url: 'x' } });
		expect(read('issue_comment', payload)).toMatchObject({ onPullRequest: true });
	});

	it('that an app wrote as a person says so', () => {
		const payload = aComment('/approve A1', { 'comment.performed_via_github_app': { id: 1 } });
		expect(read('issue_comment', payload)).toEqual({ kind: 'by-app', ...from });
	});

	it.each<[string, Changes, string]>([
		['edited', { action: 'edited' }, 'not-created'],
		['deleted', { action: 'deleted' }, 'not-created'],
		['of a bot', { 'sender.type': 'Bot', 'comment.user.type': 'Bot' }, 'bot-author'],
		['of an organization', { 'sender.type': 'Organization' }, 'bot-author'],
		['that somebody else sent', { 'sender.id': 666 }, 'bot-author'],
		['of a ghost', { 'comment.user': null }, 'bot-author'],
		['without a body', { 'comment.body': null }, 'no-command'],
	])('%s does not count', (_what, changes, reason) => {
		expect(read('issue_comment', aComment('/approve A1', changes))).toEqual(nothing(reason));
	});

	it.each<[string, Changes]>([
		['names no app', { 'comment.performed_via_github_app': null }],
		['has another spelling of the name', { 'comment.user.login': 'codertocat' }],
	])('counts when it %s', (_what, changes) => {
		expect(read('issue_comment', aComment('/approve A1', changes))).toMatchObject({ kind: 'answer' });
	});

	it.each([
		['created', 'no-command'],
		['edited', 'not-created'],
		['deleted', 'not-created'],
	])('that was really %s somewhere asks nothing: %s', (action, reason) => {
		const payloads = payloadsOf('issue_comment', action);
		expect(payloads.length).toBeGreaterThan(1);
		for (const payload of payloads) expect(read('issue_comment', payload)).toEqual(nothing(reason));
	});
});

describe('a label', () => {
	const created = '2019-05-15T15:20:18Z';
	const anIssue = { 'issue.title': 'It breaks', 'issue.body': 'Badly', 'issue.created_at': created };
	const labelled = (changes: Changes = {}) =>
		aPayload('issues', 'labeled', {
			...{ ...anIssue, 'label.name': 'agent', 'issue.updated_at': '2019-05-16T10:00:00Z' },
			...changes,
		});
	const opened = (changes: Changes = {}) =>
		aPayload('issues', 'opened', {
			...{ ...anIssue, 'issue.updated_at': created, 'issue.labels': [{ name: 'bug' }, { name: 'agent' }] },
			...changes,
		});
	const start = {
		...{ kind: 'start', trigger: 'label', actor: codertocat, thread: 1, onPullRequest: false },
		opening: { title: 'It breaks', body: 'Badly' },
		...{ task: 'It breaks\n\nBadly', key: 'label/1/2019-05-16T10:00:00Z', defaultBranch: 'master' },
	};

	it('that a person sets starts a run', () => {
		expect(read('issues', labelled())).toEqual(start);
	});

	it('that the issue was opened with starts one', () => {
		expect(read('issues', opened())).toEqual({ ...start, trigger: 'issue', key: `label/1/${created}` });
	});

	it.each([0, 1, 59])('that the issue was opened with names one run, in deliveries %i seconds apart', (seconds) => {
		const later = new Date(Date.parse(created) + seconds * 1000).toISOString().replace('.000Z', 'Z');
		const keys = [opened(), labelled({ 'issue.updated_at': later })].map((payload) => {
			const incoming = read('issues', payload);
			return incoming.kind === 'start' && incoming.key;
		});
		expect(keys).toEqual([`label/1/${created}`, `label/1/${created}`]);
	});

	it('that is set again later names another run', () => {
		const again = labelled({ 'issue.updated_at': '2019-05-16T10:00:01Z' });
		expect(read('issues', again)).toMatchObject({ key: 'label/1/2019-05-16T10:00:01Z' });
	});

	it.each([
		['set by a bot', labelled({ 'sender.type': 'Bot' }), nothing('bot-author')],
		['there when a bot opens the issue', opened({ 'sender.type': 'Bot' }), nothing('bot-author')],
		['of another name', labelled({ 'label.name': 'Agent' }), nothing('no-command')],
		['taken away', labelled({ action: 'unlabeled' }), nothing('no-command')],
		['there when the issue is edited', opened({ action: 'edited' }), nothing('no-command')],
		[
			'there when another is set',
			labelled({ 'label.name': 'bug', 'issue.labels': [{ name: 'agent' }] }),
			nothing('no-command'),
		],
		['not there when the issue is opened', opened({ 'issue.labels': [] }), nothing('no-command')],
		['on an issue that is too long', labelled({ 'issue.body': 'x'.repeat(32_768) }), tooLong],
		[
			'on an issue without a body',
			labelled({ 'issue.body': null }),
			{ ...start, task: 'It breaks', opening: { title: 'It breaks', body: '' } },
		],
		['on a pull request', labelled({ 'issue.pull_request': {} }), { ...start, onPullRequest: true }],
	])('%s', (_what, payload, expected) => {
		expect(read('issues', payload)).toEqual(expected);
	});

	it('is not ours in any real payload', () => {
		const payloads = payloadsOf('issues');
		expect(payloads.length).toBeGreaterThan(20);
		for (const payload of payloads) expect(read('issues', payload)).toEqual(nothing('no-command'));
	});
});

describe('it never replies to itself', () => {
	const self = { id: 41_898_282, login: 'github-actions[bot]', type: 'Bot' };

	it.each(['/agent go on', '/agent retry', '/agent stop', '/approve A1', '/deny A1 no', '/revoke'])('%s', (body) => {
		const said = { 'comment.body': body, 'comment.user': self, sender: self };
		expect(read('issue_comment', aPayload('issue_comment', 'created', said))).toEqual(nothing('bot-author'));
	});

	it('nor starts from a label that it sets', () => {
		const set = { label: { name: 'agent' }, sender: self };
		expect(read('issues', aPayload('issues', 'labeled', set))).toEqual(nothing('bot-author'));
	});
});

describe('a workflow that is started without an issue', () => {
	const octocat = { id: 25_328_754, login: 'octocat' };
	const dispatch = aPayload('workflow_dispatch');
	const schedule = { schedule: '0 3 * * *', repository: dispatch['repository'], sender: dispatch['sender'] };
	const start = { kind: 'start', onPullRequest: false, task: 'Tidy up', defaultBranch: 'main' };
	const cronOnly = { schedule: '0 3 * * *' };
	/** Of two tasks in one workflow run, as in a matrix, each is a run of its own. */
	const tidying = `1001/${sha256('Tidy up').slice(0, 12)}`;

	it.each([
		['a person', 'workflow_dispatch', dispatch, { trigger: 'dispatch', actor: octocat }],
		['the clock', 'schedule', schedule, { trigger: 'schedule', actor: octocat }],
		[
			'the clock, without a sender',
			'schedule',
			{ ...schedule, sender: null },
			{ trigger: 'schedule', actor: { id: 0, login: 'octo-org' } },
		],
	])('by %s', (_by, name, payload, expected) => {
		expect(read(name, payload, ' Tidy up\n')).toEqual({ ...start, ...expected, key: `${expected.trigger}/${tidying}` });
	});

	it('by a clock that sends nothing but its line knows its branch from the workflow', () => {
		expect(read('schedule', cronOnly, 'Tidy up', 'trunk')).toEqual({
			...{ ...start, trigger: 'schedule', key: `schedule/${tidying}` },
			...{ actor: { id: 0, login: 'github-actions[bot]' }, defaultBranch: 'trunk' },
		});
	});

	it('by a clock that sends nothing but its line is refused where the branch is not known either', () => {
		expect(errorOf(() => read('schedule', cronOnly, 'Tidy up')).code).toBe('bad-event');
	});

	it.each([
		['workflow_dispatch', '', dispatch],
		['workflow_dispatch', ' \n', dispatch],
	])('needs a task: %s with %j', (name, task, payload) => {
		expect(errorOf(() => read(name, payload, task)).code).toBe('bad-input');
	});

	const asked = {
		kind: 'start',
		trigger: 'dispatch',
		onPullRequest: false,
		task: 'Tidy up',
		key: `dispatch/${tidying}`,
	};

	it.each([
		['repository_dispatch', {}],
		...['push', 'release', 'workflow_run', 'workflow_call'].map((name) => [name, { foreignWords: true }] as const),
	] as const)('by %s, where the step says what to do', (name, more) => {
		const payload = { ...dispatch, action: 'x', client_payload: {} };
		expect(read(name, payload, 'Tidy up')).toEqual({ ...asked, ...more, actor: octocat, defaultBranch: 'main' });
	});

	it('by repository_dispatch needs a task', () => {
		expect(errorOf(() => read('repository_dispatch', dispatch)).code).toBe('bad-input');
	});

	it.each(['pull_request_review', 'pull_request_review_comment'])('by %s never, whatever the step says', (name) => {
		const { code, message } = errorOf(() => read(name, dispatch, 'Tidy up', 'main'));
		expect(code).toBe('bad-event');
		expect(message).toContain('any other where the step sets `prompt` or `skill`, but for those of reviews');
	});

	it.each(['', ' \n'])('by the clock without a task is a sweep: %j', (task) => {
		const sweep = { kind: 'sweep', key: 'sweep/1001', defaultBranch: 'trunk' };
		expect(read('schedule', cronOnly, task, 'trunk')).toEqual(sweep);
		expect(errorOf(() => read('schedule', cronOnly, task)).code).toBe('bad-event');
	});
});

describe("what the App's bot dispatches", () => {
	const payload = { ...aPayload('workflow_dispatch'), sender: { id: 3, login: 'x[bot]', type: 'Bot' } };
	const context = { payload, workflowRunId: '1001', task: '', label: 'agent', command: 'comment/5' };

	it('is named, and says nothing of who dispatched it', () => {
		const named = { kind: 'command', command: 'comment/5', defaultBranch: 'main' };
		expect(readEvent({ ...context, name: 'workflow_dispatch' })).toEqual(named);
	});

	it.each(['issue_comment', 'push', 'schedule'])('comes by no other event: %s', (name) => {
		expect(errorOf(() => readEvent({ ...context, name })).code).toBe('bad-input');
	});
});

describe('a run for which nobody is asked about rights', () => {
	it.each([...workflowEvents, 'push', 'release', 'check_suite', 'workflow_run'])('does not start from %s', (name) => {
		const started = payloadsOf(name).flatMap((payload) => {
			const incoming = unlessRefused(() => read(name, payload, 'x'));
			return incoming?.kind === 'start' ? [incoming.trigger] : [];
		});
		const isClock = name === 'schedule';
		expect(started.filter((trigger) => triggerTraits[trigger].isEntitled !== isClock)).toEqual([]);
	});
});

describe('what is no event of ours', () => {
	test.each(['push', 'pull_request_review_comment', 'pull_request_review', ''])('is refused: %j', (name) => {
		const error = errorOf(() => read(name, aPayload('issue_comment', 'created')));
		expect(error.code).toBe('bad-event');
		expect(error.message).toContain(`"${name}"`);
	});

	const comment = aPayload('issue_comment', 'created', { 'comment.body': '/approve A1' });

	test.each([
		['issue_comment', 'comment'],
		['issue_comment', 'comment.id'],
		['issue_comment', 'comment.user.id'],
		['issue_comment', 'issue.number'],
		['issue_comment', 'sender.type'],
		['issue_comment', 'repository.default_branch'],
		['issues', 'sender'],
		['workflow_dispatch', 'sender'],
		['schedule', 'repository.owner'],
	])('is refused by name: %s without %s', (name, field) => {
		const error = errorOf(() => read(name, changed(comment, { [field]: undefined }), 'x'));
		expect(error.code).toBe('bad-event');
		expect(error.message).toContain(` ${field}: `);
	});

	test.each([null, 'text', [], undefined])('is refused as a whole: %j', (payload) => {
		const error = errorOf(() => read('issue_comment', payload));
		expect(error.code).toBe('bad-event');
		expect(error.message).toContain(' payload: ');
	});
});
