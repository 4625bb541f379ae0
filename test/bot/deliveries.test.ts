import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aPayload, type Changes, type Payload } from '../github/payloads.ts';
import { author, home, installation, name, owner } from './github-stand-in.ts';
import { type TestedBot, testedBot } from './running-bot.ts';

let bot: TestedBot;
beforeEach(async () => {
	bot = await testedBot();
});
afterEach(() => bot[Symbol.asyncDispose]());

const from = { sender: { ...author, type: 'User' }, installation: { id: installation } };
const comment = (body: string, changes: Changes = {}): Payload =>
	aPayload('issue_comment', 'created', {
		'comment.body': body,
		'comment.id': 5,
		'comment.performed_via_github_app': undefined,
		...from,
		...changes,
	});
const here = `/repos/${owner}/${name}`;
const dispatches = `${here}/actions/workflows/countersign.yml/dispatches`;
const notFound = () => ({ status: 404, body: { message: 'Not Found' } });
const lacking = () => ({ status: 403, body: { message: 'Resource not accessible by integration' } });

describe('a comment with a command', () => {
	it('from a user with write access is acknowledged and dispatched by its id alone', async () => {
		const { status, body } = await bot.deliver('issue_comment', comment('/agent fix it'));
		expect([status, body['end']]).toEqual([200, 'dispatched']);
		expect(bot.github.sent('POST', '/issues/comments/5/reactions')).toEqual([{ content: 'eyes' }]);
		const inputs = { ref: 'refs/heads/master', inputs: { command: 'comment/5' }, return_run_details: true };
		expect(bot.github.sent('POST', dispatches)).toMatchObject([inputs]);
		expect(bot.last()).toMatchObject({
			end: 'dispatched',
			command: 'comment/5',
			status: 200,
			repository: home.full_name,
		});
		expect(String(bot.last()['run'])).toContain('/actions/runs/42');
	});

	it('is dispatched again when GitHub delivers it again', async () => {
		const headers = { 'x-github-delivery': 'the-same' };
		for (let time = 0; time < 2; time++) await bot.deliver('issue_comment', comment('/approve A1'), headers);
		expect(bot.github.sent('POST', dispatches)).toHaveLength(2);
	});

	it.each([
		['/agent fix it', 'may not start a run here'],
		['/approve A1', 'may not decide here'],
		['/agent stop', 'may not steer runs here'],
	])('`%s` from a user with read access is refused in one comment', async (body, words) => {
		bot.github.role = 'read';
		for (let time = 0; time < 2; time++)
			expect((await bot.deliver('issue_comment', comment(body))).body['end']).toBe('refused');
		expect(bot.github.comments.map((one) => one.body)).toEqual([expect.stringContaining(words)]);
		expect(bot.github.sent('POST', dispatches)).toEqual([]);
	});

	it('repeated by an unauthorized user gets one answer; a repeat only reads their rights again', async () => {
		bot.github.role = 'read';
		const flood = Array.from({ length: 8 }, () => bot.deliver('issue_comment', comment('/agent fix it')));
		for (const { body } of await Promise.all(flood)) expect(body['end']).toBe('refused');
		expect(bot.github.comments).toHaveLength(1);
		const before = bot.github.asked.length;
		await bot.deliver('issue_comment', comment('/agent fix it'));
		expect(bot.github.asked.slice(before).map(({ route }) => route)).toEqual([
			`GET ${here}/collaborators/${author.login}/permission`,
		]);
	});

	it.each([
		[403, 'Unable to create comment because issue is locked.'],
		[410, 'This issue was deleted'],
		[404, 'Not Found'],
	])('from an unauthorized user does not fail if no reply can be posted (%s)', async (status, message) => {
		bot.github.role = 'read';
		bot.github.answers[`POST ${here}/issues/1/comments`] = () => ({ status, body: { message } });
		expect(await bot.deliver('issue_comment', comment('/agent fix it'))).toMatchObject({
			...{ status: 200, body: { end: 'refused' } },
		});
	});

	it('from a user with triage access is dispatched; the run decides what they may do', async () => {
		bot.github.role = 'triage';
		expect((await bot.deliver('issue_comment', comment('/approve A1'))).body['end']).toBe('dispatched');
	});

	it('that an app wrote for a person starts no job and gets one explanation', async () => {
		const byApp = comment('/agent x', { 'comment.performed_via_github_app': { id: 1 } });
		for (const _ of [1, 2]) await bot.deliver('issue_comment', byApp);
		expect(bot.last()['why']).toBe('bot-author');
		expect(bot.github.sent('POST', dispatches)).toEqual([]);
		expect(bot.github.sent('POST', '/issues/1/comments')).toMatchObject([
			{ body: expect.stringContaining('a comment that an app wrote has no effect') },
		]);
	});

	it.each([
		['no command', comment('hello'), 'no-command'],
		['a command in a quote', comment('> /agent fix it'), 'no-command'],
		['a bot as author', comment('/agent x', { sender: { id: 1, login: 'x[bot]', type: 'Bot' } }), 'bot-author'],
		['an edit', { ...comment('/agent x'), action: 'edited' }, undefined],
		['no installation', comment('/agent x', { installation: undefined }), 'no-installation'],
	])('with %s sends no request to GitHub', async (_, payload, why) => {
		expect((await bot.deliver('issue_comment', payload)).status).toBe(200);
		expect(bot.last()['why']).toBe(why);
		expect(bot.github.asked).toEqual([]);
	});
});

