import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verify } from '@octokit/webhooks-methods';
import type { Octokit } from 'octokit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { signedToken } from '../../rehearsal/github/app-token.ts';
import { type JsonObject, type LocalGitHub, makeApp } from '../../rehearsal/github/local-github.ts';
import { client, sourceRepository, startDemo } from './support.ts';

interface Received {
	event: string;
	guid: string;
	valid: boolean;
	headers: NodeJS.Dict<string | string[]>;
	payload: JsonObject;
}

const source = sourceRepository();
const app = makeApp();
const received: Received[] = [];
let answer: number | 'never' = 200;
let github: LocalGitHub;
let asApp: Octokit;

const listener = createServer(async (message, response) => {
	let body = '';
	for await (const chunk of message) body += chunk;
	const { headers } = message;
	const valid = await verify(app.webhookSecret, body, String(headers['x-hub-signature-256']));
	const [event, guid] = [String(headers['x-github-event']), String(headers['x-github-delivery'])];
	received.push({ event, guid, valid, headers, payload: JSON.parse(body) });
	if (answer !== 'never') response.writeHead(answer).end('taken');
});

beforeAll(async () => {
	await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
	github = await startDemo(source.dir, { app });
	const now = Math.floor(Date.now() / 1000);
	asApp = client(github, signedToken({ iss: String(app.id), iat: now, exp: now + 500 }, app.privateKeyPem));
});

afterEach(() => {
	received.length = 0;
	answer = 200;
	Object.assign(github, { webhookUrl: undefined, deliversBotWrites: false, webhookTimeoutMs: 10_000 });
});

afterAll(async () => {
	await github.close();
	listener.closeAllConnections();
	listener.close();
	source.remove();
});

