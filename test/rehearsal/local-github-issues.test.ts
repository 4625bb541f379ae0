import { setTimeout as sleep } from 'node:timers/promises';
import type { Octokit } from 'octokit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LocalGitHub } from '../../rehearsal/github/local-github.ts';
import { client, outcome, place, sourceRepository, startDemo } from './support.ts';

const source = sourceRepository();
let github: LocalGitHub;
let bot: Octokit;
const as = (login: string) => client(github, github.tokenOf(login));

beforeAll(async () => {
	github = await startDemo(source.dir);
	bot = client(github);
});

afterAll(async () => {
	await github.close();
	source.remove();
});

const open = async (title: string, user = 'eve') => (await github.openIssue({ user, title, body: 'text' })).number;

test('comments are listed in pages with a Link header, and can start at a time', async () => {
	const issue_number = await open('many comments');
	for (let at = 1; at <= 25; at++) await github.comment({ issue: issue_number, user: 'eve', body: `comment ${at}` });
	const first = await bot.rest.issues.listComments({ ...place, issue_number, per_page: 10 });
	expect(first.data.map(({ body }) => body)).toEqual(Array.from({ length: 10 }, (_none, at) => `comment ${at + 1}`));
	expect(first.headers.link).toMatch(/[?&]page=2>; rel="next", <.*[?&]page=3>; rel="last"/);
	const all = await bot.paginate(bot.rest.issues.listComments, { ...place, issue_number, per_page: 10 });
	expect(all.map(({ body }) => body).at(-1)).toBe('comment 25');
	expect(new Set(all.map(({ id }) => id)).size).toBe(25);
	const later = new Date(Date.now() + 60_000).toISOString();
	expect((await bot.rest.issues.listComments({ ...place, issue_number, since: later })).data).toEqual([]);
	const earlier = all[0]?.created_at ?? '';
	expect((await bot.rest.issues.listComments({ ...place, issue_number, since: earlier })).data).toHaveLength(25);
});