describe('other events', () => {
	it('a label starts a run on its issue', async () => {
		const changes = { label: { name: 'agent' }, 'issue.number': 4, ...from };
		expect((await bot.deliver('issues', aPayload('issues', 'labeled', changes))).body['end']).toBe('dispatched');
		expect(bot.github.sent('POST', dispatches)).toMatchObject([
			{ inputs: { command: expect.stringMatching(/^label\/4\/[0-9a-f]{16}$/) } },
		]);
	});

	it('a label with another name starts nothing', async () => {
		const payload = aPayload('issues', 'labeled', { label: { name: 'bug' }, ...from });
		expect((await bot.deliver('issues', payload)).body['end']).toBe('nothing');
	});

	it('a comment on a line of a pull request is dispatched as a review comment', async () => {
		const changes = { 'comment.body': '/agent why?', 'comment.id': 6, 'comment.user': from.sender, ...from };
		const payload = aPayload('pull_request_review_comment', 'created', changes);
		expect((await bot.deliver('pull_request_review_comment', payload)).body['end']).toBe('dispatched');
		expect(bot.github.sent('POST', '/pulls/comments/6/reactions')).toEqual([{ content: 'eyes' }]);
		expect(bot.github.sent('POST', dispatches)).toMatchObject([{ inputs: { command: 'review/6' } }]);
	});

	it('an event that the bot does not serve ends at once and is logged', async () => {
		expect(await bot.deliver('brand_new_event', { action: 'made' })).toEqual({
			status: 200,
			body: { end: 'unserved' },
		});
		expect(bot.last()).toMatchObject({ event: 'brand_new_event', end: 'unserved' });
	});
});

