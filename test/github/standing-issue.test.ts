import { describe, expect, it, test } from 'vitest';
import { assign, rewriteStandingIssue, standingIssue } from '../../src/github/index.ts';
import { type Answer, type Asked, aGitHub, anApi, answerGraph, errorOf, no, times } from './support.ts';

interface Opened {
	readonly number: number;
	readonly body: string | null;
	readonly user: { readonly login: string; readonly type: string } | null;
}

const bot = { login: 'github-actions[bot]', type: 'Bot' };
const standing = (workflow: string): string => `Anything\n\n<!-- countersign:standing:${workflow} -->`;

function aWorld(there: readonly Opened[], self: NonNullable<Opened['user']> = bot, making?: 'lost' | Answer) {
	const issues = [...there];
	let trouble = making;
	const asked: readonly Asked[] = aGitHub(
		({ method, query, body }) => {
			if (method === 'GET') return [200, issues.slice((Number(query['page']) - 1) * 100, Number(query['page']) * 100)];
			const answer = trouble;
			trouble = undefined;
			if (answer !== undefined && answer !== 'lost') return answer;
			issues.push({ number: 900 + issues.length, body: String(body['body']), user: self });
			return answer === 'lost' ? 'dropped' : [201, issues.at(-1)];
		},
		answerGraph({ viewer: self }),
	);
	return { asked, issues, find: () => standingIssue(anApi(), 'Nightly') };
}

describe('the standing issue of a workflow', () => {
	it('is created with a label and a marker if there is none', async () => {
		const { find, asked } = aWorld([]);
		expect(await find()).toBe(900);
		expect(asked.at(-1)?.body).toMatchObject({ title: 'Countersign: Nightly', labels: ['countersign'] });
		expect(asked.at(-1)?.body['body']).toMatch(/\n<!-- countersign:standing:Nightly -->$/);
	});

	it.each<[string, NonNullable<Opened['user']>]>([
		["the workflow's own token", bot],
		["a person's token", { login: 'octocat', type: 'User' }],
		["an App's token", { login: 'my-app[bot]', type: 'Bot' }],
	])('is found again with %s', async (_what, self) => {
		const { find, issues, asked } = aWorld([], self);
		expect([await find(), await find()]).toEqual([900, 900]);
		expect(issues).toHaveLength(1);
		expect(asked.find(({ path }) => path === '/issues')?.query).toMatchObject({ state: 'all', labels: 'countersign' });
	});

	test.each<[string, Opened, boolean]>([
		['ours', { number: 5, body: standing('Nightly'), user: bot }, true],
		["another workflow's", { number: 5, body: standing('Nightly 2'), user: bot }, false],
		[
			"a person's with our marker",
			{ number: 5, body: standing('Nightly'), user: { login: 'eve', type: 'User' } },
			false,
		],
		["a ghost's", { number: 5, body: standing('Nightly'), user: null }, false],
		['one without a body', { number: 5, body: null, user: bot }, false],
		['one that quotes the marker', { number: 5, body: `${standing('Nightly')}\nbye`, user: bot }, false],
	])('is recognized correctly: %s', async (_what, issue, taken) => {
		expect(await aWorld([issue]).find()).toBe(taken ? 5 : 901);
	});

	it('is found after a hundred other issues', async () => {
		const others = Array.from({ length: 100 }, (_, index) => ({ number: index + 1, body: 'x', user: bot }));
		expect(await aWorld([...others, { number: 500, body: standing('Nightly'), user: bot }]).find()).toBe(500);
	});

	it('is created once when the answer is lost', async () => {
		const { find, issues } = aWorld([], bot, 'lost');
		expect(await find()).toBe(900);
		expect(issues).toHaveLength(1);
	});

	it('causes an error if issues are disabled', async () => {
		const { find, asked } = aWorld([], bot, no(410, 'Issues are disabled for this repo'));
		expect(await errorOf(find())).toMatchObject({ code: 'github-refused', status: 410 });
		expect(times(asked, 'POST /issues')).toBe(1);
	});
});

describe('a closed standing issue', () => {
	it('is reopened, and no other issue is created', async () => {
		const asked = aGitHub(({ method, path }) => {
			if (path === '/user') return no(403);
			const closed = { number: 5, body: standing('Nightly'), user: bot, state: 'closed' };
			return [200, method === 'GET' ? [closed] : { ...closed, state: 'open' }];
		});
		expect(await standingIssue(anApi(), 'Nightly')).toBe(5);
		expect(asked.at(-1)).toMatchObject({ method: 'PATCH', path: '/issues/5', body: { state: 'open' } });
		expect(times(asked, 'POST /issues')).toBe(0);
	});
});

describe('the text of a standing issue', () => {
	const rewriting = async (body: string | null, user: Opened['user'] = bot, text = 'New') => {
		const told: string[] = [];
		const asked = aGitHub(({ method, path, body: sent }) => {
			if (path === '/user') return no(403);
			return [200, { number: 5, user, body: method === 'GET' ? body : sent['body'] }];
		});
		await rewriteStandingIssue(anApi(), 5, (there) => {
			told.push(there);
			return text;
		});
		return { told, written: asked.filter(({ method }) => method === 'PATCH').map(({ body: sent }) => sent) };
	};

	it.each(['Nightly', 'Nightly 2 (all)'])('is written from the current text and keeps its marker: %s', async (name) => {
		const { told, written } = await rewriting(standing(name));
		expect(told).toEqual(['Anything']);
		expect(written).toEqual([{ body: `New\n\n<!-- countersign:standing:${name} -->` }]);
	});

	it('is not written if it stays the same', async () => {
		expect((await rewriting(standing('Nightly'), bot, 'Anything')).written).toEqual([]);
	});

	it.each<[string, string | null, Opened['user']]>([
		['an issue of a person', standing('Nightly'), { login: 'eve', type: 'User' }],
		['an issue of a ghost', standing('Nightly'), null],
		['an issue whose marker was removed', 'Anything', bot],
		['an issue without a body', null, bot],
		['an issue that only quotes the marker', `${standing('Nightly')}\nbye`, bot],
		['another issue of ours', 'Anything\n\n<!-- countersign:approvals -->', bot],
	])('is not changed in %s', async (_what, body, user) => {
		expect(await rewriting(body, user)).toEqual({ told: [], written: [] });
	});
});

test('an owner is added to the assignees', async () => {
	const asked = aGitHub(() => [201, {}]);
	await assign(anApi(), 5, 'octocat');
	expect(asked).toMatchObject([{ method: 'POST', path: '/issues/5/assignees', body: { assignees: ['octocat'] } }]);
});
