import { expect, test } from 'vitest';
import { type Heard, readComment, unheardIn } from '../../src/approvals/index.ts';
import type { Comment } from '../../src/core/index.ts';

const at = '2026-11-22T12:00:00.000Z';
const said = (body: string, patch: Partial<Comment> = {}): Comment => ({
	id: 20,
	author: { id: 7, login: 'maintainer', type: 'User' },
	body,
	createdAt: at,
	edited: false,
	viaApp: false,
	mine: false,
	url: 'u',
	...patch,
});
const expiresAt = '2026-11-23T12:00:00.000Z';
const two: Heard = {
	asked: [
		{ id: 'A1', commentId: 10 },
		{ id: 'A2', commentId: 10 },
	],
	pending: [
		{ id: 'A1', commentId: 10, expiresAt },
		{ id: 'A2', commentId: 10, expiresAt },
	],
	deciding: new Set(),
	told: new Set(),
};
const ended = (text: string, kind: 'approved' | 'denied' | 'void'): Heard => ({
	...two,
	asked: [{ id: 'A1', commentId: 10, end: { kind, text } }, ...two.asked.slice(1)],
	pending: two.pending.slice(1),
});

interface Case {
	readonly heard?: Partial<Heard>;
	readonly comment?: Partial<Comment>;
	readonly requests?: readonly number[];
	readonly requireIds?: boolean;
}

const why = (body: string, { heard = {}, comment = {}, requests = [10], requireIds = false }: Case = {}) =>
	unheardIn({ comments: [readComment(said(body, comment))], requests, requireIds }, { ...two, ...heard }).map(
		(one) => one.why,
	);

test.each<readonly [string, string, Case, RegExp]>([
	['a bare yes to two steps', '/approve', {}, /^2 steps wait.*`\/approve A1 A2`/],
	['a bare no to two steps', '/deny because', {}, /^2 steps wait.*`\/deny A1 A2`/],
	[
		'what another tool obeys',
		'/lgtm',
		{},
		/^That is not an answer\. Write `\/approve A1 A2`, or `\/deny A1 A2` with the reason/,
	],
	['an answer without its slash', 'Approve A1', {}, /^That is not an answer/],
	['an id of nobody', '/approve A9', {}, /^A9 was not asked for in this run\.$/],
	['an id of nobody beside one of ours', '/approve A1 A9', {}, /^A9 was not/],
	[
		'a late answer',
		'/approve A1',
		{ comment: { createdAt: '2026-11-24T12:00:00.000Z' } },
		/^A1 expired at 2026-11-23 12:00 UTC without an answer/,
	],
	['an edited answer', '/approve A1', { comment: { edited: true } }, /^An edited comment has no effect/],
	['an answer by an app', '/approve A1', { comment: { viaApp: true } }, /^A comment that an app wrote/],
	[
		'a yes to what was denied',
		'/approve A1',
		{ heard: ended('was denied by @x, which is final', 'denied') },
		/^A1 was denied by @x, which is final\.$/,
	],
	[
		'a no to what is done',
		'/deny A1 no',
		{ heard: ended('was approved by @x', 'approved') },
		/^A1 was approved by @x\.$/,
	],
	['a yes to what is void', '/approve A1', { heard: ended('is no longer valid', 'void') }, /^A1 is no longer valid\.$/],
])('%s is told why it decides nothing', (_what, body, given, expected) => {
	expect(why(body, given)).toEqual([expect.stringMatching(expected)]);
});

test('where ids are required a bare yes is told so, and a bare no is not', () => {
	const one = { asked: two.asked.slice(1), pending: two.pending.slice(1) };
	expect(why('/approve', { heard: one, requireIds: true })).toEqual([expect.stringContaining('`/approve A2`')]);
	expect(why('/deny no', { heard: one, requireIds: true })).toEqual([]);
});

test.each<readonly [string, string, Case]>([
	['an answer that counts', '/approve A1 A2', {}],
	['all of a batch', '/approve all', {}],
	['words', 'Looks good to me.', {}],
	['a path', '/node_modules is odd', {}],
	['a longer word', '/nope', {}],
	['a sentence', 'Approved by nobody yet.', {}],
	['a slip in a quote', '> /lgtm', {}],
	['a slip in code', '```\n/lgtm\n```', {}],
	['a slip where nothing waits', '/lgtm', { heard: { pending: [] } }],
	['a quoted command', '> /approve A9', {}],
	['an answer to another run', '/approve', { requests: [10, 15] }],
	['ids of another run', '/approve A7', { requests: [10, 15] }],
	['a comment from before the request', '/approve', { comment: { id: 9 } }],
	['who was told already', '/approve', { heard: { told: new Set([20]) } }],
	['a bare answer that decided', '/approve', { heard: { deciding: new Set([20]) } }],
	['a yes to what was approved', '/approve A1', { heard: ended('was approved by @x', 'approved') }],
	['a bot', '/approve', { comment: { author: { id: 1, login: 'robot', type: 'Bot' } } }],
	['ourselves', '/approve', { comment: { mine: true } }],
	[
		'an edited comment that would decide nothing',
		'/approve A9',
		{ comment: { id: 20, edited: true }, requests: [10, 15] },
	],
])('%s is told nothing', (_what, body, given) => {
	expect(why(body, given)).toEqual([]);
});
