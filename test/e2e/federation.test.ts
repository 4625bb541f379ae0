import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { journalOf, Stage } from './stage.ts';

const jwt = 'header-not-real.claims-of-the-job.signature';
const access = 'access-not-a-real-token-0123456789';
const runnerToken = 'runner-not-a-real-token-0123456789';
const provider = new LLMock({ port: 0 });
const asked: string[] = [];

/** Issues identity tokens, exchanges them, and lets only requests with the exchanged token reach the model. */
const front = createServer(async (request, response) => {
	asked.push(request.url ?? '');
	const answer = (body: object, status = 200) => response.writeHead(status).end(JSON.stringify(body));
	if (request.url?.startsWith('/identity') === true)
		return request.headers.authorization === `Bearer ${runnerToken}` ? answer({ value: jwt }) : answer({}, 401);
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part as Buffer);
	const body = Buffer.concat(parts).toString();
	if (request.url === '/v1/oauth/token')
		return answer(body.includes(jwt) ? { access_token: access, expires_in: 600, token_type: 'Bearer' } : {});
	if (request.headers.authorization !== `Bearer ${access}`) return answer({ error: { message: 'no' } }, 401);
	const headers = { 'content-type': 'application/json' };
	const reply = await fetch(provider.url + request.url, { method: 'POST', headers, body });
	response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' });
	return response.end(await reply.text());
});
const url = () => `http://127.0.0.1:${(front.address() as AddressInfo).port}`;

beforeAll(async () => {
	await provider.start();
	await new Promise<void>((ready) => front.listen(0, '127.0.0.1', ready));
});
afterAll(async () => {
	front.closeAllConnections();
	front.close();
	await provider.stop();
});
beforeEach(() => provider.clearFixtures());

const inputs = {
	...{ model: 'anthropic:claude-test', 'anthropic-federation-rule-id': 'fdrl_1' },
	'anthropic-organization-id': 'org-1',
};

test('a job without a stored key calls its model with its identity token, and keeps it secret', async () => {
	const command = '{"command":"printenv ACTIONS_ID_TOKEN_REQUEST_TOKEN"}';
	provider.on({ turnIndex: 0 }, { toolCalls: [{ name: 'shell_exec', arguments: command, id: 'toolu_1' }] });
	provider.on({ turnIndex: 1 }, { content: 'It joins words with underscores.' });
	await using stage = await Stage.open();
	const end = await stage.say('maintainer', '/agent what does slug do?', {
		inputs,
		env: {
			...{ ANTHROPIC_BASE_URL: url(), ACTIONS_ID_TOKEN_REQUEST_TOKEN: runnerToken },
			ACTIONS_ID_TOKEN_REQUEST_URL: `${url()}/identity?api-version=2`,
		},
	});
	expect(end, end.log).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed' } });
	expect(asked.filter((path) => path === '/v1/oauth/token')).toHaveLength(1);
	const journal = journalOf(end);
	expect(journal.filter(({ type }) => type === 'security_violation')).toHaveLength(1);
	const comments = (await stage.comments()).map(({ body }) => body).join('\n');
	const log = end.log.replaceAll(/^::add-mask::.*$/gm, '');
	for (const secret of [jwt, access, runnerToken])
		expect(JSON.stringify(journal) + comments + log + end.summary).not.toContain(secret);
	expect(end.log).toContain(`::add-mask::${jwt}`);
});

test('a job without permission for an identity token names the missing permission', async () => {
	await using stage = await Stage.open();
	const end = await stage.say('maintainer', '/agent what is it?', { inputs, env: { ANTHROPIC_BASE_URL: url() } });
	expect(end).toMatchObject({ exitCode: 1, outputs: { outcome: 'failed', 'reason-code': 'model-unauthorized' } });
	expect(end.log).toContain('id-token: write');
});
