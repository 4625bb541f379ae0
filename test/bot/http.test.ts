import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { webhookPath } from '../../src/bot/index.ts';
import { aPayload, type Payload } from '../github/payloads.ts';
import { appId, appPem, author, installation } from './github-stand-in.ts';
import { secret, signature, type TestedBot, testedBot } from './running-bot.ts';

let bot: TestedBot;
beforeEach(async () => {
	bot = await testedBot({ limits: { body: 2000, request: 1000 } });
});
afterEach(() => bot[Symbol.asyncDispose]());

const ping = { zen: 'Keep it logically awesome.' };

describe('a request', () => {
	it.each([
		['GET', webhookPath, 405],
		['GET', '/token', 405],
		['POST', '/healthz', 405],
		['POST', '/', 404],
		['GET', '/constructor', 404],
		['GET', '/healthz?x=1', 200],
		['GET', '/readyz', 200],
	])('%s %s is answered with %i', async (method, path, status) => {
		expect((await fetch(`${bot.url}${path}`, { method })).status).toBe(status);
	});

	it.each(['x-github-event', 'x-github-delivery', 'x-hub-signature-256'])('without %s is malformed', async (header) => {
		const { status, body } = await bot.deliver('ping', ping, { [header]: '' });
		expect([status, body['end'], bot.last()['why']]).toEqual([400, 'malformed', 'headers']);
	});

	it.each([
		['another secret', signature(JSON.stringify(ping), 'another secret of some length')],
		['another body', signature('{}')],
		['the old digest', `sha1=${createHmac('sha1', secret).update(JSON.stringify(ping)).digest('hex')}`],
		['no digest', 'sha256='],
	])('signed with %s is refused', async (_, wrong) => {
		const { status, body } = await bot.deliver('ping', ping, { 'x-hub-signature-256': wrong });
		expect([status, body['end']]).toEqual([400, 'bad-signature']);
	});

	it.each(['{', '[]', '7', 'null', 'payload=%7B%7D'])('that holds `%s` is malformed', async (text) => {
		const { status } = await bot.deliver('issue_comment', text);
		expect([status, bot.last()['why']]).toEqual([400, 'not-json']);
	});

	it('whose payload lacks required fields is malformed', async () => {
		const payload = { action: 'created', comment: { body: '/agent x' }, installation: { id: 1 } };
		expect((await bot.deliver('issue_comment', payload)).status).toBe(400);
	});

	it('whose content-length is over the limit is refused', async () => {
		const { status, body } = await bot.deliver('ping', { zen: 'x'.repeat(3000) });
		expect([status, body['end']]).toEqual([413, 'too-large']);
	});

	it('without a content-length is refused once it exceeds the limit', async () => {
		const status = await new Promise((resolve, reject) => {
			const sent = request(`${bot.url}${webhookPath}`, { method: 'POST' }, (answer) => resolve(answer.statusCode));
			sent.on('error', reject);
			sent.write('x'.repeat(3000));
		});
		expect(status).toBe(413);
	});

	it('that arrives too slowly is cut off with 408', async () => {
		const socket = connect(Number(new URL(bot.url).port), '127.0.0.1');
		socket.write(`POST ${webhookPath} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{`);
		const text = await new Promise<string>((resolve) => {
			let said = '';
			socket.on('data', (chunk) => {
				said += String(chunk);
			});
			socket.on('close', () => resolve(said));
		});
		expect(text).toContain('408');
	});
});

describe('readiness', () => {
	it('fails while GitHub does not know the App, and recovers by itself', async () => {
		const { answers } = bot.github;
		answers['GET /app'] = () => ({ body: { id: appId + 1, slug: 'another' } });
		expect((await fetch(`${bot.url}/readyz`)).status).toBe(503);
		answers['GET /app'] = () => ({ body: { id: appId, slug: 'countersign-test' } });
		expect(await (await fetch(`${bot.url}/readyz`)).json()).toEqual({ ready: true, app: 'countersign-test' });
	});
});

describe('a bot that is not ready', () => {
	it.each([
		['key-of-another-app', () => ({ body: { id: appId + 1, slug: 'another' } }), 'APP_ID says 7'],
		['github-does-not-know-the-app', () => ({ status: 401 }), '(401)'],
		['github-does-not-know-the-app', () => ({ status: 404 }), "this machine's clock"],
		['github-unreachable', () => ({ status: 502 }), 'this machine can reach GITHUB_API_URL'],
		['github-unreachable', () => ({ body: {} }), 'GitHub is unreachable'],
	])('reports %s, and its log says what to do', async (why, answer, words) => {
		await bot[Symbol.asyncDispose]();
		bot = await testedBot({ recovery: { deliveries: 600_000, commands: 600_000 }, atGitHub: { 'GET /app': answer } });
		expect(await (await fetch(`${bot.url}/readyz`)).json()).toEqual({ ready: false, why });
		await vi.waitFor(() => expect(bot.lines.join('\n')).toContain(words));
	});
});