describe('a repository', () => {
	it('that was renamed is found by its id', async () => {
		const now = { id: home.id, name: 'New', owner: { login: owner }, default_branch: 'main' };
		const moved = () => ({ status: 301, body: {}, headers: { location: `${bot.github.url}/repositories/${home.id}` } });
		const { answers } = bot.github;
		answers[`GET ${here}/collaborators/${author.login}/permission`] = moved;
		answers[`GET /repositories/${home.id}`] = () => ({ body: now });
		answers[`GET /repos/${owner}/New/collaborators/${author.login}/permission`] = () => ({
			body: { permission: 'write', role_name: 'write', user: author },
		});
		expect((await bot.deliver('issue_comment', comment('/agent x'))).body['end']).toBe('dispatched');
		const [sent] = bot.github.sent('POST', `/repos/${owner}/New/actions/workflows/countersign.yml/dispatches`);
		expect(sent).toMatchObject({ ref: 'refs/heads/main' });
	});

	it('that is gone does not make the delivery fail', async () => {
		for (const route of Object.keys(bot.github.answers)) if (route.includes('/repos')) delete bot.github.answers[route];
		bot.github.answers[`GET ${here}/issues/1/comments`] = notFound;
		const { status, body } = await bot.deliver('issue_comment', comment('/agent x'));
		expect([status, body['end'], bot.last()['why']]).toEqual([200, 'gone', 'repository']);
	});

	it('whose installation is suspended does not make the delivery fail', async () => {
		bot.github.answers[`POST /app/installations/${installation}/access_tokens`] = () => ({
			status: 403,
			body: { message: 'This installation has been suspended' },
		});
		const { status, body } = await bot.deliver('issue_comment', comment('/agent x'));
		expect([status, body['end'], bot.last()['why']]).toEqual([200, 'gone', 'suspended']);
	});

	it('whose installation was removed does not make the delivery fail', async () => {
		bot.github.answers[`POST /app/installations/${installation}/access_tokens`] = notFound;
		const { status, body } = await bot.deliver('issue_comment', comment('/agent x'));
		expect([status, body['end']]).toEqual([200, 'gone']);
	});

	it('without the workflow gets a comment that says so', async () => {
		bot.github.answers[`POST ${dispatches}`] = notFound;
		const { status, body } = await bot.deliver('issue_comment', comment('/agent x'));
		expect([status, body['end']]).toEqual([200, 'no-workflow']);
		expect(bot.github.comments[0]?.body).toContain('nothing was started: this repository has no workflow');
	});

	it('whose workflow lacks the input gets a comment that says so', async () => {
		bot.github.answers[`POST ${dispatches}`] = () => ({ status: 422, body: { message: 'Unexpected inputs provided' } });
		expect((await bot.deliver('issue_comment', comment('/agent x'))).body['end']).toBe('no-workflow');
		expect(bot.github.comments[0]?.body).toContain('Unexpected inputs provided');
	});

	it('on a server without run details is dispatched, and the details are requested only once', async () => {
		bot.github.answers[`POST ${dispatches}`] = ({ body }) =>
			'return_run_details' in body
				? { status: 422, body: { message: '"return_run_details" is not a permitted key.' } }
				: { status: 204 };
		for (let time = 0; time < 2; time++)
			expect((await bot.deliver('issue_comment', comment('/agent x'))).body['end']).toBe('dispatched');
		const asked = bot.github.sent('POST', dispatches).map((body) => 'return_run_details' in body);
		expect(asked).toEqual([true, false, false]);
	});
});

describe('a delivery fails', () => {
	it('when the App lost a permission, which the log names', async () => {
		bot.github.answers[`POST ${dispatches}`] = lacking;
		const { status, body } = await bot.deliver('issue_comment', comment('/agent x'));
		expect([status, body['end']]).toEqual([502, 'not-permitted']);
		expect(bot.last()).toMatchObject({ permission: 'actions=write', level: 'error' });
	});

	it('and the log names the permissions that GitHub lists', async () => {
		const headers = { 'x-accepted-github-permissions': 'actions=write; workflows=write' };
		bot.github.answers[`POST ${dispatches}`] = () => ({ ...lacking(), headers });
		await bot.deliver('issue_comment', comment('/agent x'));
		expect(bot.last()['permission']).toBe('actions=write; workflows=write');
	});

	it('when an outage of GitHub outlasts the time limit of a delivery', async () => {
		await bot[Symbol.asyncDispose]();
		bot = await testedBot({ limits: { delivery: 300 } });
		bot.github.answers[`POST ${dispatches}`] = () => ({ status: 503, body: {} });
		const { status, body } = await bot.deliver('issue_comment', comment('/agent x'));
		expect([status, body['end'], bot.last()['why']]).toEqual([503, 'unavailable', 'out-of-time']);
	});

	it('when GitHub never answers', async () => {
		await bot[Symbol.asyncDispose]();
		bot = await testedBot({ limits: { delivery: 300 } });
		bot.github.answers[`POST ${dispatches}`] = () => new Promise(() => undefined);
		expect((await bot.deliver('issue_comment', comment('/agent x'))).status).toBe(503);
	});

	it('when GitHub does not know the key of the App', async () => {
		bot.github.answers['GET /app'] = () => ({
			status: 401,
			body: { message: 'A JSON web token could not be decoded' },
		});
		expect((await bot.deliver('issue_comment', comment('/agent x'))).status).toBe(503);
		expect(bot.last()['why']).toBe('github-refused');
	});
});
