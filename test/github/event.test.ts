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
	])('is read correctly: %j', (body, expected) => {
		expect(read('issue_comment', aComment(body))).toEqual(expected);
	});

	it('on a pull request is marked as such', () => {
		const payload = aComment('/agent fix it', { 'issue.pull_request': { url: 'x' } });
		expect(read('issue_comment', payload)).toMatchObject({ onPullRequest: true });
	});

	it('that an app wrote as a person is marked as by-app', () => {
		const payload = aComment('/approve A1', { 'comment.performed_via_github_app': { id: 1 } });
		expect(read('issue_comment', payload)).toEqual({ kind: 'by-app', ...from });
	});

	it.each<[string, Changes, string]>([
		['that was edited', { action: 'edited' }, 'not-created'],
		['that was deleted', { action: 'deleted' }, 'not-created'],
		['of a bot', { 'sender.type': 'Bot', 'comment.user.type': 'Bot' }, 'bot-author'],
		['of an organization', { 'sender.type': 'Organization' }, 'bot-author'],
		['that another account sent', { 'sender.id': 666 }, 'bot-author'],
		['of a ghost', { 'comment.user': null }, 'bot-author'],
		['without a body', { 'comment.body': null }, 'no-command'],
	])('%s is ignored', (_what, changes, reason) => {
		expect(read('issue_comment', aComment('/approve A1', changes))).toEqual(nothing(reason));
	});

	it.each<[string, Changes]>([
		['names no app', { 'comment.performed_via_github_app': null }],
		['spells the login in lower case', { 'comment.user.login': 'codertocat' }],
	])('counts if it %s', (_what, changes) => {
		expect(read('issue_comment', aComment('/approve A1', changes))).toMatchObject({ kind: 'answer' });
	});

	it.each([
		['created', 'no-command'],
		['edited', 'not-created'],
		['deleted', 'not-created'],
	])('from a real payload with the action %s is ignored: %s', (action, reason) => {
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

	it('that an issue is opened with starts a run', () => {
		expect(read('issues', opened())).toEqual({ ...start, trigger: 'issue', key: `label/1/${created}` });
	});

	it.each([0, 1, 59])('that an issue is opened with gives one key to deliveries %i seconds apart', (seconds) => {
		const later = new Date(Date.parse(created) + seconds * 1000).toISOString().replace('.000Z', 'Z');
		const keys = [opened(), labelled({ 'issue.updated_at': later })].map((payload) => {
			const incoming = read('issues', payload);
			return incoming.kind === 'start' && incoming.key;
		});
		expect(keys).toEqual([`label/1/${created}`, `label/1/${created}`]);
	});

	it('that is set again later gives another key', () => {
		const again = labelled({ 'issue.updated_at': '2019-05-16T10:00:01Z' });
		expect(read('issues', again)).toMatchObject({ key: 'label/1/2019-05-16T10:00:01Z' });
	});

	it.each([
		['that a bot sets is ignored', labelled({ 'sender.type': 'Bot' }), nothing('bot-author')],
		['of an issue that a bot opens is ignored', opened({ 'sender.type': 'Bot' }), nothing('bot-author')],
		['with another name is ignored', labelled({ 'label.name': 'Agent' }), nothing('no-command')],
		['that is removed is ignored', labelled({ action: 'unlabeled' }), nothing('no-command')],
		['of an edited issue is ignored', opened({ action: 'edited' }), nothing('no-command')],
		[
			'that was there before another label is ignored',
			labelled({ 'label.name': 'bug', 'issue.labels': [{ name: 'agent' }] }),
			nothing('no-command'),
		],
		['that is missing on a new issue starts nothing', opened({ 'issue.labels': [] }), nothing('no-command')],
		['on an issue that is too long is refused', labelled({ 'issue.body': 'x'.repeat(32_768) }), tooLong],
		[
			'on an issue without a body starts a run with the title',
			labelled({ 'issue.body': null }),
			{ ...start, task: 'It breaks', opening: { title: 'It breaks', body: '' } },
		],
		['on a pull request starts a run there', labelled({ 'issue.pull_request': {} }), { ...start, onPullRequest: true }],
	])('%s', (_what, payload, expected) => {
		expect(read('issues', payload)).toEqual(expected);
	});

	it('in the real payloads of GitHub starts nothing', () => {
		const payloads = payloadsOf('issues');
		expect(payloads.length).toBeGreaterThan(20);
		for (const payload of payloads) expect(read('issues', payload)).toEqual(nothing('no-command'));
	});
});

describe('the agent never replies to itself', () => {
	const self = { id: 41_898_282, login: 'github-actions[bot]', type: 'Bot' };

	it.each(['/agent go on', '/agent retry', '/agent stop', '/approve A1', '/deny A1 no', '/revoke'])(
		'if its own comment says %s',
		(body) => {
			const said = { 'comment.body': body, 'comment.user': self, sender: self };
			expect(read('issue_comment', aPayload('issue_comment', 'created', said))).toEqual(nothing('bot-author'));
		},
	);

	it('if it sets the label itself', () => {
		const set = { label: { name: 'agent' }, sender: self };
		expect(read('issues', aPayload('issues', 'labeled', set))).toEqual(nothing('bot-author'));
	});
});

