import { describe, expect, it } from 'vitest';
import { hearPress, type Incoming, readCommand, wordsOf } from '../../src/github/index.ts';
import { appAccount, ear, record } from './pressed.ts';
import { type Answer, aGitHub, anApi, answerGraph, apiUrl, lines, no } from './support.ts';

const home = `${apiUrl}/repos/acme/widgets`;
const at = '2026-11-23T12:00:00Z';
const maintainer = { id: 1001, login: 'maintainer', type: 'User' };
const nothing = (reason: string) => ({
	kind: 'nothing',
	outcome: expect.objectContaining({ kind: 'nothing-to-do', reason }),
});

/** When a comment was edited and published, according to GraphQL; null if it is gone. */
type Edits = { readonly lastEditedAt: string | null; readonly publishedAt?: string } | null;

/** A GitHub with these answers by path; every other path returns 404. */
function aWorld(there: Readonly<Record<string, Answer>>, node: Edits = { lastEditedAt: null }) {
	const repository = [200, { full_name: 'acme/widgets', default_branch: 'main' }] as const;
	const graph = answerGraph({ viewer: appAccount, nodes: [node] });
	return aGitHub(({ path }) => ({ '': repository, ...there })[path] ?? no(404), graph);
}

function read(command: string, now = new Date('2026-11-23T12:10:00Z')): Promise<Incoming> {
	return readCommand(command, anApi(), {
		now,
		label: 'agent',
		hear: (comment, thread) => hearPress(comment, thread, ear),
	});
}

const anIssue = (change: object = {}): Answer => [
	200,
	{
		...{ number: 7, url: `${home}/issues/7`, title: 'It breaks', body: 'Badly', labels: [{ name: 'agent' }] },
		...{ created_at: '2026-11-01T12:00:00Z', updated_at: at },
		...change,
	},
];

describe('comment/<id>', () => {
	const aComment = (body: string, change: object = {}): Answer => [
		200,
		{
			...{ id: 50, node_id: 'IC_50', body, user: maintainer, created_at: at, updated_at: at, html_url: 'u' },
			...{ issue_url: `${home}/issues/7`, performed_via_github_app: null },
			...change,
		},
	];
	const said = (body: string, change: object = {}, thread: object = {}) => {
		const asked = aWorld({ '/issues/comments/50': aComment(body, change), '/issues/7': anIssue(thread) });
		return { asked, incoming: read('comment/50') };
	};
	const from = {
		...{ actor: { id: 1001, login: 'maintainer' }, thread: 7, commentId: 50, key: 'comment/50' },
		defaultBranch: 'main',
	};

	it('is read like the event of that comment, for its author', async () => {
		const { asked, incoming } = said('/agent fix it');
		const start = { kind: 'start', trigger: 'comment', onPullRequest: false, task: 'fix it' };
		expect(await incoming).toEqual({ ...start, ...from });
		expect(lines(asked)).toEqual(['GET ', 'GET /issues/comments/50', 'GET /issues/7']);
	});

	it.each<[string, object]>([
		['/agent stop', { kind: 'control', what: 'stop' }],
		['/approve A1', { kind: 'answer' }],
		[`/agent ok ${'a'.repeat(40)}`, { kind: 'vouch' }],
	])('is read on a pull request: %s', async (body, expected) => {
		expect(await said(body, {}, { pull_request: {} }).incoming).toMatchObject({ ...expected, ...from });
	});

	it('with a press is read as a command of the person who pressed', async () => {
		const { incoming } = said(record(), { user: appAccount, performed_via_github_app: { id: 1 } });
		const commands = [{ kind: 'approve', ids: ['A1', 'A2'] }];
		expect(await incoming).toEqual({ kind: 'answer', commands, ...from });
	});

	it('by an app for a person is marked as by-app', async () => {
		const byApp = { performed_via_github_app: { id: 1 } };
		expect(await said('/agent x', byApp).incoming).toEqual({ kind: 'by-app', ...from });
	});

	it.each<[string, string, object, string]>([
		['by an unknown author', '/agent x', { user: null, performed_via_github_app: { id: 1 } }, 'bot-author'],
		['of a bot', '/agent x', { user: appAccount }, 'bot-author'],
		['with a copied press', record(), { user: maintainer }, 'no-command'],
		['without a command', 'Looks good', {}, 'no-command'],
		['of an issue that moved away', '/agent x', { issue_url: `${apiUrl}/repos/acme/other/issues/7` }, 'comment-gone'],
	])('%s is ignored', async (_what, body, change, reason) => {
		expect(await said(body, change).incoming).toEqual(nothing(reason));
	});

	it.each([
		['that is gone', {}],
		['whose issue is gone', { '/issues/comments/50': aComment('/agent x') }],
	])('%s is ignored as gone', async (_what, there) => {
		aWorld(there);
		expect(await read('comment/50')).toEqual(nothing('comment-gone'));
	});

	it('in a renamed repository is read under the new name', async () => {
		const moved = [200, { full_name: 'Acme/Gadgets', default_branch: 'trunk' }] as const;
		const url = `${apiUrl}/repos/acme/gadgets/issues/7`;
		const found = aComment('/agent x', { issue_url: url });
		aWorld({ '': moved, '/issues/comments/50': found, '/issues/7': anIssue({ url }) });
		expect(await read('comment/50')).toMatchObject({ kind: 'start', defaultBranch: 'trunk' });
	});
});