test('a comment shows its author, its App, and that it was not edited', async () => {
	const issue_number = await open('authors');
	const mine = (await bot.rest.issues.createComment({ ...place, issue_number, body: 'by the bot' })).data;
	expect(mine).toMatchObject({
		user: { login: 'github-actions[bot]', id: 41898282, type: 'Bot' },
		author_association: 'NONE',
		performed_via_github_app: { id: 15368, slug: 'github-actions' },
	});
	expect(mine.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
	expect(mine.updated_at).toBe(mine.created_at);
	const marias = await github.comment({ issue: issue_number, user: 'maria', body: '/approve A1' });
	expect(marias).toMatchObject({
		user: { login: 'maria', id: 1001, type: 'User' },
		author_association: 'COLLABORATOR',
		performed_via_github_app: null,
	});
	github.addToken('via-an-app', { kind: 'user', login: 'maria', viaApp: { id: 77, slug: 'other', name: 'Other' } });
	const relayed = await client(github, 'via-an-app').rest.issues.createComment({ ...place, issue_number, body: 'x' });
	expect(relayed.data).toMatchObject({ user: { login: 'maria' }, performed_via_github_app: { id: 77 } });
	expect((await bot.rest.issues.get({ ...place, issue_number })).data.comments).toBe(3);
});

test('authors and collaborators can change a comment, and strangers cannot', async () => {
	const issue = await open('edits');
	const written = await github.comment({ issue, user: 'maria', body: 'before' });
	const [comment_id, before] = [written.id, written.created_at];
	const edit = (login: string) =>
		outcome(as(login).rest.issues.updateComment({ ...place, comment_id, body: `by ${login}` }));
	expect(await edit('eve')).toMatchObject({ status: 403 });
	await sleep(1001);
	expect((await bot.rest.issues.getComment({ ...place, comment_id })).data.body).toBe('before');
	expect(await edit('wes')).toEqual({ status: 200 });
	expect((await bot.rest.issues.getComment({ ...place, comment_id })).data).toMatchObject({
		body: 'by wes',
		user: { login: 'maria' },
		created_at: before,
		updated_at: expect.not.stringMatching(before),
	});
	expect(await outcome(as('eve').rest.issues.deleteComment({ ...place, comment_id }))).toMatchObject({ status: 403 });
	await github.deleteComment({ comment: comment_id, user: 'maria' });
	expect(await outcome(bot.rest.issues.getComment({ ...place, comment_id }))).toMatchObject({ status: 404 });
});

test('an empty body or one over 65,536 characters is refused', async () => {
	const issue_number = await open('long');
	const write = (body: string) => bot.rest.issues.createComment({ ...place, issue_number, body });
	expect(await outcome(write('ü'.repeat(65_536)))).toEqual({ status: 201 });
	const tooLong = await write('x'.repeat(65_537)).catch((error) => error);
	expect(tooLong).toMatchObject({
		status: 422,
		response: {
			data: {
				message: 'Validation Failed',
				status: '422',
				errors: [{ resource: 'IssueComment', message: 'Body is too long (maximum is 65536 characters)' }],
			},
		},
	});
	expect(await outcome(write(' '))).toMatchObject({ status: 422 });
	const issue = { ...place, title: 'x', body: 'x'.repeat(65_537) };
	expect(await outcome(bot.rest.issues.create(issue))).toMatchObject({ status: 422 });
});

test('issues can be filtered by label, state and creator', async () => {
	const byBot = await bot.rest.issues.create({ ...place, title: 'standing', labels: ['countersign', 'thread'] });
	const strangers = await github.openIssue({ user: 'eve', title: 'not labelled', labels: ['countersign'] });
	expect(strangers['labels']).toEqual([]);
	const list = async (query: object) =>
		(await bot.rest.issues.listForRepo({ ...place, per_page: 100, ...query })).data.map(({ number }) => number);
	expect(await list({ labels: 'Countersign,thread' })).toEqual([byBot.data.number]);
	expect(await list({ creator: 'github-actions[bot]' })).toEqual([byBot.data.number]);
	await bot.rest.issues.update({ ...place, issue_number: byBot.data.number, state: 'closed' });
	expect(await list({ labels: 'thread' })).toEqual([]);
	expect(await list({ labels: 'thread', state: 'closed' })).toEqual([byBot.data.number]);
	expect(await list({})).toContain(strangers.number);
});

test('the comments of all issues are listed together', async () => {
	const one = await open('first thread');
	const other = await open('second thread');
	for (const [issue, body] of [
		[one, 'a'],
		[other, 'b'],
		[one, 'c'],
	] as const)
		await github.comment({ issue, user: 'maria', body });
	const list = async (query: object) =>
		(await bot.rest.issues.listCommentsForRepo({ ...place, per_page: 100, sort: 'created', ...query })).data;
	const ours = (await list({ direction: 'asc' })).filter(({ issue_url: url }) =>
		[one, other].includes(Number(url.split('/').at(-1))),
	);
	expect(ours.map(({ body }) => body)).toEqual(['a', 'b', 'c']);
	expect((await list({ direction: 'desc' }))[0]?.body).toBe('c');
	expect(await list({ since: '2999-01-01T00:00:00Z' })).toEqual([]);
});

test('only people with triage access can set labels', async () => {
	const issue_number = await open('labels');
	const add = (login: string) => as(login).rest.issues.addLabels({ ...place, issue_number, labels: ['agent'] });
	expect(await outcome(add('eve'))).toMatchObject({ status: 403 });
	expect((await add('tina')).data.map(({ name }) => name)).toEqual(['agent']);
	const removed = await bot.rest.issues.removeLabel({ ...place, issue_number, name: 'agent' });
	expect(removed.data).toEqual([]);
});

test('the permission endpoint returns the legacy permission and the role, even for strangers', async () => {
	const permission = async (username: string) => {
		const { data } = await bot.rest.repos.getCollaboratorPermissionLevel({ ...place, username });
		return [data.permission, data.role_name, data.user?.id];
	};
	expect(await permission('octo')).toEqual(['admin', 'admin', expect.any(Number)]);
	expect(await permission('MARIA')).toEqual(['write', 'maintain', 1001]);
	expect(await permission('wes')).toEqual(['write', 'write', 1002]);
	expect(await permission('tina')).toEqual(['read', 'triage', 1003]);
	expect(await permission('carla')).toEqual(['write', 'release-captain', 1004]);
	expect(await permission('eve')).toEqual(['read', 'read', 1005]);
	const ask = (client: Octokit, username: string) =>
		outcome(client.rest.repos.getCollaboratorPermissionLevel({ ...place, username }));
	expect(await ask(bot, 'nobody')).toEqual({ status: 404, message: 'nobody is not a user' });
	expect(await ask(bot, 'helper[bot]')).toMatchObject({ status: 404 });
	expect(await ask(as('eve'), 'maria')).toMatchObject({ status: 403 });
	github.setPermission('wes', 'read');
	expect(await permission('wes')).toEqual(['read', 'read', 1002]);
	github.setPermission('wes', 'write');
});

test('a stranger cannot see a private repository and has no permission', async () => {
	const hidden = await startDemo(source.dir, { private: true });
	const stranger = client(hidden, hidden.tokenOf('eve'));
	expect(await outcome(stranger.rest.repos.get(place))).toMatchObject({ status: 404 });
	expect(await outcome(client(hidden, '').rest.repos.get(place))).toMatchObject({ status: 404 });
	expect((await client(hidden).rest.repos.get(place)).data).toMatchObject({ private: true, visibility: 'private' });
	const { data } = await client(hidden).rest.repos.getCollaboratorPermissionLevel({ ...place, username: 'eve' });
	expect([data.permission, data.role_name]).toEqual(['none', 'none']);
	await hidden.close();
});

test('a repeated reaction returns the first one', async () => {
	const issue = await open('reactions');
	const { id: comment_id } = await github.comment({ issue, user: 'maria', body: '/agent fix' });
	const react = (client: Octokit) =>
		client.rest.reactions.createForIssueComment({ ...place, comment_id, content: 'eyes' });
	const first = await react(bot);
	expect(first).toMatchObject({ status: 201, data: { content: 'eyes', user: { login: 'github-actions[bot]' } } });
	expect(await react(bot)).toMatchObject({ status: 200, data: { id: first.data.id } });
	expect((await react(as('eve'))).status).toBe(201);
	const listed = await bot.rest.reactions.listForIssueComment({ ...place, comment_id, content: 'eyes' });
	expect(listed.data.map(({ user }) => user?.login)).toEqual(['github-actions[bot]', 'eve']);
	const comment = (await bot.rest.issues.getComment({ ...place, comment_id })).data;
	expect(comment.reactions).toMatchObject({ total_count: 2, eyes: 2 });
	const onIssue = { ...place, issue_number: issue, content: 'rocket' as const };
	expect((await bot.rest.reactions.createForIssue(onIssue)).status).toBe(201);
	expect((await bot.rest.reactions.listForIssue({ ...place, issue_number: issue })).data).toHaveLength(1);
	const nowhere = { ...place, comment_id: 1, content: 'eyes' as const };
	expect(await outcome(bot.rest.reactions.createForIssueComment(nowhere))).toMatchObject({ status: 404 });
});

test('workflow runs have the states that the runner set, if the token may read them', async () => {
	github.setWorkflowRun({ id: 501, attempt: 1, status: 'completed', conclusion: 'failure' });
	github.setWorkflowRun({ id: 501, attempt: 2, status: 'in_progress' });
	const latest = await bot.rest.actions.getWorkflowRun({ ...place, run_id: 501 });
	expect(latest.data).toMatchObject({ id: 501, run_attempt: 2, status: 'in_progress', conclusion: null });
	const attempt = { ...place, run_id: 501, attempt_number: 1 };
	expect((await bot.rest.actions.getWorkflowRunAttempt(attempt)).data).toMatchObject({
		status: 'completed',
		conclusion: 'failure',
		run_started_at: expect.any(String),
	});
	expect(await outcome(bot.rest.actions.getWorkflowRun({ ...place, run_id: 9 }))).toMatchObject({ status: 404 });
	expect(await outcome(bot.rest.actions.getWorkflowRunAttempt({ ...attempt, attempt_number: 3 }))).toMatchObject({
		status: 404,
	});
	github.actionsRunsReadable = false;
	expect(await outcome(bot.rest.actions.getWorkflowRun({ ...place, run_id: 501 }))).toEqual({
		status: 403,
		message: 'Resource not accessible by integration',
	});
	github.actionsRunsReadable = true;
});