describe('a workflow without an issue', () => {
	const octocat = { id: 25_328_754, login: 'octocat' };
	const dispatch = aPayload('workflow_dispatch');
	const schedule = { schedule: '0 3 * * *', repository: dispatch['repository'], sender: dispatch['sender'] };
	const start = { kind: 'start', onPullRequest: false, task: 'Tidy up', defaultBranch: 'main' };
	const cronOnly = { schedule: '0 3 * * *' };
	/** Two tasks in one workflow run, as in a matrix, are two runs. */
	const tidying = `1001/${sha256('Tidy up').slice(0, 12)}`;

	it.each([
		['a person', 'workflow_dispatch', dispatch, { trigger: 'dispatch', actor: octocat }],
		['a schedule', 'schedule', schedule, { trigger: 'schedule', actor: octocat }],
		[
			'a schedule without a sender',
			'schedule',
			{ ...schedule, sender: null },
			{ trigger: 'schedule', actor: { id: 0, login: 'octo-org' } },
		],
	])('is started by %s', (_by, name, payload, expected) => {
		expect(read(name, payload, ' Tidy up\n')).toEqual({ ...start, ...expected, key: `${expected.trigger}/${tidying}` });
	});

	it('takes the branch from the workflow if a schedule sends only its cron line', () => {
		expect(read('schedule', cronOnly, 'Tidy up', 'trunk')).toEqual({
			...{ ...start, trigger: 'schedule', key: `schedule/${tidying}` },
			...{ actor: { id: 0, login: 'github-actions[bot]' }, defaultBranch: 'trunk' },
		});
	});

	it('is refused if neither the schedule nor the workflow names the branch', () => {
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
	] as const)('is started by %s if the step says what to do', (name, more) => {
		const payload = { ...dispatch, action: 'x', client_payload: {} };
		expect(read(name, payload, 'Tidy up')).toEqual({ ...asked, ...more, actor: octocat, defaultBranch: 'main' });
	});

	it('needs a task for repository_dispatch', () => {
		expect(errorOf(() => read('repository_dispatch', dispatch)).code).toBe('bad-input');
	});

	it.each(['pull_request_review', 'pull_request_review_comment'])('is never started by %s', (name) => {
		const { code, message } = errorOf(() => read(name, dispatch, 'Tidy up', 'main'));
		expect(code).toBe('bad-event');
		expect(message).toContain('any other where the step sets `prompt` or `skill`, but for those of reviews');
	});

	it.each(['', ' \n'])('is a sweep for a schedule without a task: %j', (task) => {
		const sweep = { kind: 'sweep', key: 'sweep/1001', defaultBranch: 'trunk' };
		expect(read('schedule', cronOnly, task, 'trunk')).toEqual(sweep);
		expect(errorOf(() => read('schedule', cronOnly, task)).code).toBe('bad-event');
	});
});

describe('a command that the bot of the App dispatches', () => {
	const payload = { ...aPayload('workflow_dispatch'), sender: { id: 3, login: 'x[bot]', type: 'Bot' } };
	const context = { payload, workflowRunId: '1001', task: '', label: 'agent', command: 'comment/5' };

	it('is read, and the account that dispatched it is ignored', () => {
		const named = { kind: 'command', command: 'comment/5', defaultBranch: 'main' };
		expect(readEvent({ ...context, name: 'workflow_dispatch' })).toEqual(named);
	});

	it.each(['issue_comment', 'push', 'schedule'])('is refused in another event: %s', (name) => {
		expect(errorOf(() => readEvent({ ...context, name })).code).toBe('bad-input');
	});
});

describe('a run without a check of rights', () => {
	it.each([...workflowEvents, 'push', 'release', 'check_suite', 'workflow_run'])(
		'starts only from a schedule: %s',
		(name) => {
			const started = payloadsOf(name).flatMap((payload) => {
				const incoming = unlessRefused(() => read(name, payload, 'x'));
				return incoming?.kind === 'start' ? [incoming.trigger] : [];
			});
			const isClock = name === 'schedule';
			expect(started.filter((trigger) => triggerTraits[trigger].isEntitled !== isClock)).toEqual([]);
		},
	);
});

describe('an invalid event', () => {
	test.each(['push', 'pull_request_review_comment', 'pull_request_review', ''])(
		'with an unsupported name is refused: %j',
		(name) => {
			const error = errorOf(() => read(name, aPayload('issue_comment', 'created')));
			expect(error.code).toBe('bad-event');
			expect(error.message).toContain(`"${name}"`);
		},
	);

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
	])('is refused with the name of the missing field: %s without %s', (name, field) => {
		const error = errorOf(() => read(name, changed(comment, { [field]: undefined }), 'x'));
		expect(error.code).toBe('bad-event');
		expect(error.message).toContain(` ${field}: `);
	});

	test.each([null, 'text', [], undefined])('whose payload is not an object is refused: %j', (payload) => {
		const error = errorOf(() => read('issue_comment', payload));
		expect(error.code).toBe('bad-event');
		expect(error.message).toContain(' payload: ');
	});
});
