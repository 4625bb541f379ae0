import { createRequire } from 'node:module';
import { describe, expect, it, test } from 'vitest';
import { CountersignError } from '../../src/core/index.ts';
import { type Incoming, readEvent } from '../../src/github/index.ts';

// The payloads are GitHub's own; a test may look into them as it likes.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Payload = any;

const definitions: Payload[] = createRequire(import.meta.url)('@octokit/webhooks-examples');

/** Every real payload of an event, changed by a test as it needs. */
function examplesOf(name: string, action?: string): Payload[] {
	const { examples } = definitions.find((one) => one.name === name);
	return structuredClone(examples.filter((one: Payload) => action === undefined || one.action === action));
}

function anExample(name: string, action: string | undefined, change: (payload: Payload) => void = () => undefined) {
	const [payload] = examplesOf(name, action);
	change(payload);
	return payload;
}

function read(name: string, payload: unknown, task = '', refName?: string): Incoming {
	const context = { name, payload, workflowRunId: '1001', task, label: 'agent' };
	return readEvent(refName === undefined ? context : { ...context, refName });
}

const codertocat = { id: 21_031_067, login: 'Codertocat' };
const nothing = (reason: string) => ({
	kind: 'nothing',
	outcome: expect.objectContaining({ kind: 'nothing-to-do', reason }),
});
const tooLong = { kind: 'nothing', outcome: expect.objectContaining({ kind: 'refused', reason: 'comment-too-long' }) };

function errorOf(act: () => unknown): CountersignError {
	try {
		act();
	} catch (error) {
		if (error instanceof CountersignError) return error;
		throw error;
	}
	throw new Error('no error');
}

describe('a comment', () => {
	const aComment = (body: string, change: (payload: Payload) => void = () => undefined): Payload =>
		anExample('issue_comment', 'created', (payload) => {
			payload.comment.body = body;
			change(payload);
		});
	const from = {
		actor: codertocat,
		thread: 1,
		commentId: 492_700_400,
		key: 'comment/492700400',
		defaultBranch: 'master',
	};
	const start = { kind: 'start', trigger: 'comment', onPullRequest: false, ...from };

	it.each<[string, object]>([
		['/agent fix it', { ...start, task: 'fix it' }],
		['Hello\r\n/agent fix\r\nboth', { ...start, task: 'fix\nboth' }],
		['/approve A1', { kind: 'answer', commands: [{ kind: 'approve', ids: ['A1'] }], ...from }],
		[
			'/deny A2 because no',
			{ kind: 'answer', commands: [expect.objectContaining({ kind: 'deny', ids: ['A2'] })], ...from },
		],
		['/agent', { kind: 'answer', commands: [expect.objectContaining({ kind: 'malformed' })], ...from }],
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
		const payload = aComment('/agent fix it', ({ issue }) => void (issue.pull_request = { url: 'x' }));
		expect(read('issue_comment', payload)).toMatchObject({ onPullRequest: true });
	});

	it.each<[string, (payload: Payload) => void, string]>([
		['edited', (payload) => void (payload.action = 'edited'), 'not-created'],
		['deleted', (payload) => void (payload.action = 'deleted'), 'not-created'],
		['of a bot', ({ comment, sender }) => void (comment.user.type = sender.type = 'Bot'), 'bot-author'],
		['of an organization', ({ sender }) => void (sender.type = 'Organization'), 'bot-author'],
		['that somebody else sent', ({ sender }) => void (sender.id = 666), 'bot-author'],
		['of a ghost', ({ comment }) => void (comment.user = null), 'bot-author'],
		[
			'that an app wrote as a person',
			({ comment }) => void (comment.performed_via_github_app = { id: 1 }),
			'bot-author',
		],
	])('%s does not count', (_what, change, reason) => {
		expect(read('issue_comment', aComment('/approve A1', change))).toEqual(nothing(reason));
	});

	it.each<[string, (payload: Payload) => void]>([
		['names no app', ({ comment }) => void (comment.performed_via_github_app = null)],
		['has another spelling of the name', ({ comment }) => void (comment.user.login = 'codertocat')],
	])('counts when it %s', (_what, change) => {
		expect(read('issue_comment', aComment('/approve A1', change))).toMatchObject({ kind: 'answer' });
	});

	it.each(['edited', 'deleted'])('that was %s does not count, as GitHub really sends it', (action) => {
		for (const payload of examplesOf('issue_comment', action))
			expect(read('issue_comment', payload)).toEqual(nothing('not-created'));
	});

	it('without a command asks nothing, in every real payload', () => {
		for (const payload of examplesOf('issue_comment', 'created'))
			expect(read('issue_comment', payload)).toEqual(nothing('no-command'));
	});
});