describe('a bot that is told to stop', () => {
	it('finishes open requests and accepts no new ones', async () => {
		const began = Promise.withResolvers<void>();
		const goOn = Promise.withResolvers<void>();
		bot.github.answers['GET /app'] = async () => {
			began.resolve();
			await goOn.promise;
			return { body: { id: appId, slug: 'countersign-test' } };
		};
		const answer = fetch(`${bot.url}/readyz`);
		await began.promise;
		const closed = bot.close();
		await expect(fetch(`${bot.url}/healthz`)).rejects.toThrow();
		goOn.resolve();
		const { status, headers } = await answer;
		// An open connection would keep the process alive until its timeout.
		expect([status, headers.get('connection')]).toEqual([200, 'close']);
		await closed;
	});

	it('waits for open requests no longer than its shutdown limit', async () => {
		await bot[Symbol.asyncDispose]();
		bot = await testedBot({ limits: { shutdown: 50 } });
		const began = Promise.withResolvers<void>();
		bot.github.answers['GET /app'] = () => {
			began.resolve();
			return new Promise(() => undefined);
		};
		const answer = fetch(`${bot.url}/readyz`);
		answer.catch(() => undefined);
		await began.promise;
		await bot.close();
		await expect(answer).rejects.toThrow();
	});
});

describe('a GitHub that never answers', () => {
	const recovery = { deliveries: 600_000, commands: 600_000 };

	it.each(['GET /app/hook/deliveries', 'GET /app/installations'])(
		'does not delay the shutdown of the bot: %s',
		async (route) => {
			await bot[Symbol.asyncDispose]();
			const asked = Promise.withResolvers<void>();
			const silent = () => {
				asked.resolve();
				return new Promise<never>(() => undefined);
			};
			const atGitHub = { 'GET /app/hook/deliveries': () => ({ body: [] }), [route]: silent };
			bot = await testedBot({ recovery, atGitHub });
			await asked.promise;
			await bot.close();
			expect(JSON.parse(bot.lines.at(-1) ?? '{}')).toMatchObject({ msg: 'stopped' });
			expect(bot.lines.filter((line) => line.includes('"level":"warn"'))).toEqual([]);
		},
		20_000,
	);
});

it('the bot fails with a clear error when its port is in use', async () => {
	const port = new URL(bot.url).port;
	await expect(testedBot({ env: { PORT: port } })).rejects.toMatchObject({
		code: 'bad-input',
		message: `The bot cannot listen at 127.0.0.1, port ${port}: something listens there already.`,
	});
});

const examples: readonly { name: string; examples: readonly Payload[] }[] = createRequire(import.meta.url)(
	'@octokit/webhooks-examples',
);

it('the bot handles every example payload of GitHub without an error', async () => {
	await bot[Symbol.asyncDispose]();
	bot = await testedBot();
	const ends = new Map<string, number>();
	for (const { name, examples: payloads } of examples) {
		for (const payload of payloads) {
			const { status, body } = await bot.deliver(name, payload);
			expect(status, `${name} ${String(payload['action'])}: ${JSON.stringify(body)}`).toBe(200);
			ends.set(String(body['end']), (ends.get(String(body['end'])) ?? 0) + 1);
		}
	}
	expect([...ends.values()].reduce((sum, count) => sum + count)).toBe(329);
	expect([...ends.keys()].sort()).toEqual(['nothing', 'unserved']);
	expect(bot.lines.filter((line) => line.includes('"msg":"delivery"'))).toHaveLength(329);
});

it('the log contains no secret, no token and no text of a comment', async () => {
	await bot[Symbol.asyncDispose]();
	bot = await testedBot({ env: { LOG_LEVEL: 'debug' } });
	const payload = aPayload('issue_comment', 'created', {
		'comment.body': '/agent hunter2hunter2',
		'comment.performed_via_github_app': undefined,
		sender: { ...author, type: 'User' },
		installation: { id: installation },
	});
	await bot.deliver('issue_comment', payload);
	bot.github.answers['GET /app'] = () => ({ status: 500, body: { message: 'hunter2hunter2' } });
	for (const status of [401, 403, 422, 500]) {
		for (const route of ['/dispatches', '/access_tokens']) {
			await using other = await testedBot({ env: { LOG_LEVEL: 'debug' }, limits: { delivery: 300 } });
			const failing = { status, body: { message: 'hunter2hunter2 ghs_wide' } };
			const path =
				route === '/dispatches'
					? '/repos/Codertocat/Hello-World/actions/workflows/countersign.yml'
					: '/app/installations/3';
			other.github.answers[`POST ${path}${route}`] = () => failing;
			await other.deliver('issue_comment', payload);
			(bot.lines as string[]).push(...other.lines);
		}
	}
	const log = bot.lines.join('\n');
	const key = appPem.split('\n')[1] ?? 'no key';
	for (const word of [secret, 'ghs_', 'hunter2', 'Bearer', 'eyJ', key, signature(JSON.stringify(payload))])
		expect(log).not.toContain(word);
});
