import { describe, expect, test } from 'vitest';
import { type AppAnswer, CountersignError } from '../../src/core/index.ts';
import { actingClient, createAppToken, createGitDoor, revokeToken } from '../../src/github/index.ts';
import { createRedactor } from '../../src/journal/index.ts';
import { errorOf } from './support.ts';

function anAnswer(token: string, expires: string, change: Partial<AppAnswer> = {}): AppAnswer {
	const app = { id: 1, slug: 'countersign-app', login: 'countersign-app[bot]', user_id: 9001 };
	return { token, expires_at: expires, app, repository_id: 5, public_key: 'key', ...change };
}

const first = anAnswer('token-of-the-first-hour', '2026-11-23T13:00:00Z');
const second = anAnswer('token-of-the-second-hour', '2026-11-23T14:00:00Z');
const outage = new CountersignError({ code: 'github-unreachable', message: 'm', fix: 'f' });

function aToken(renew?: () => Promise<AppAnswer>) {
	const clock = { now: new Date('2026-11-23T12:00:00Z') };
	const options = { answer: first, now: () => clock.now, ...(renew === undefined ? {} : { renew }) };
	return { clock, token: createAppToken(options) };
}

describe("the App's token", () => {
	test('is renewed in its last five minutes, once for all callers', async () => {
		let asked = 0;
		const { clock, token } = aToken(async () => {
			asked++;
			return second;
		});
		clock.now = new Date('2026-11-23T12:54:59Z');
		expect(await token.current()).toBe(first.token);
		clock.now = new Date('2026-11-23T12:55:00Z');
		expect(await Promise.all([token.current(), token.current()])).toEqual([second.token, second.token]);
		expect(await token.current()).toBe(second.token);
		expect(asked).toBe(1);
	});

	test('is used until it expires if renewing fails, and not after that', async () => {
		const { clock, token } = aToken(() => Promise.reject(outage));
		clock.now = new Date('2026-11-23T12:58:00Z');
		expect(await token.current()).toBe(first.token);
		clock.now = new Date('2026-11-23T13:00:00Z');
		expect(await errorOf(token.current())).toBe(outage);
	});

	test('is used until it expires if it cannot be renewed', async () => {
		const { clock, token } = aToken();
		clock.now = new Date('2026-11-23T12:59:00Z');
		expect(await token.current()).toBe(first.token);
	});

	test.each<[string, Partial<AppAnswer>]>([
		['repository', { repository_id: 6 }],
		['key', { public_key: 'other' }],
		['App', { app: { ...first.app, id: 2 } }],
		['account', { app: { ...first.app, user_id: 2 } }],
	])('of another %s is refused', async (_what, change) => {
		const { clock, token } = aToken(async () => anAnswer('t', second.expires_at, change));
		clock.now = new Date('2026-11-23T13:00:00Z');
		expect((await errorOf(token.current())).code).toBe('github-refused');
	});

	test('and its successor are redacted in texts', async () => {
		const { clock, token } = aToken(async () => second);
		const redactor = createRedactor(['of-the-workflow']);
		token.tell(redactor.learn);
		const basic = Buffer.from(`x-access-token:${second.token}`).toString('base64');
		clock.now = new Date('2026-11-23T12:59:00Z');
		await token.current();
		const said = `${first.token} ${second.token} of-the-workflow ${basic}`;
		expect(redactor.redact(said)).toBe('[redacted] [redacted] [redacted] [redacted]');
		expect(redactor.secretsIn(second.token)).toHaveLength(1);
	});
});

describe('a client that acts as the App', () => {
	test('sends each request with the current token', async () => {
		let now = 'one';
		const made: string[] = [];
		const client = actingClient(
			async () => now,
			(token) => {
				made.push(token);
				return { request: async (route) => ({ status: 200, data: `${token} ${route}`, headers: {} }) };
			},
		);
		const ask = async () => (await client.request('GET /x')).data;
		expect([await ask(), await ask()]).toEqual(['one GET /x', 'one GET /x']);
		now = 'two';
		expect(await ask()).toBe('two GET /x');
		expect(made).toEqual(['one', 'two']);
	});

	test('uses the current token for git, too', async () => {
		const seen: (string | null)[] = [];
		const server = (await import('node:http')).createServer((request, response) => {
			seen.push(request.headers.authorization ?? null);
			response.writeHead(500).end();
		});
		await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
		const address = server.address() as { port: number };
		let now = 'one';
		const webUrl = `http://127.0.0.1:${address.port}`;
		const token = async () => now;
		// A new door each time, because a door is not used again after a failure.
		const fetching = () =>
			createGitDoor({ webUrl, owner: 'o', repo: 'r', token })
				.fetch('a'.repeat(40))
				.catch(() => undefined);
		await fetching();
		now = 'two';
		await fetching();
		server.close();
		const basic = (token: string) => `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
		expect(seen).toEqual([basic('one'), basic('two')]);
	});

	test('revokes the token at the end and ignores a failure', async () => {
		const asked: string[] = [];
		const octokit = {
			request: (route: string) => {
				asked.push(route);
				return Promise.reject(new Error('gone'));
			},
		};
		await revokeToken(octokit);
		expect(asked).toEqual(['DELETE /installation/token']);
	});
});
