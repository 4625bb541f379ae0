import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appAnswerSchema } from '../../src/core/index.ts';
import { appId, appPem, granted, home, installation, name, owner } from './github-stand-in.ts';
import { type TestedBot, testedBot } from './running-bot.ts';

let bot: TestedBot;
beforeEach(async () => {
	bot = await testedBot();
});
afterEach(() => bot[Symbol.asyncDispose]());

const now = () => Math.floor(Date.now() / 1000);
const workflow = (file = 'countersign.yml', ref = 'refs/heads/master') =>
	`${home.full_name}/.github/workflows/${file}@${ref}`;
const claims = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
	iss: bot.github.url,
	aud: 'https://bot.example.com',
	sub: `repo:${home.full_name}:ref:refs/heads/master`,
	...{ iat: now(), nbf: now() - 5, exp: now() + 300 },
	repository: home.full_name,
	repository_id: String(home.id),
	ref: 'refs/heads/master',
	...{ workflow_ref: workflow(), job_workflow_ref: workflow() },
	event_name: 'workflow_dispatch',
	...changes,
});

interface Got {
	readonly status: number;
	readonly body: Record<string, unknown>;
	readonly headers: Headers;
}

async function ask(token: string | undefined, body = ''): Promise<Got> {
	const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
	const answer = await fetch(`${bot.url}/token`, { method: 'POST', headers, body });
	return { status: answer.status, body: (await answer.json()) as Record<string, unknown>, headers: answer.headers };
}
const asked = (changes: Record<string, unknown> = {}): Promise<Got> => ask(bot.github.signed(claims(changes)));

describe('a job that shows its identity', () => {
	it('gets a token for its repository alone, with only the permissions that the action needs', async () => {
		const { status, body, headers } = await asked();
		expect(status).toBe(200);
		expect(appAnswerSchema.parse(body)).toEqual({
			token: 'ghs_narrow',
			expires_at: '2099-01-01T00:00:00Z',
			app: { id: appId, slug: 'countersign-test', login: 'countersign-test[bot]', user_id: 99 },
			repository_id: home.id,
			public_key: createPublicKey(appPem).export({ type: 'spki', format: 'pem' }),
			state_key: expect.stringMatching(/^[0-9a-f]{64}$/),
		});
		expect(headers.get('cache-control')).toBe('no-store');
		const [made] = bot.github.sent('POST', '/access_tokens').filter((sent) => 'repository_ids' in sent);
		expect(made).toEqual({ repository_ids: [home.id], permissions: { ...granted, actions: 'read' } });
	});

	it('may read teams if the installation may', async () => {
		bot.github.answers[`GET /repos/${home.full_name}/installation`] = () => ({
			body: { id: installation, permissions: { ...granted, members: 'read', administration: 'write' } },
		});
		await asked();
		const [made] = bot.github.sent('POST', '/access_tokens').filter((sent) => 'repository_ids' in sent);
		expect(made?.['permissions']).toEqual({ ...granted, actions: 'read', members: 'read' });
	});

	it('may end the address of the bot with a slash', async () => {
		expect((await asked({ aud: 'https://bot.example.com/' })).status).toBe(200);
	});

	it('may belong to another workflow that the bot is configured to allow', async () => {
		await bot[Symbol.asyncDispose]();
		bot = await testedBot({ env: { WORKFLOWS: 'maintenance.yml' } });
		const other = { workflow_ref: workflow('maintenance.yml'), job_workflow_ref: workflow('maintenance.yml') };
		expect((await asked(other)).status).toBe(200);
		expect((await asked({ workflow_ref: workflow('ci.yml'), job_workflow_ref: workflow('ci.yml') })).status).toBe(403);
	});
});

