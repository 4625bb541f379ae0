import { expect, test } from 'vitest';
import { createForge } from '../../src/github/index.ts';
import { type Asked, aGitHub, anApi, answerGraph, lines, webUrl } from './support.ts';

const mallory = { id: 666, login: 'mallory', type: 'User' };
const us = { id: 41_898_282, login: 'github-actions[bot]', type: 'Bot' };

interface Said {
	readonly id: number;
	body: string;
	readonly user: typeof mallory;
	editedAt: string | null;
	/** The text in GraphQL, if it differs from the one in REST. */
	shown?: string;
}

const timeOf = (id: number): string => new Date(Date.UTC(2026, 0, 1) + id * 60_000).toISOString();
const said = (id: number, body: string, user = mallory): Said => ({ id, body, user, editedAt: null });

function overRest({ id, body, user, editedAt }: Said): object {
	const times = { created_at: timeOf(id), updated_at: editedAt ?? timeOf(id) };
	return {
		id,
		node_id: `IC_${id}`,
		body,
		user,
		...times,
		html_url: `${webUrl}/c/${id}`,
		performed_via_github_app: null,
	};
}

function overGraph({ id, body, shown, editedAt }: Said): object {
	return { id: `IC_${id}`, body: shown ?? body, createdAt: timeOf(id), lastEditedAt: editedAt };
}

/** A thread in both APIs, and the requests to each. */
function aThread(there: Said[]) {
	const questions: Asked[] = [];
	const newest = () => ({ totalCount: there.length, nodes: there.slice(-100).map(overGraph) });
	const nodes = ({ ids }: { readonly ids?: readonly string[] }) =>
		(ids ?? []).map((id) => there.filter((one) => `IC_${one.id}` === id).map(overGraph)[0] ?? null);
	const repository = () => ({ issueOrPullRequest: { comments: newest() } });
	const asked = aGitHub(
		({ query }) => {
			const from = (Number(query['page']) - 1) * 100;
			const since = Date.parse(query['since'] ?? timeOf(0));
			const wanted = there.filter(({ id, editedAt }) => Date.parse(editedAt ?? timeOf(id)) >= since);
			return [200, wanted.slice(from, from + 100).map(overRest)];
		},
		(came) => {
			questions.push(came);
			return answerGraph({ viewer: us, nodes, repository })(came);
		},
	);
	const forge = createForge(anApi(), us);
	const read = async (since?: string) => (await forge.comments(7, since)).map(({ id, edited }) => [id, edited]);
	return { there, asked, questions, read };
}

const talk = (from: number, count: number): Said[] =>
	Array.from({ length: count }, (_, index) => said(from + index, 'Talk.'));

test('a thread is read again with one query', async () => {
	const { asked, questions, read } = aThread([said(1, '/agent x'), said(2, 'Hi')]);
	expect(await read()).toEqual([
		[1, false],
		[2, undefined],
	]);
	const before = [asked.length, questions.length];
	expect(await read()).toHaveLength(2);
	expect([asked.length, questions.length]).toEqual([before[0], (before[1] ?? 0) + 1]);
});

test.each<[string, (there: Said[]) => void, readonly unknown[]]>([
	[
		'a new answer',
		(there) => there.push(said(3, '/deny A1')),
		[
			[1, false],
			[2, false],
			[3, false],
		],
	],
	['a deleted answer', (there) => there.splice(1, 1), [[1, false]]],
	[
		'an edited answer',
		(there) => Object.assign(there[1] as Said, { body: '/approve A2', editedAt: timeOf(9) }),
		[
			[1, false],
			[2, true],
		],
	],
	[
		'an answer that was edited and restored',
		(there) => Object.assign(there[1] as Said, { editedAt: timeOf(9) }),
		[
			[1, false],
			[2, true],
		],
	],
])('%s is noticed when the thread is read again', async (_what, happens, expected) => {
	const { there, read } = aThread([said(1, '/agent x'), said(2, '/approve A1')]);
	await read();
	happens(there);
	expect(await read()).toEqual(expected);
});

test.each<[string, (there: Said[]) => void, unknown]>([
	['deleted', (there) => there.splice(0, 1), undefined],
	['edited', (there) => Object.assign(there[0] as Said, { editedAt: timeOf(999) }), [1, true]],
	['left unchanged', () => undefined, [1, false]],
])('an old answer of a long thread that was %s is looked up by its id', async (_how, happens, expected) => {
	const { there, asked, read } = aThread([said(1, '/approve A1'), ...talk(2, 250)]);
	await read();
	const before = asked.length;
	happens(there);
	expect((await read()).find(([id]) => id === 1)).toEqual(expected);
	expect(asked).toHaveLength(before);
});

test('a thread is read completely if it has more news than one window', async () => {
	const { there, read } = aThread([said(1, 'Hi')]);
	await read();
	there.push(said(2, '/deny A1'), ...talk(3, 150));
	expect(await read()).toHaveLength(152);
});

test('an edit between the two requests is noticed', async () => {
	const there = [Object.assign(said(1, '/approve A1'), { shown: 'Let me think.' })];
	const { read, questions } = aThread(there);
	Object.assign(there[0] as Said, { editedAt: timeOf(9) });
	expect(await read()).toEqual([[1, true]]);
	expect(questions).toHaveLength(2);
});

test('only comments since a given time are read of a long thread, or all on request', async () => {
	const { asked, read } = aThread([...talk(1, 2000), said(2001, '/approve A1')]);
	expect((await read(timeOf(1990))).at(-1)).toEqual([2001, false]);
	expect(lines(asked)).toHaveLength(1);
	expect(await read(timeOf(1990))).toHaveLength(12);
	expect(lines(asked)).toHaveLength(1);
	expect(await read()).toHaveLength(2001);
});
