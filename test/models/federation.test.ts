import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CountersignError } from '../../src/core/index.ts';
import { identityToken } from '../../src/github/index.ts';
import { createModel } from '../../src/models/index.ts';
import { type Answer, completion, Loopback } from './loopback.ts';
import { chunksOf, messageEnd, messageStart, sse, errorOf as thrownBy } from './support.ts';

const server = new Loopback();
beforeAll(() => server.start());
afterAll(() => server.stop());
afterEach(() => expect(server.reset()).toEqual([]));

async function errorOf(model: Parameters<typeof thrownBy>[0]): Promise<CountersignError> {
	const thrown = await thrownBy(model);
	if (thrown instanceof CountersignError) return thrown;
	throw thrown;
}

const jwt = 'header.claims-of-the-job.signature';
const access = 'access-not-a-real-token-0123456789';
const json = (body: object, status = 200) => ({ status, body: JSON.stringify(body) });
const door = () => ({ url: `${server.url}/identity?api-version=2`, token: 'runner-not-a-real-token' });
const masked: string[] = [];
const token = (audience: string) => identityToken(audience, { door: door(), mask: (secret) => masked.push(secret) });

const claude = () =>
	createModel({
		...{ id: 'anthropic:claude-test', baseUrl: server.url, maxRetries: 0 },
		anthropicIdentity: {
			...{ ruleId: 'fdrl_1', organizationId: 'org-1', workspaceId: 'wrkspc_1' },
			token: () => token('https://api.anthropic.com'),
		},
	});
const reply = { headers: { 'content-type': 'text/event-stream' }, body: sse(messageStart(), ...messageEnd()) };

describe('Anthropic', () => {
	it('uses the identity of the job instead of a key, and gets one token for two requests', async () => {
		const model = claude();
		server.queue(json({ value: jwt }), json({ access_token: access, expires_in: 600 }), reply, reply);
		await chunksOf(model);
		await chunksOf(model);
		const [identity, exchange, ...asked] = server.seen;
		expect(identity?.url).toBe('/identity?api-version=2&audience=https%3A%2F%2Fapi.anthropic.com');
		expect(identity?.headers.authorization).toBe('Bearer runner-not-a-real-token');
		expect(exchange?.url).toBe('/v1/oauth/token');
		expect(JSON.parse(exchange?.body ?? '')).toMatchObject({
			...{ assertion: jwt, federation_rule_id: 'fdrl_1', organization_id: 'org-1', workspace_id: 'wrkspc_1' },
		});
		expect(asked.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${access}`, `Bearer ${access}`]);
		expect(asked.map(({ headers }) => headers['x-api-key'])).toEqual([undefined, undefined]);
		expect(masked).toContain(jwt);
	});

	it('reports that it has no rule for this job', async () => {
		server.queue(json({ value: jwt }), json({ error: 'invalid_grant', error_description: 'no rule' }, 401));
		const error = await errorOf(claude());
		expect(error).toMatchObject({ code: 'model-unauthorized', fix: expect.stringContaining('federation rule') });
		expect(String(error)).not.toContain(jwt);
	});

	it('reports an overload', async () => {
		server.queue(json({ value: jwt }), json({}, 503));
		expect(await errorOf(claude())).toMatchObject({ code: 'model-overloaded' });
	});

	it('cannot reveal the token by repeating it in an error', async () => {
		const error = { type: 'error', error: { type: 'invalid_request_error', message: `bad ${access}` } };
		server.queue(json({ value: jwt }), json({ access_token: access, expires_in: 600 }), json(error, 400));
		const { message } = await errorOf(claude());
		expect(message).toContain('bad ***');
		expect(message).not.toContain(access);
	});
});

describe('OpenAI', () => {
	const exchanges: string[] = [];
	/** Sends requests for OpenAI to the test server. The client always exchanges tokens at auth.openai.com. */
	const rerouted: typeof globalThis.fetch = (input, init) => {
		const url = String(input instanceof Request ? input.url : input);
		if (url.startsWith('https://auth.openai.com/')) exchanges.push(url);
		return fetch(url.replace(/^https:\/\/(auth|api)\.openai\.com/, server.url), init);
	};
	const gpt = () =>
		createModel({
			...{ id: 'openai:gpt-test', fetch: rerouted, maxRetries: 0 },
			openaiIdentity: {
				...{ identityProviderId: 'idp_1', serviceAccountId: 'sa_1' },
				token: () => token('https://api.openai.com/v1'),
			},
		});
	const said = completion({ choices: [{ index: 0, delta: { content: 'Hi.' }, finish_reason: 'stop' }] });

	it('uses the identity of the job instead of a key', async () => {
		server.queue(json({ value: jwt }), json({ access_token: access, expires_in: 600, token_type: 'Bearer' }), said);
		await chunksOf(gpt());
		expect(exchanges).toEqual(['https://auth.openai.com/oauth/token']);
		expect(JSON.parse(server.seen[1]?.body ?? '')).toMatchObject({
			...{ subject_token: jwt, identity_provider_id: 'idp_1', service_account_id: 'sa_1' },
		});
		expect(server.seen[2]?.headers.authorization).toBe(`Bearer ${access}`);
	});

	it('reports that it does not trust this job, without the token', async () => {
		server.queue(json({ value: jwt }), json({ error: 'invalid_grant', error_description: `no ${jwt}` }, 401));
		const error = await errorOf(gpt());
		expect(error).toMatchObject({ code: 'model-unauthorized' });
		expect(error.message).toContain('no ***');
	});
});

describe('GitHub', () => {
	const asked = async (answers: readonly Answer[]): Promise<CountersignError> => {
		server.queue(...answers);
		try {
			await token('a');
		} catch (error) {
			if (error instanceof CountersignError) return error;
		}
		throw new Error('it gave a token');
	};

	it('gives no identity without the permission; the error names it, and no request is sent', async () => {
		const without = identityToken('a', { door: undefined, mask: () => undefined });
		await expect(without).rejects.toMatchObject({
			code: 'model-unauthorized',
			fix: expect.stringContaining('id-token: write'),
		});
		expect(server.seen).toEqual([]);
	});

	it('is asked once if it refuses, and three times if it fails', async () => {
		expect(await asked([json({}, 403)])).toMatchObject({ code: 'model-unauthorized' });
		expect(server.seen).toHaveLength(1);
		expect(await asked([json({}, 500), json({}, 502), json({}, 503)])).toMatchObject({ code: 'model-unreachable' });
		expect(server.seen).toHaveLength(4);
		expect(await asked([json({ value: 7 })])).toMatchObject({ code: 'model-unauthorized' });
	});

	it("is named in the model's error if it gives no identity", async () => {
		server.queue(json({}, 403));
		expect(await errorOf(claude())).toMatchObject({
			code: 'model-unauthorized',
			message: expect.stringMatching(/^GitHub gave the job no identity/),
		});
		server.queue(json({}, 403));
		const model = createModel({
			...{ id: 'openai:gpt-test', maxRetries: 0 },
			openaiIdentity: { identityProviderId: 'i', serviceAccountId: 's', token: () => token('a') },
		});
		expect(await errorOf(model)).toMatchObject({
			code: 'model-unauthorized',
			message: expect.stringMatching(/^GitHub gave the job no identity/),
		});
	});
});