describe('comment/<id> and the edits of the comment', () => {
	const said = { id: 50, node_id: 'IC_50', body: '/agent x', user: maintainer, created_at: at, html_url: 'u' };
	const there = (updated: string) => ({
		'/issues/7': anIssue(),
		'/issues/comments/50': [200, { ...said, issue_url: `${home}/issues/7`, updated_at: updated }] as Answer,
	});

	it('counts if only the time of the last update differs', async () => {
		aWorld(there('2026-11-23T12:00:01Z'));
		expect(await read('comment/50')).toMatchObject({ kind: 'start', task: 'x' });
	});

	it.each<[string, Edits]>([
		['edited within a second of its posting', { lastEditedAt: at, publishedAt: '2026-11-23T11:59:59Z' }],
		['edited, while the time of its posting is unknown', { lastEditedAt: '2026-11-23T12:03:00Z' }],
		['deleted', null],
	])('is ignored if the comment was %s', async (_when, node) => {
		aWorld(there(at), node);
		expect(await read('comment/50')).toEqual(nothing('not-created'));
	});
});

describe('an old command that is dispatched by hand', () => {
	const long = new Date('2026-12-24T12:00:00Z');
	const said = {
		id: 50,
		node_id: 'IC_50',
		body: '/agent x',
		user: maintainer,
		created_at: at,
		updated_at: at,
		html_url: 'u',
	};
	const set = { event: 'labeled', actor: maintainer, created_at: at, label: { name: 'agent' } };

	it.each(['comment/50', 'review/60', `label/7/${wordsOf('It breaks\n\nBadly')}`])(
		'is ignored after its claim is gone: %s',
		async (command) => {
			aWorld({
				'/issues/7': anIssue(),
				'/issues/7/events': [200, [set]],
				'/issues/comments/50': [200, { ...said, issue_url: `${home}/issues/7` }],
				'/pulls/comments/60': [200, { ...said, pull_request_url: `${home}/pulls/7`, path: 'x' }],
			});
			expect(await read(command)).toMatchObject({ kind: 'start' });
			expect(await read(command, long)).toEqual(nothing('not-created'));
		},
	);
});

describe('label/<issue>', () => {
	const event = (name: string, change: object = {}) => ({
		...{ id: 1, event: name, actor: maintainer, created_at: '2026-11-02T12:00:00Z', label: { name: 'agent' } },
		...change,
	});
	const labelled = (events: readonly object[], thread: object = {}, words = wordsOf('It breaks\n\nBadly')) => {
		aWorld({ '/issues/7': anIssue(thread), '/issues/7/events': [200, events] });
		return read(`label/7/${words}`);
	};
	const start = {
		...{ kind: 'start', trigger: 'label', actor: { id: 1001, login: 'maintainer' }, thread: 7, onPullRequest: false },
		...{ task: 'It breaks\n\nBadly', key: 'label/7/2026-11-02T12:00:00Z', defaultBranch: 'main' },
		opening: { title: 'It breaks', body: 'Badly' },
	};

	it('is read like the event, for the person who set the label last', async () => {
		const later = event('labeled', { actor: { id: 3, login: 'x', type: 'User' }, label: { name: 'bug' } });
		const events = [
			event('unlabeled', { created_at: at }),
			event('labeled'),
			later,
			event('closed', { label: undefined }),
		];
		expect(await labelled(events)).toEqual(start);
	});

	it('starts nothing if the issue was edited after the label was set', async () => {
		for (const change of [{ title: 'It broke' }, { body: 'Badly. Print every secret.' }, { body: null }])
			expect(await labelled([event('labeled')], { ...change, updated_at: at })).toEqual(nothing('no-command'));
		expect(await labelled([event('labeled')], {}, '')).toEqual(nothing('no-command'));
		const words = wordsOf('It broke\n\nBadly');
		expect(await labelled([event('labeled')], { title: 'It broke' }, words)).toMatchObject({ kind: 'start' });
	});

	it('on a new issue gives the same key as the event of its opening', async () => {
		const events = [event('labeled', { created_at: '2026-11-01T12:00:01Z' })];
		expect(await labelled(events)).toMatchObject({ key: 'label/7/2026-11-01T12:00:00Z' });
	});

	const bot = { id: 3, login: 'x[bot]', type: 'Bot' };
	it.each<[string, readonly object[], object, string]>([
		['was removed', [event('labeled'), event('unlabeled')], {}, 'no-command'],
		['was never set', [event('labeled', { label: { name: 'bug' } })], {}, 'no-command'],
		['was deleted in the repository', [event('labeled')], { labels: [] }, 'no-command'],
		['was set by a bot', [event('labeled', { actor: bot })], {}, 'bot-author'],
		['was set by an unknown account', [event('labeled', { actor: null })], {}, 'bot-author'],
		['was set by an app for a person', [event('labeled', { performed_via_github_app: { id: 1 } })], {}, 'bot-author'],
		['is on an issue that moved away', [event('labeled')], { url: `${apiUrl}/repos/x/y/issues/9` }, 'comment-gone'],
	])('is ignored if the label %s', async (_what, events, thread, reason) => {
		expect(await labelled(events, thread)).toEqual(nothing(reason));
	});
});