describe('the configuration of the organization', () => {
	const organization = `/repos/${owner}/.github`;
	const contents = (path: string, text: string) => ({
		body: { type: 'file', path, encoding: 'base64', content: Buffer.from(text).toString('base64') },
	});
	const setUp = (): void => {
		const { answers } = bot.github;
		answers[`GET ${organization}/commits`] = () => ({ body: [{ sha: 'c0ffee' }] });
		answers[`GET ${organization}/contents/countersign.yml`] = () => contents('countersign.yml', 'mode: plan\n');
		answers[`GET ${organization}/contents/countersign/policies`] = () => ({
			body: [
				{ type: 'file', path: 'countersign/policies/own.yml' },
				{ type: 'file', path: 'countersign/policies/README.md' },
			],
		});
		answers[`GET ${organization}/contents/countersign/policies/own.yml`] = () =>
			contents('countersign/policies/own.yml', 'rules: []\n');
	};

	it('comes with the token, from one commit, and is read once a minute', async () => {
		setUp();
		const { organization: said } = appAnswerSchema.parse((await asked()).body);
		expect(said).toEqual({
			repository: `${owner}/.github`,
			sha: 'c0ffee',
			files: [
				{ path: 'countersign.yml', text: 'mode: plan\n' },
				{ path: 'countersign/policies/own.yml', text: 'rules: []\n' },
			],
		});
		await asked();
		expect(bot.github.sent('GET', `${organization}/commits`)).toHaveLength(1);
	});

	it('is read by the installation of its own repository, if there is one', async () => {
		setUp();
		bot.github.answers[`GET ${organization}/installation`] = () => ({ body: { id: 4, permissions: {} } });
		bot.github.answers['POST /app/installations/4/access_tokens'] = () => ({
			status: 201,
			body: { token: 'ghs_there', expires_at: '2099-01-01T00:00:00Z', permissions: {} },
		});
		await asked();
		const reads = bot.github.asked.filter(({ route }) => route === `GET ${organization}/contents/countersign.yml`);
		expect(reads.map(({ authorization }) => authorization)).toEqual(['token ghs_there']);
	});

	it('stops the exchange when it cannot be read, is logged, and is read again', async () => {
		const [status, body] = [403, { message: 'Resource not accessible by integration' }];
		const why = /with 403: Resource not accessible/;
		setUp();
		const right = bot.github.answers[`GET ${organization}/contents/countersign.yml`];
		bot.github.answers[`GET ${organization}/contents/countersign.yml`] = () => ({ status, body });
		expect(await asked()).toMatchObject({ status: 503, body: { error: 'unavailable' } });
		expect(bot.last()).toMatchObject({ msg: 'token', refused: 'unavailable', why: expect.stringMatching(why) });
		if (right !== undefined) bot.github.answers[`GET ${organization}/contents/countersign.yml`] = right;
		expect((await asked()).status).toBe(200);
	});
});