describe('a label', () => {
	const created = '2019-05-15T15:20:18Z';
	const aLabelling = (change: (payload: Payload) => void = () => undefined): Payload =>
		anExample('issues', 'labeled', (payload) => {
			payload.label.name = 'agent';
			payload.issue = { ...payload.issue, title: 'It breaks', body: 'Badly', created_at: created };
			payload.issue.updated_at = '2019-05-16T10:00:00Z';
			change(payload);
		});
	const opened = (change: (payload: Payload) => void = () => undefined): Payload =>
		anExample('issues', 'opened', (payload) => {
			payload.issue = { ...payload.issue, title: 'It breaks', body: 'Badly', created_at: created, updated_at: created };
			payload.issue.labels = [{ name: 'bug' }, { name: 'agent' }];
			change(payload);
		});
	const start = {
		...{ kind: 'start', trigger: 'label', actor: codertocat, thread: 1, onPullRequest: false },
		...{ task: 'It breaks\n\nBadly', key: 'label/1/2019-05-16T10:00:00Z', defaultBranch: 'master' },
	};

	it('that a person sets starts a run', () => {
		expect(read('issues', aLabelling())).toEqual(start);
	});

	it('that the issue was opened with starts one', () => {
		expect(read('issues', opened())).toEqual({ ...start, trigger: 'issue', key: `label/1/${created}` });
	});

	it.each([0, 1, 59])(
		'that the issue was opened with names one run, in both deliveries, %i seconds apart',
		(seconds) => {
			const later = new Date(Date.parse(created) + seconds * 1000).toISOString().replace('.000Z', 'Z');
			const [one, other] = [opened(), aLabelling(({ issue }) => void (issue.updated_at = later))].map((payload) =>
				read('issues', payload),
			);
			expect(one).toMatchObject({ key: `label/1/${created}` });
			expect(other).toMatchObject({ key: `label/1/${created}` });
		},
	);

	it('that is set again later names another run', () => {
		const again = aLabelling(({ issue }) => void (issue.updated_at = '2019-05-16T10:00:01Z'));
		expect(read('issues', again)).toMatchObject({ key: 'label/1/2019-05-16T10:00:01Z' });
	});

	it.each<[string, Payload, object]>([
		['set by a bot', aLabelling(({ sender }) => void (sender.type = 'Bot')), nothing('bot-author')],
		['there when a bot opens the issue', opened(({ sender }) => void (sender.type = 'Bot')), nothing('bot-author')],
		['of another name', aLabelling(({ label }) => void (label.name = 'Agent')), nothing('no-command')],
		['taken away', aLabelling((payload) => void (payload.action = 'unlabeled')), nothing('no-command')],
		['there when the issue is edited', opened((payload) => void (payload.action = 'edited')), nothing('no-command')],
		[
			'set when ours was there',
			aLabelling(({ label, issue }) => void ((label.name = 'bug'), (issue.labels = [{ name: 'agent' }]))),
			nothing('no-command'),
		],
		['not there when the issue is opened', opened(({ issue }) => void (issue.labels = [])), nothing('no-command')],
		['on an issue that is too long', aLabelling(({ issue }) => void (issue.body = 'x'.repeat(32_768))), tooLong],
		[
			'on an issue without a body',
			aLabelling(({ issue }) => void (issue.body = null)),
			{ ...start, task: 'It breaks' },
		],
		['on a pull request', aLabelling(({ issue }) => void (issue.pull_request = {})), { ...start, onPullRequest: true }],
	])('%s', (_what, payload, expected) => {
		expect(read('issues', payload)).toEqual(expected);
	});

	it('is not ours in any real payload', () => {
		for (const payload of examplesOf('issues')) expect(read('issues', payload)).toEqual(nothing('no-command'));
	});
});

