import { expect, test } from 'vitest';
import { answersIn, type ReadComment, readComment } from '../../src/approvals/index.ts';
import type { Comment } from '../../src/core/index.ts';

const pending = [
	{ id: 'A1', commentId: 100, expiresAt: '2026-11-22T00:00:00.000Z' },
	{ id: 'A2', commentId: 100, expiresAt: '2026-11-22T00:00:00.000Z' },
] as const;

function aComment(change: Partial<Comment> = {}): ReadComment {
	const at = '2026-11-21T12:00:00Z';
	const author = { id: 7, login: 'maintainer', type: 'User' };
	return readComment({
		id: 101,
		author,
		body: '/approve A1',
		createdAt: at,
		edited: false,
		viaApp: false,
		mine: false,
		url: '',
		...change,
	});
}

const decided = (comments: readonly ReadComment[]) =>
	answersIn({ comments, requests: [90, 100] }, pending).map(({ id, approved }) => `${approved ? '+' : '-'}${id}`);

test('a new comment by a person counts as an answer [seeds 37]', () => {
	expect(decided([aComment()])).toEqual(['+A1']);
	expect(decided([aComment({ body: '/approve all' })])).toEqual(['+A1', '+A2']);
});

test.each([
	['an edited comment', { edited: true }],
	['a bot', { author: { id: 9, login: 'some[bot]', type: 'Bot' } }],
	['an app that writes in a person’s name', { viaApp: true }],
	['a comment that is older than the request', { id: 99 }],
	['a comment after the expiry', { createdAt: '2026-11-22T00:00:01Z' }],
	['an id that no request contains', { body: '/approve A3' }],
	['a bare `/approve` while two steps are open', { body: '/approve' }],
])('%s does not count as an answer', (_who, change) => {
	expect(decided([aComment(change)])).toEqual([]);
});

test.each(['for-run', 'for-run tool', 'for-run everything', 'always'])(
	'`%s` cannot approve a step that allows one approval only, but a denial with it counts',
	(scope) => {
		const answers = (body: string) =>
			answersIn(
				{ comments: [aComment({ body })], requests: [100] },
				pending.map((one) => ({ ...one, once: true as const })),
			).map(({ id, approved }) => `${approved ? '+' : '-'}${id}`);
		expect(answers(`/approve A1 ${scope}`)).toEqual([]);
		expect(answers(`/approve all ${scope}\n/approve A2`)).toEqual(['+A2']);
		expect(answers(`/deny A1 ${scope}`)).toEqual(['-A1']);
	},
);

test('a denial wins over an approval of the same step, in any order [seeds 37]', () => {
	expect(decided([aComment(), aComment({ id: 102, body: '/deny A1 wait' })])).toEqual(['-A1', '+A1']);
});

test('a bare answer counts if exactly one step is open', () => {
	const comments = [aComment({ body: '/deny not like this' })];
	expect(answersIn({ comments, requests: [100] }, pending.slice(0, 1))).toMatchObject([
		{ id: 'A1', approved: false, reason: 'not like this' },
	]);
});

test('`all` and a bare answer apply only to the newest request of the thread', () => {
	for (const body of ['/approve all', '/approve']) {
		expect(answersIn({ comments: [aComment({ id: 120, body })], requests: [100, 110] }, pending.slice(0, 1))).toEqual(
			[],
		);
		expect(
			answersIn({ comments: [aComment({ id: 105, body })], requests: [100, 110] }, pending.slice(0, 1)),
		).toHaveLength(1);
	}
});
