import { describe, expect, test } from 'vitest';
import type { AppAnswer } from '../../src/core/index.ts';
import { actAsApp } from '../../src/job/act-as-app.ts';
import { appAccount, appKeys, repositoryId } from './pressed.ts';
import { errorOf } from './support.ts';

const answer: AppAnswer = {
	token: 'ghs_of-the-app',
	expires_at: '2026-11-23T13:00:00Z',
	app: { id: 1, slug: 'countersign-app', login: appAccount.login, user_id: appAccount.id },
	repository_id: repositoryId,
	public_key: appKeys.publicKey,
};
const door = { url: 'https://runner.example.com/oidc?v=2', token: 'of-the-runner' };
const bot = 'https://bot.example.com/';

type Reply = Response | Error;

/** A bot that gives `replies` in order and then repeats the last. The runner's identity tokens contain their audience. */
function aBot(...replies: readonly (() => Reply)[]) {
	const asked: { readonly url: string; readonly bearer: string | null; readonly redirect: string }[] = [];
	const waits: number[] = [];
	const masked: string[] = [];
	let tokens = 0;
	const fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
		const to = new URL(String(url));
		if (to.host === 'runner.example.com')
			return Response.json({ value: `identity-${++tokens}-for-${to.searchParams.get('audience')}` });
		const { method } = init ?? {};
		const headers = new Headers(init?.headers);
		asked.push({ url: `${method} ${to}`, bearer: headers.get('authorization'), redirect: String(init?.redirect) });
		const reply = (replies[asked.length - 1] ?? replies.at(-1))?.() ?? new Error('no reply');
		if (reply instanceof Error) throw reply;
		return reply;
	};
	const act = (change: object = {}) =>
		actAsApp({
			...{ inputs: { bot }, environment: { identityDoor: door }, fetch, now: () => new Date('2026-11-23T12:00:00Z') },
			mask: (secret) => masked.push(secret),
			sleep: async (milliseconds) => void waits.push(milliseconds),
			...change,
		});
	return { act, asked, waits, masked };
}

const given = () => Response.json(answer);

describe('a job that acts as the App', () => {
	test('shows an identity made for the bot alone, and masks the identity and the token', async () => {
		const { act, asked, masked } = aBot(given);
		const app = await act();
		expect(app?.answer).toEqual(answer);
		expect(await app?.current()).toBe(answer.token);
		const identity = 'identity-1-for-https://bot.example.com';
		const url = 'POST https://bot.example.com/token';
		expect(asked).toEqual([{ url, bearer: `Bearer ${identity}`, redirect: 'manual' }]);
		expect(masked).toEqual([identity, answer.token]);
	});

	test('sends no request if no bot is configured', async () => {
		const { act, asked } = aBot(given);
		expect(await act({ inputs: {} })).toBeUndefined();
		expect(asked).toEqual([]);
	});

	test('uses the answer that the bot gave it at its start, without a request', async () => {
		const { act, asked, masked } = aBot(given);
		expect((await act({ given: JSON.stringify(answer) }))?.answer).toEqual(answer);
		expect([asked, masked]).toEqual([[], [answer.token]]);
	});

	test('tries again after an outage, each time with a new identity', async () => {
		const { act, asked, waits } = aBot(
			() => new Response('', { status: 503 }),
			() => new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }),
			given,
		);
		expect((await act())?.answer).toEqual(answer);
		expect(new Set(asked.map(({ bearer }) => bearer)).size).toBe(3);
		expect(waits).toEqual([1000, 2000]);
	});
});

describe('a job that cannot act as the App stops', () => {
	const refusal = { error: 'wrong-branch', message: 'Only `main`\n<b>counts</b> @octocat.', fix: 'Run it on main.' };

	test.each<[string, (() => Reply) | undefined, object, RegExp, number]>([
		['the bot is down', () => new Response('', { status: 502 }), { code: 'github-unreachable' }, /answered 502/, 4],
		[
			'nothing listens at the address of the bot',
			() => new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }),
			{ code: 'github-unreachable' },
			/ECONNREFUSED/,
			4,
		],
		[
			'the bot refuses',
			() => Response.json(refusal, { status: 403 }),
			{ code: 'github-refused', fix: 'Run it on main.' },
			/with 403: Only main b counts \/b octocat\. \(wrong-branch\)$/,
			1,
		],
		[
			'the bot refuses without a reason',
			() => new Response('<h1>No</h1>', { status: 404 }),
			{ code: 'github-refused' },
			/does not say why/,
			1,
		],
		[
			'the bot redirects to another host',
			() => new Response('', { status: 302, headers: { location: 'https://evil.example.com' } }),
			{ code: 'github-refused' },
			/leads elsewhere, which is not followed/,
			1,
		],
		[
			'the answer has an empty token',
			() => Response.json({ ...answer, token: '' }),
			{ code: 'github-refused' },
			/token/,
			1,
		],
		['the answer is not JSON', () => new Response('hello'), { code: 'github-refused' }, /not known/, 1],
		[
			'the expiry in the answer is not a time',
			() => Response.json({ ...answer, expires_at: 'soon' }),
			{ code: 'github-refused' },
			/expires_at/,
			1,
		],
		[
			'the answer is too long',
			() => new Response(new Uint8Array(9 * 1024 * 1024)),
			{ code: 'github-unreachable' },
			/more than \d+ bytes/,
			4,
		],
	])('because %s', async (_why, reply, expected, message, tries) => {
		const { act, asked } = aBot(...(reply === undefined ? [] : [reply]));
		const error = await errorOf(act());
		expect(error).toMatchObject(expected);
		expect(error.message).toMatch(message);
		expect(asked).toHaveLength(tries);
	});

	test('because GitHub gives it no identity', async () => {
		const error = await errorOf(aBot(given).act({ environment: {} }));
		expect(error.code).toBe('bad-input');
		expect(`${error.message} ${error.fix}`).toMatch(/App's bot.*`id-token: write`.*the input `bot`/);
	});

	test('because the saved answer of the bot is invalid', async () => {
		expect((await errorOf(aBot(given).act({ given: '{}' }))).code).toBe('github-refused');
	});
});