describe('a workflow that is started without an issue', () => {
	const schedule = (change: object = {}): Payload => {
		const { repository, sender } = anExample('workflow_dispatch', undefined);
		return { schedule: '0 3 * * *', repository, sender, ...change };
	};
	const start = { kind: 'start', onPullRequest: false, task: 'Tidy up', defaultBranch: 'master' };

	it.each<[string, string, Payload, object]>([
		[
			'a person',
			'workflow_dispatch',
			anExample('workflow_dispatch', undefined),
			{ trigger: 'dispatch', actor: codertocat },
		],
		['the clock', 'schedule', schedule(), { trigger: 'schedule', actor: codertocat }],
		[
			'the clock, without a sender',
			'schedule',
			schedule({ sender: null }),
			{ trigger: 'schedule', actor: { id: 0, login: 'Codertocat' } },
		],
	])('by %s', (_by, name, payload, expected) => {
		const { trigger } = expected as { trigger: string };
		expect(read(name, payload, ' Tidy up\n')).toEqual({ ...start, ...expected, key: `${trigger}/1001` });
	});

	it('by a clock that sends nothing but its line knows its branch from the workflow', () => {
		expect(read('schedule', { schedule: '0 3 * * *' }, 'Tidy up', 'main')).toEqual({
			...start,
			...{
				trigger: 'schedule',
				actor: { id: 0, login: 'github-actions[bot]' },
				key: 'schedule/1001',
				defaultBranch: 'main',
			},
		});
	});

	it('by a clock that sends nothing but its line is refused where the branch is not known either', () => {
		expect(errorOf(() => read('schedule', { schedule: '0 3 * * *' }, 'Tidy up')).code).toBe('bad-event');
	});

	it.each([
		['workflow_dispatch', '', anExample('workflow_dispatch', undefined)],
		['workflow_dispatch', ' \n', anExample('workflow_dispatch', undefined)],
		['schedule', '', schedule()],
	])('needs a task: %s with %j', (name, task, payload) => {
		expect(errorOf(() => read(name, payload, task)).code).toBe('bad-input');
	});
});

describe('what is no event of ours', () => {
	test.each(['push', 'pull_request_review_comment', 'pull_request_target', ''])('is refused: %j', (name) => {
		const error = errorOf(() => read(name, anExample('issue_comment', 'created')));
		expect(error.code).toBe('bad-event');
		expect(error.message).toContain(`"${name}"`);
	});

	const comment = anExample('issue_comment', 'created', (payload) => void (payload.comment.body = '/approve A1'));
	const without = (path: string): Payload => {
		const payload = structuredClone(comment);
		const names = path.split('.');
		const last = names.pop() ?? '';
		delete names.reduce((at, name) => at[name], payload)[last];
		return payload;
	};

	test.each([
		['issue_comment', without('comment'), 'comment'],
		['issue_comment', without('comment.id'), 'comment.id'],
		['issue_comment', without('comment.user.id'), 'comment.user.id'],
		['issue_comment', without('issue.number'), 'issue.number'],
		['issue_comment', without('sender.type'), 'sender.type'],
		['issue_comment', without('repository.default_branch'), 'repository.default_branch'],
		['issues', without('sender'), 'sender'],
		['workflow_dispatch', without('sender'), 'sender'],
		['schedule', { repository: { name: 'x' } }, 'repository.owner'],
		['issue_comment', null, 'payload'],
		['issue_comment', 'text', 'payload'],
	])('is refused with the field: %s without %#', (name, payload, field) => {
		const error = errorOf(() => read(name, payload, 'x'));
		expect(error.code).toBe('bad-event');
		expect(error.message).toContain(` ${field}: `);
	});
});