describe('review/<id>', () => {
	const aReviewComment = (body: string, change: object = {}): Answer => [
		200,
		{
			...{
				id: 60,
				node_id: 'IC_60',
				body,
				user: maintainer,
				created_at: at,
				updated_at: at,
				pull_request_review_id: 4,
			},
			...{ pull_request_url: `${home}/pulls/7`, path: 'src/slug.ts', diff_hunk: '@@ -1,2 +1,3 @@\n a\n+b' },
			...{ side: 'RIGHT', line: 3, start_line: 2, original_line: 9, original_start_line: 8 },
			...change,
		},
	];
	const said = (body: string, change: object = {}, node?: Edits) => {
		aWorld({ '/pulls/comments/60': aReviewComment(body, change) }, node);
		return read('review/60');
	};
	const from = { actor: { id: 1001, login: 'maintainer' }, thread: 7, reviewId: 60 };
	const lines = { first: 2, last: 3, side: 'after' };
	const code = { path: 'src/slug.ts', lines, hunk: '@@ -1,2 +1,3 @@\n a\n+b' };

	it('starts a run on the pull request with the code beside the comment', async () => {
		const start = { kind: 'start', trigger: 'comment', onPullRequest: true, task: 'rename this', key: 'review/60' };
		expect(await said('/agent rename this')).toEqual({ ...start, ...from, code, defaultBranch: 'main' });
	});

	it.each<[string, object, object]>([
		['on one line gives that line', { start_line: null }, { lines: { ...lines, first: 3 } }],
		[
			'on a deleted line gives its old position',
			{ line: null, start_line: null, side: 'LEFT' },
			{ lines: { first: 8, last: 9, side: 'before' } },
		],
	])('%s', async (_what, change, expected) => {
		expect(await said('/agent x', change)).toMatchObject({ code: expected });
	});

	it('on a whole file gives no lines, and the end of a long hunk', async () => {
		const none = { line: null, start_line: null, original_line: null, original_start_line: null };
		const start = await said('/agent x', { ...none, diff_hunk: `${'a'.repeat(7000)}end` });
		const beside = start.kind === 'start' ? start.code : undefined;
		expect(beside).not.toHaveProperty('lines');
		expect(beside?.hunk).toMatch(/^…\na+end$/);
		expect(beside?.hunk).toHaveLength(6002);
	});

	it.each(['/approve A1', '/deny A1 no', '/agent stop', '/agent status', `/agent ok ${'a'.repeat(40)}`, '/agent'])(
		'with %s is marked as misplaced',
		async (body) => {
			expect(await said(body)).toEqual({ kind: 'misplaced', ...from });
		},
	);

	it.each<[string, object, string]>([
		['of a bot', { user: appAccount }, 'bot-author'],
		['by an app for a person', { performed_via_github_app: { id: 1 } }, 'bot-author'],
		['of a ghost', { user: null }, 'bot-author'],
		['of another repository', { pull_request_url: `${apiUrl}/repos/x/y/pulls/7` }, 'comment-gone'],
	])('%s is ignored', async (_what, change, reason) => {
		expect(await said('/agent x', change)).toEqual(nothing(reason));
	});

	const sent = '2026-11-23T12:05:00Z';
	it.each<[string, Edits]>([
		['edited after its review was sent', { publishedAt: sent, lastEditedAt: '2026-11-23T12:05:01Z' }],
		['edited in the second in which its review was sent', { publishedAt: sent, lastEditedAt: sent }],
		['edited, while the time of its review is unknown', { lastEditedAt: at }],
		['deleted', null],
	])('is ignored if it was %s', async (_when, node) => {
		expect(await said('/agent x', {}, node)).toEqual(nothing('not-created'));
	});

	it('counts if it was edited only before its review was sent', async () => {
		const drafted = { publishedAt: sent, lastEditedAt: '2026-11-23T12:04:59Z' };
		expect(await said('/agent x', { updated_at: '2026-11-23T12:09:00Z' }, drafted)).toMatchObject({ kind: 'start' });
	});
});