const hear = () => {
	github.webhookUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hooks`;
};
const deliveries = (query: object = {}) => asApp.rest.apps.listWebhookDeliveries({ ...query });

test('actions of people are delivered with a signature and the installation', async () => {
	hear();
	const issue = await github.openIssue({ user: 'maria', title: 'help', labels: ['agent'] });
	const comment = await github.comment({ issue: issue.number, user: 'maria', body: '/agent go' });
	await github.editComment({ comment: comment.id, user: 'maria', body: '/agent stay' });
	await github.deleteComment({ comment: comment.id, user: 'maria' });
	await github.act('wes', 'POST', `/issues/${issue.number}/labels`, { labels: ['bug'] });
	await github.act('wes', 'DELETE', `/issues/${issue.number}/labels/agent`);
	await github.delivered();
	const heard = received.map(({ event, payload }) => `${event}.${payload['action']}`).sort();
	const comments = ['created', 'deleted', 'edited'].map((action) => `issue_comment.${action}`);
	expect(heard).toEqual([...comments, 'issues.labeled', 'issues.labeled', 'issues.opened', 'issues.unlabeled']);
	expect(received.every(({ valid }) => valid)).toBe(true);
	expect(new Set(received.map(({ guid }) => guid)).size).toBe(7);
	const told = received.find(({ payload }) => payload['action'] === 'created');
	expect(told?.headers).toMatchObject({
		'content-type': 'application/json',
		'user-agent': expect.stringMatching(/^GitHub-Hookshot\//),
		'x-github-hook-installation-target-id': String(app.id),
		'x-github-hook-installation-target-type': 'integration',
	});
	expect(told?.payload).toMatchObject({
		comment: { id: comment.id, body: '/agent go' },
		installation: { id: github.installationId, node_id: expect.any(String) },
		repository: { id: github.repositoryId, full_name: 'octo/demo' },
		sender: { login: 'maria' },
	});
	const gone = received.find(({ payload }) => payload['action'] === 'unlabeled');
	expect(gone?.payload).toMatchObject({ label: { name: 'agent' }, sender: { login: 'wes' } });
});

test('nothing is delivered without an address, and bot writes only on request', async () => {
	const { number } = await github.openIssue({ user: 'maria', title: 'quiet' });
	hear();
	const bot = client(github, github.installationToken());
	const write = () => bot.rest.issues.createComment({ owner: 'octo', repo: 'demo', issue_number: number, body: 'x' });
	await write();
	await github.delivered();
	expect(received).toEqual([]);
	github.deliversBotWrites = true;
	await write();
	await github.delivered();
	expect(received.map(({ payload }) => (payload['sender'] as JsonObject)['login'])).toEqual(['countersign[bot]']);
});

test('a test can deliver a payload itself, to any address and repeatedly', async () => {
	const issue = await github.openIssue({ user: 'maria', title: 'by hand' });
	const payload = await github.payloadFor({ event: 'issues', issue, action: 'opened' });
	hear();
	const url = `${github.webhookUrl}/replica-2`;
	const first = await github.deliver('issues', payload);
	const again = await github.deliver('issues', payload, { guid: first.guid, url, redelivery: true });
	expect([again.guid, again.redelivery, again.id > first.id]).toEqual([first.guid, true, true]);
	const { headers, body } = github.signed('issues', payload, first.guid);
	await fetch(url, { method: 'POST', headers, body });
	expect(received.map(({ guid, valid }) => [guid, valid])).toEqual(Array(3).fill([first.guid, true]));
});

test('the delivery log has pages with a cursor, newest first, and can redeliver', async () => {
	hear();
	const before = (await deliveries({ per_page: 100 })).data.length;
	answer = 503;
	const issue = await github.openIssue({ user: 'maria', title: 'failing' });
	await github.delivered();
	answer = 200;
	for (const user of ['maria', 'wes']) await github.comment({ issue: issue.number, user, body: 'later' });
	await github.delivered();
	const all = (await deliveries({ per_page: 100 })).data;
	expect(all).toHaveLength(before + 3);
	const first = await deliveries({ per_page: 2 });
	expect(first.data.map(({ id }) => id)).toEqual(all.slice(0, 2).map(({ id }) => id));
	const [, next = ''] = /<([^>]+)>; rel="next"/.exec(first.headers.link ?? '') ?? [];
	const second = await asApp.request(`GET ${next}`);
	expect(second.data.map(({ id }: { id: number }) => id)).toEqual(all.slice(2, 4).map(({ id }) => id));
	const [failed] = (await deliveries({ status: 'failure' })).data;
	expect(failed).toMatchObject({
		status_code: 503,
		status: 'Invalid HTTP Response: 503',
		event: 'issues',
		action: 'opened',
		redelivery: false,
		installation_id: github.installationId,
		repository_id: github.repositoryId,
	});
	const delivery_id = Number(failed?.id);
	const whole = (await asApp.rest.apps.getWebhookDelivery({ delivery_id })).data;
	expect(whole.request.payload).toMatchObject({ issue: { title: 'failing' } });
	expect(whole.response.payload).toBe('taken');
	expect((await asApp.rest.apps.redeliverWebhookDelivery({ delivery_id })).status).toBe(202);
	const [newest] = await github.delivered();
	expect(newest).toMatchObject({ guid: failed?.guid, redelivery: true, status: 'OK', status_code: 200 });
	expect(received.at(-1)).toMatchObject({ guid: failed?.guid, payload: { issue: { title: 'failing' } } });
	const anybody = client(github).rest.apps.listWebhookDeliveries();
	await expect(anybody).rejects.toMatchObject({ status: 401 });
});

test('the delivery log has failed connections, timeouts and entries of the test', async () => {
	const issue = await github.openIssue({ user: 'maria', title: 'lost' });
	const payload = await github.payloadFor({ event: 'issues', issue, action: 'opened' });
	const nobody = await github.deliver('issues', payload, { url: 'http://127.0.0.1:1/' });
	expect(nobody).toMatchObject({ status_code: 502, status: 'failed to connect' });
	hear();
	answer = 'never';
	github.webhookTimeoutMs = 20;
	expect(await github.deliver('issues', payload)).toMatchObject({ status_code: 504, status: 'timed out' });
	const deliveredAt = new Date('2020-01-01T00:00:00Z');
	const own = github.logDelivery({ event: 'issues', payload, guid: 'mine', statusCode: 500, deliveredAt });
	const log = await github.delivered();
	expect(log.at(-1)).toEqual(own);
	expect(own).toMatchObject({ guid: 'mine', status_code: 500, delivered_at: '2020-01-01T00:00:00Z' });
});
