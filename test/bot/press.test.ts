import { createPublicKey } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchOf, buttonOf, readPress } from '../../src/approvals/index.ts';
import { aPayload, type Changes, type Payload } from '../github/payloads.ts';
import { appId, appPem, author, home, installation, name, owner } from './github-stand-in.ts';
import { type TestedBot, testedBot } from './running-bot.ts';

const run = '4-0123456789ab';
/** Contains the time of the request, as in the markers of runs. */
const digest = `${'a'.repeat(16)}:1795399877475`;
const part = `Step A1\n\n<!-- countersign:request-part:${run}:${digest}:1 -->`;
const last = `Step A2\n\n<!-- countersign:ids:1-2 -->\n\n<!-- countersign:request:${run}:${digest} -->`;
const dispatches = `/repos/${owner}/${name}/actions/workflows/countersign.yml/dispatches`;

let bot: TestedBot;
beforeEach(async () => {
	bot = await testedBot();
	bot.github.addComment(
		`An older one\n\n<!-- countersign:ids:1-1 -->\n\n<!-- countersign:request:${run}:${'b'.repeat(16)} -->`,
	);
	bot.github.addComment(part);
	bot.github.addComment(last);
});
afterEach(() => bot[Symbol.asyncDispose]());

const shown = () => bot.github.comments.slice(1, 3);
const pressed = (identifier: string, changes: Changes = {}): Payload =>
	aPayload('check_run', 'requested_action', {
		'check_run.external_id': run,
		repository: { ...home, name, owner: { login: owner } },
		'check_run.app': { id: appId },
		requested_action: { identifier },
		sender: { ...author, type: 'User' },
		installation: { id: installation },
		...changes,
	});
const press = (identifier = buttonOf(batchOf(run, shown()), true), changes: Changes = {}) =>
	bot.deliver('check_run', pressed(identifier, changes));

describe('a pressed button', () => {
	it.each([
		[true, 'pressed **Approve all**: A1, A2.'],
		[false, 'pressed **Deny**: A1, A2.'],
	])('with approved=%s creates a record of the press, and dispatches the record', async (approved, words) => {
		expect((await press(buttonOf(batchOf(run, shown()), approved))).body['end']).toBe('pressed');
		const written = bot.github.comments[3];
		expect(written?.body).toContain(`@${author.login} ${words}`);
		expect(readPress(written?.body ?? '', createPublicKey(appPem))).toMatchObject({
			...{ repository: home.id, thread: 4, run, ids: ['A1', 'A2'], approved, person: author, role: 'admin' },
		});
		expect(bot.github.sent('POST', dispatches)).toMatchObject([{ inputs: { command: `comment/${written?.id}` } }]);
		expect(bot.last()).toMatchObject({ end: 'pressed', command: `comment/${written?.id}` });
	});

	it('that is pressed again dispatches the same record again', async () => {
		await press();
		await press();
		expect(bot.github.comments).toHaveLength(4);
		expect(bot.github.sent('POST', dispatches)).toHaveLength(2);
	});

	it('in a repository without the workflow is recorded, and a comment says that nothing starts', async () => {
		bot.github.answers[`POST ${dispatches}`] = () => ({ status: 404, body: { message: 'Not Found' } });
		for (let time = 0; time < 2; time++) expect((await press()).body['end']).toBe('no-workflow');
		const said = bot.github.comments.slice(3).map(({ body }) => body.split('\n')[0]);
		expect(said).toEqual([
			`@${author.login} pressed **Approve all**: A1, A2.`,
			`@${author.login} nothing was started: this repository has no workflow for it on its default branch.`,
		]);
	});

	it('is recorded again if its record was edited', async () => {
		await press();
		const [, , , written] = bot.github.comments;
		if (written !== undefined) written.edited = '2026-01-02T00:00:00Z';
		await press();
		expect(bot.github.comments).toHaveLength(5);
	});

	it.each([
		['another verdict', false, 5],
		['another person', true, 5],
	])('gets a separate record for %s', async (why, approved, records) => {
		await press();
		const other = { id: 8, login: 'octocat' };
		bot.github.answers[`GET /repos/${owner}/${name}/collaborators/octocat/permission`] = () => ({
			body: { permission: 'write', role_name: 'write', user: other },
		});
		const changes = why === 'another person' ? { sender: { ...other, type: 'User' } } : {};
		await press(buttonOf(batchOf(run, shown()), approved), changes);
		expect(bot.github.comments).toHaveLength(records);
	});
});

describe('no record is written for', () => {
	it.each<[string, string, Changes]>([
		['a check of another App', 'yes-0123456789abcdef', { 'check_run.app': { id: appId + 1 } }],
		['an unknown identifier', 'deploy', {}],
		['a check that belongs to no run', 'yes-0123456789abcdef', { 'check_run.external_id': '' }],
		['a press by a bot', 'yes-0123456789abcdef', { sender: { id: 1, login: 'x[bot]', type: 'Bot' } }],
	])('%s', async (_, identifier, changes) => {
		expect((await press(identifier, changes)).body['end']).toBe('nothing');
		expect(bot.github.asked).toEqual([]);
	});

	const told = () => bot.github.comments.slice(3).map(({ body }) => body.split('\n')[0]);
	const outOfDate = [expect.stringMatching(`^@${author.login} that button is out of date`)];

	it('a request that was edited after the button was shown', async () => {
		const before = buttonOf(batchOf(run, shown()), true);
		const [first] = shown();
		if (first !== undefined) first.body = part.replace('Step A1', 'Step A1, and something else');
		expect((await press(before)).body['end']).toBe('stale-button');
		await press(before);
		expect(told()).toEqual(outOfDate);
		expect(bot.github.sent('POST', dispatches)).toEqual([]);
	});

	it('a redelivered press whose request is already decided', async () => {
		const before = buttonOf(batchOf(run, shown()), true);
		await press(before);
		const [first] = shown();
		if (first !== undefined) first.body = part.replace('Step A1', 'Step A1, approved');
		expect((await press(before)).body['end']).toBe('stale-button');
		expect(bot.github.comments).toHaveLength(4);
		expect(bot.github.sent('POST', dispatches)).toHaveLength(1);
	});

	it('an older request of the run', async () => {
		const older = batchOf(run, bot.github.comments.slice(0, 1));
		expect((await press(buttonOf(older, true))).body['end']).toBe('stale-button');
	});

	it('a request that a person wrote', async () => {
		for (const comment of bot.github.comments) comment.user = { ...author, type: 'User' };
		expect((await press()).body['end']).toBe('stale-button');
		expect(told()).toEqual(outOfDate);
		expect(bot.github.sent('POST', dispatches)).toEqual([]);
	});

	it('a user with read access, who gets a refusal', async () => {
		bot.github.role = 'read';
		expect((await press()).body['end']).toBe('refused');
		expect(bot.github.comments.at(-1)?.body).toContain('may not decide here');
		expect(bot.github.sent('POST', dispatches)).toEqual([]);
	});
});

it('a check run with an invalid field is malformed', async () => {
	expect((await press(undefined, { 'check_run.head_sha': 7 })).status).toBe(400);
});
