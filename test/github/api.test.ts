import { inspect } from 'node:util';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { ApiRefusal, findOrMake } from '../../src/github/api/api.ts';
import { type Answer, aGitHub, anApi, apiUrl, clients, errorOf, lines, no, token } from './support.ts';

const thing = z.object({ id: z.number(), owner: z.object({ login: z.string() }).optional() });
const route = 'GET /repos/{owner}/{repo}/things';
const post = 'POST /repos/{owner}/{repo}/things';

/** Gives the answers in order, and then repeats the last one. */
function inTurn(...answers: readonly Answer[]): () => Answer {
	let turn = 0;
	return () => answers[Math.min(turn++, answers.length - 1)] ?? 'dropped';
}

describe.each(clients)('the API through %s', (_name, client) => {
	test.each<[string, Answer, number[]]>([
		['500', no(500), [1000]],
		['502 with a page of HTML', [502, '<html>Unicorn!</html>', { 'content-type': 'text/html' }], [1000]],
		['503', no(503), [1000]],
		['504', no(504), [1000]],
		['a dropped connection', 'dropped', [1000]],
		['429', no(429), [1000]],
		['429 with a retry-after', no(429, 'Slow down', { 'retry-after': '7' }), [7000]],
		['403 with a retry-after', no(403, 'You have exceeded a secondary rate limit', { 'retry-after': '30' }), [30_000]],
		['a retry-after of one minute', no(403, 'Slow down', { 'retry-after': '60' }), [60_000]],
		['a retry-after that is not a number', no(503, 'Down', { 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' }), [1000]],
	])('tries again after %s', async (_what, answer, waits) => {
		const asked = aGitHub(inTurn(answer, [200, { id: 1 }]));
		const api = anApi(client());
		expect(await api.call(route, thing)).toEqual({ id: 1 });
		expect(lines(asked)).toEqual(['GET /things', 'GET /things']);
		expect(api.waits).toEqual(waits);
	});

	test.each([400, 401, 403, 404, 409, 410, 422, 451])('treats %i as a refusal and never retries', async (status) => {
		const asked = aGitHub(() => no(status, 'Because'));
		const api = anApi(client());
		const error = await errorOf(api.call(route, thing));
		expect(error).toBeInstanceOf(ApiRefusal);
		expect(error).toMatchObject({ code: 'github-refused', status });
		expect(error.message).toContain('Because');
		expect(asked).toHaveLength(1);
		expect(api.waits).toEqual([]);
	});

	it('does not retry if GitHub asks it to wait for more than a minute', async () => {
		const asked = aGitHub(() => no(403, 'Slow down', { 'retry-after': '3600' }));
		const api = anApi(client());
		const error = await errorOf(api.call(route, thing));
		expect(error).toMatchObject({ code: 'github-unreachable', fix: expect.stringContaining('in 60 minutes') });
		const looked = await errorOf(
			findOrMake(
				api,
				async () => undefined,
				() => api.callOnce(post, thing),
			),
		);
		expect(looked.code).toBe('github-unreachable');
		expect(lines(asked)).toEqual(['GET /things', 'POST /things']);
		expect(api.waits).toEqual([]);
	});

	it('gives up after four tries', async () => {
		const asked = aGitHub(() => no(503));
		const api = anApi(client());
		expect(await errorOf(api.call(route, thing))).toMatchObject({ code: 'github-unreachable' });
		expect(asked).toHaveLength(4);
		expect(api.waits).toEqual([1000, 2000, 4000]);
	});

	test.each<[string, Answer, string]>([
		['an outage', no(502), 'github-unreachable'],
		['a dropped connection', 'dropped', 'github-unreachable'],
		['a rate limit', no(429, 'Slow down', { 'retry-after': '5' }), 'github-unreachable'],
		['a refusal', no(422), 'github-refused'],
	])('never repeats a call that must not happen twice: %s', async (_what, answer, code) => {
		const asked = aGitHub(() => answer);
		const api = anApi(client());
		expect(await errorOf(api.callOnce(post, thing, { name: 'x' }))).toMatchObject({ code });
		expect(asked).toEqual([{ method: 'POST', path: '/things', query: {}, body: { name: 'x' } }]);
		expect(api.waits).toEqual([]);
	});

	test.each<[string, Answer]>([
		['a refusal', no(403, 'Resource not accessible by integration')],
		['an outage', no(500)],
		['a dropped connection', 'dropped'],
		['an unexpected answer', [200, { id: 'x' }]],
	])('never shows the token in the error of %s', async (_what, answer) => {
		aGitHub(() => answer);
		const error = await errorOf(anApi(client()).call(route, thing));
		expect(inspect(error, { depth: 6, maxStringLength: null })).not.toContain(token);
		expect(error.message + error.fix + error.stack).not.toContain(token);
	});
});

describe('the API', () => {
	test.each<[number, number[]]>([
		[0, [0]],
		[99, [99]],
		[100, [100, 0]],
		[250, [100, 100, 50]],
	])('lists %i items and then stops', async (count, pages) => {
		const all = Array.from({ length: count }, (_, id) => ({ id }));
		const asked = aGitHub(({ query }) => {
			const [page, size] = [Number(query['page']), Number(query['per_page'])];
			return [200, all.slice((page - 1) * size, page * size)];
		});
		expect(await anApi().list(route, thing, { state: 'open' })).toEqual(all);
		expect(asked.map(({ query }) => query)).toEqual(
			pages.map((_, index) => ({ state: 'open', per_page: '100', page: String(index + 1) })),
		);
	});

	test.each<[string, unknown, string]>([
		['a field of the wrong type', { id: '1' }, 'id'],
		['a missing nested field', { id: 1, owner: {} }, 'owner.login'],
		['text', 'OK', ''],
	])('refuses %s and names the field', async (_what, body, field) => {
		aGitHub(() => [200, body]);
		const error = await errorOf(anApi().call(route, thing));
		expect(error.code).toBe('github-refused');
		expect(error.message).toContain(`not known: ${field} `);
	});

	it('names the malformed item of a list', async () => {
		aGitHub(() => [200, [{ id: 1 }, { id: null }]]);
		expect((await errorOf(anApi().list(route, thing))).message).toContain('not known: 1.id ');
	});

	it('quotes the answer of GitHub in one short line', async () => {
		aGitHub(() => [404, `<html>\n${'unicorn '.repeat(500)}</html>`, { 'content-type': 'text/html' }]);
		const { message } = await errorOf(anApi().call(route, thing));
		expect(message.length).toBeLessThan(400);
		expect(message).not.toContain('\n');
	});

	test.each<[number, unknown]>([
		[200, { id: 1 }],
		[404, undefined],
	])('find() for status %i returns %j', async (status, found) => {
		aGitHub(() => [status, { id: 1 }]);
		expect(await anApi().find(route, thing)).toEqual(found);
	});

	test.each(['find', 'tryTo'] as const)('%s() throws on other refusals', async (method) => {
		aGitHub(() => no(403));
		expect(await errorOf(anApi()[method](route, thing))).toMatchObject({ status: 403 });
	});

	test.each([409, 422])('tryTo() returns the refusal %i', async (status) => {
		aGitHub(() => no(status));
		expect(await anApi().tryTo(post, thing)).toMatchObject({ code: 'github-refused', status });
	});
});

describe('a listing', () => {
	const page = (query: Readonly<Record<string, string>>) =>
		`<${apiUrl}/repositories/1/labels?${new URLSearchParams(query)}>`;

	it('continues while GitHub names a next page, even after an empty page', async () => {
		const asked = aGitHub(({ query }) => {
			const number = Number(query['page']);
			const next = `${page({ per_page: '100', page: String(number + 1) })}; rel="next"`;
			return [200, number === 2 ? [] : [{ name: `l${number}` }], number < 3 ? { link: next } : {}];
		});
		const found = await anApi().list('GET /repos/{owner}/{repo}/labels', z.object({ name: z.string() }));
		expect(found.map(({ name }) => name)).toEqual(['l1', 'l3']);
		expect(asked.map(({ query }) => query['page'])).toEqual(['1', '2', '3']);
	});

	it('follows the next link, whatever its parameters are', async () => {
		const asked = aGitHub(({ query }) => {
			const next = `${page({ per_page: '100', after: 'abc' })}; rel="next", ${page({ page: '9' })}; rel="last"`;
			return [200, [{ name: 'x' }], query['after'] === undefined ? { link: next } : {}];
		});
		await anApi().list('GET /repos/{owner}/{repo}/labels', z.object({ name: z.string() }), { state: 'open' });
		expect(asked.map(({ query }) => [query['after'], query['state']])).toEqual([
			[undefined, 'open'],
			['abc', 'open'],
		]);
	});

	it('continues after a full page if a proxy removes the links', async () => {
		const full = Array.from({ length: 100 }, () => ({ name: 'x' }));
		const asked = aGitHub(({ query }) => [200, query['page'] === '1' ? full : []]);
		expect(await anApi().list('GET /repos/{owner}/{repo}/labels', z.object({ name: z.string() }))).toHaveLength(100);
		expect(asked).toHaveLength(2);
	});
});

test('a repository is sent only if the route has a place for it', async () => {
	const asked = aGitHub(() => [200, {}]);
	await anApi().call('GET /app', z.object({}));
	expect(asked[0]?.query).toEqual({});
});

test('a deleted thing (410) counts as missing, like a 404', async () => {
	aGitHub(() => no(410));
	expect(await anApi().find('GET /repos/{owner}/{repo}/issues/7', z.object({}))).toBeUndefined();
});

describe('findOrMake()', () => {
	/** A GitHub with at most one thing. It gives `answers` to the first requests that make it. */
	function aMaker(...answers: readonly ('lost' | Answer)[]) {
		const there: { id: number }[] = [];
		const rest = [...answers];
		const asked = aGitHub(({ method }) => {
			if (method === 'GET') return [200, there];
			const answer = rest.shift();
			if (answer !== undefined && answer !== 'lost') return answer;
			there.push({ id: there.length + 1 });
			return answer === 'lost' ? 'dropped' : [201, there[0]];
		});
		const api = anApi();
		const find = async () => (await api.call(route, thing.array()))[0];
		const run = () => findOrMake(api, find, () => api.callOnce(post, thing));
		return { asked, api, there, run };
	}

	it('makes a missing thing once', async () => {
		const { asked, run } = aMaker();
		expect(await run()).toEqual({ id: 1 });
		expect(lines(asked)).toEqual(['GET /things', 'POST /things']);
	});

	it('finds the thing whose answer was lost', async () => {
		const { asked, there, run, api } = aMaker('lost');
		expect(await run()).toEqual({ id: 1 });
		expect(lines(asked)).toEqual(['GET /things', 'POST /things', 'GET /things']);
		expect(there).toHaveLength(1);
		expect(api.waits).toEqual([1000]);
	});

	it('makes the thing again if the request was lost', async () => {
		const { there, run } = aMaker('dropped', no(503));
		expect(await run()).toEqual({ id: 1 });
		expect(there).toHaveLength(1);
	});

	it('waits as long as GitHub asks before it makes the thing again', async () => {
		const { run, api } = aMaker(no(403, 'secondary rate limit', { 'retry-after': '60' }));
		expect(await run()).toEqual({ id: 1 });
		expect(api.waits).toEqual([60_000]);
	});

	it('looks and tries four times, then gives up', async () => {
		const { asked, run } = aMaker(...Array.from({ length: 9 }, () => no(500)));
		expect(await errorOf(run())).toMatchObject({ code: 'github-unreachable' });
		expect(lines(asked)).toEqual(Array.from({ length: 4 }, () => ['GET /things', 'POST /things']).flat());
	});

	it('does not repeat a request that GitHub refused', async () => {
		const { asked, run } = aMaker(no(422));
		expect(await errorOf(run())).toMatchObject({ code: 'github-refused', status: 422 });
		expect(lines(asked)).toEqual(['GET /things', 'POST /things']);
	});
});