describe('no token for', () => {
	const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
	const none = Buffer.from('{"alg":"none"}').toString('base64url');

	it.each<[string, number, string, () => string | undefined]>([
		['a request without a token', 401, 'no-token', () => undefined],
		['text that is not a token', 401, 'no-token', () => 'hello'],
		['a token signed with another key', 401, 'not-verified', () => bot.github.signed(claims(), { key: stranger })],
		['a token with an unknown key id', 401, 'not-verified', () => bot.github.signed(claims(), { kid: 'two' })],
		['a token with another algorithm', 401, 'not-verified', () => bot.github.signed(claims(), { alg: 'HS256' })],
		[
			'a token without a signature',
			401,
			'not-verified',
			() => `${none}.${Buffer.from(JSON.stringify(claims())).toString('base64url')}.x`,
		],
	])('%s', async (_, status, error, token) => {
		expect(await ask(token())).toMatchObject({ status, body: { error } });
		expect(bot.github.sent('POST', '/access_tokens')).toEqual([]);
		expect(bot.last()).toMatchObject({ msg: 'token', refused: error });
	});

	it.each<[string, number, string, () => Record<string, unknown>]>([
		['an expired token', 401, 'expired', () => ({ exp: now() - 60 })],
		['a token that is not valid yet', 401, 'not-yet-valid', () => ({ nbf: now() + 120 })],
		['a token that never expires', 401, 'claims-missing', () => ({ exp: undefined })],
		['another issuer', 401, 'wrong-issuer', () => ({ iss: 'https://example.com' })],
		['another audience', 401, 'wrong-audience', () => ({ aud: 'https://example.com' })],
		['several audiences', 401, 'wrong-audience', () => ({ aud: ['https://bot.example.com', 'https://example.com'] })],
		['a token without a repository', 401, 'claims-missing', () => ({ repository_id: undefined })],
		['a token without the workflow of the job', 401, 'claims-missing', () => ({ job_workflow_ref: undefined })],
		['the event pull_request', 403, 'event-not-served', () => ({ event_name: 'pull_request' })],
		['the event pull_request_target', 403, 'event-not-served', () => ({ event_name: 'pull_request_target' })],
		[
			'another workflow',
			403,
			'wrong-workflow',
			() => ({ workflow_ref: workflow('ci.yml'), job_workflow_ref: workflow('ci.yml') }),
		],
		[
			'a workflow file whose name starts like ours',
			403,
			'wrong-workflow',
			() => ({
				workflow_ref: workflow('countersign.yml@x.yml'),
				job_workflow_ref: workflow('countersign.yml@x.yml'),
			}),
		],
		[
			'a branch whose name ends like ours',
			403,
			'wrong-branch',
			() => ({
				workflow_ref: workflow(undefined, 'refs/heads/x@refs/heads/master'),
				job_workflow_ref: workflow(undefined, 'refs/heads/x@refs/heads/master'),
			}),
		],
		['a job that another workflow calls', 403, 'wrong-workflow', () => ({ workflow_ref: workflow('ci.yml') })],
		[
			'a job whose workflow is in another repository',
			403,
			'wrong-workflow',
			() => ({ job_workflow_ref: workflow().replace(owner, 'octocat') }),
		],
		['a tag', 403, 'wrong-branch', () => ({ ref: 'refs/tags/v1' })],
		[
			'another branch',
			403,
			'wrong-branch',
			() => ({
				ref: 'refs/heads/x',
				workflow_ref: workflow(undefined, 'refs/heads/x'),
				job_workflow_ref: workflow(undefined, 'refs/heads/x'),
			}),
		],
		[
			'a workflow of another branch',
			403,
			'wrong-branch',
			() => ({
				workflow_ref: workflow(undefined, 'refs/heads/x'),
				job_workflow_ref: workflow(undefined, 'refs/heads/x'),
			}),
		],
		['another repository with the same name', 403, 'not-installed', () => ({ repository_id: '5' })],
	])('%s', async (_, status, error, changes) => {
		expect(await asked(changes())).toMatchObject({ status, body: { error } });
		expect(bot.github.sent('POST', '/access_tokens').filter((sent) => 'repository_ids' in sent)).toEqual([]);
		expect(bot.last()).toMatchObject({ msg: 'token', refused: error });
	});

	const at = `GET /repos/${home.full_name}/installation`;
	it.each<[string, number, string, string, object | undefined, number]>([
		['a repository without the App', 403, 'not-installed', at, undefined, 404],
		[
			'a suspended installation',
			403,
			'suspended',
			at,
			{ id: 3, suspended_at: '2026-01-01T00:00:00Z', permissions: granted },
			200,
		],
		[
			'an installation that lacks a permission',
			403,
			'permission-missing',
			at,
			{ id: 3, permissions: { ...granted, checks: 'read' } },
			200,
		],
		['a job during an outage of GitHub', 503, 'unavailable', at, {}, 500],
		[
			'a renamed repository',
			403,
			'wrong-repository',
			`GET /repositories/${home.id}`,
			{ ...home, name: 'New', owner: { login: owner } },
			200,
		],
		[
			'a branch that is no longer the default',
			403,
			'wrong-branch',
			`GET /repositories/${home.id}`,
			{ ...home, name, owner: { login: owner }, default_branch: 'main' },
			200,
		],
	])('%s', async (_, status, error, route, body, answered) => {
		if (answered === 500) {
			await bot[Symbol.asyncDispose]();
			bot = await testedBot({ limits: { exchange: 300 } });
		}
		bot.github.answers[route] = () => ({ status: answered, body });
		expect(await asked()).toMatchObject({ status, body: { error } });
		expect(bot.github.sent('POST', '/access_tokens').filter((sent) => 'repository_ids' in sent)).toEqual([]);
	});

	it('a job of an installation whose missing permission the answer names', async () => {
		bot.github.answers[at] = () => ({ body: { id: installation, permissions: { ...granted, checks: 'read' } } });
		expect((await asked()).body['message']).toContain('checks=write');
	});

	it('any job while the keys of the issuer cannot be read', async () => {
		bot.github.answers['GET /.well-known/jwks'] = () => ({ status: 500, body: {} });
		expect(await asked()).toMatchObject({ status: 503, body: { error: 'unavailable' } });
	});

	it('a request with an oversized body', async () => {
		const answer = await fetch(`${bot.url}/token`, { method: 'POST', body: 'x'.repeat(5000) });
		expect(answer.status).toBe(413);
	});
});

it('the log contains no token', async () => {
	const token = bot.github.signed(claims());
	await ask(token);
	await ask(`${token}x`);
	const log = bot.lines.join('\n');
	for (const word of [token, token.split('.')[2] ?? '', 'ghs_', 'eyJ']) expect(log).not.toContain(word);
});
