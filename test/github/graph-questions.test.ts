import { schema } from '@octokit/graphql-schema';
import { buildSchema, parse, validate } from 'graphql';
import { describe, expect, it, test } from 'vitest';
import { graphRoute, type Question, together } from '../../src/github/api/graph.ts';
import { readLateEdits } from '../../src/github/events/opening.ts';
import { readOwnLogin } from '../../src/github/identity/own-login.ts';
import { createMemoryBranch, readOrganizationFiles } from '../../src/github/index.ts';
import { readPullHead } from '../../src/github/pulls/pull-head.ts';
import { readResolved } from '../../src/github/pulls/review-threads.ts';
import { readSwitch } from '../../src/github/switched-off.ts';
import { readEdited } from '../../src/github/thread/edits.ts';
import { readByIds, readWindow } from '../../src/github/thread/thread-window.ts';
import { type Answer, aGitHub, anApi, answerGraph, errorOf, no, quiet } from './support.ts';

// The published schema names a field twice, so its own validation is skipped.
const published = buildSchema(schema.idl, { assumeValidSDL: true });

/** The GraphQL queries that `read` sends. */
async function askedBy(
	read: (api: ReturnType<typeof anApi>) => Promise<unknown>,
): Promise<readonly Question<unknown>[]> {
	const asked: Question<unknown>[] = [];
	const graph = async (question: Question<unknown>) => {
		asked.push(question);
		throw new Error('only asked');
	};
	await read({ ...anApi(), graph } as never).catch(() => undefined);
	return asked;
}

const readings = {
	'who we are': (api) => readOwnLogin(api.graph),
	'what was edited': (api) => readEdited(api, ['IC_1']),
	'the kill switch': (api) => readSwitch(api),
	"a pull request's head": (api) => readPullHead(api, 7),
	'the newest comments': (api) => readWindow(api, 7),
	'comments by their ids': (api) => readByIds(api, ['IC_1']),
	'where the memory branch stands': async (api) =>
		createMemoryBranch({ api, now: () => new Date(), add: () => new Map() }).read(),
	'whether the owner has rules': (api) => readOrganizationFiles(api),
	'which threads are resolved': (api) => readResolved(api, 7),
	'what an opening said': (api) => readLateEdits(api, 7),
} satisfies Readonly<Record<string, (api: ReturnType<typeof anApi>) => Promise<unknown>>>;

test.each(Object.entries(readings))(
	'the query for "%s" is valid in the published schema of GitHub',
	async (_what, read) => {
		const asked = await askedBy(read);
		expect(asked).toHaveLength(1);
		expect(validate(published, parse(together(asked).query)).map(({ message }) => message)).toEqual([]);
	},
);

test('all queries combined are one valid query', async () => {
	const asked = (await Promise.all(Object.values(readings).map(askedBy))).flat();
	const { query, variables } = together(asked);
	expect(validate(published, parse(query)).map(({ message }) => message)).toEqual([]);
	expect(Object.keys(variables)).toContain('q3_number');
});

test.each([
	['https://github.com', 'POST /graphql'],
	['https://octocorp.ghe.com', 'POST /graphql'],
	['https://git.example.com', 'POST https://git.example.com/api/graphql'],
])('%s answers GraphQL at %s', (webUrl, route) => {
	expect(graphRoute(webUrl)).toBe(route);
});

describe('queries at the same time', () => {
	it('are sent as one request, and each gets its own answer', async () => {
		let requests = 0;
		aGitHub(
			() => no(500),
			(came) => {
				requests += 1;
				return answerGraph(quiet)(came);
			},
		);
		const api = anApi();
		const [login, off, edited] = await Promise.all([api.login(), readSwitch(api), readEdited(api, ['IC_1'])]);
		expect([login, off, edited.size, requests]).toEqual(['github-actions[bot]', undefined, 0, 1]);
	});

	it('fail separately: a forbidden one does not affect the others', async () => {
		const answer = (came: Parameters<ReturnType<typeof answerGraph>>[0]): Answer => {
			const [status, body] = answerGraph(quiet)(came) as readonly [number, object];
			return [
				status,
				{ ...body, errors: [{ type: 'FORBIDDEN', path: ['q1_repository'], message: 'Resource not accessible' }] },
			];
		};
		aGitHub(() => no(500), answer);
		const api = anApi();
		const [login, off] = await Promise.allSettled([api.login(), readSwitch(api)]);
		expect(login).toMatchObject({ status: 'fulfilled', value: 'github-actions[bot]' });
		expect(off).toMatchObject({ status: 'rejected', reason: { code: 'github-refused', status: 403 } });
	});

	it('fail together if GitHub cannot be reached', async () => {
		aGitHub(
			() => no(500),
			() => no(502),
		);
		const api = anApi();
		const asking = [readSwitch(api), readEdited(api, ['IC_1'])];
		expect(await Promise.all(asking.map(async (one) => (await errorOf(one)).code))).toEqual([
			'github-unreachable',
			'github-unreachable',
		]);
	});
});
