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
	['a bare `/approve` for two steps', '/approve', {}, /^2 steps wait.*`\/approve A1 A2`/],
	['a bare `/deny` for two steps', '/deny because', {}, /^2 steps wait.*`\/deny A1 A2`/],
	[
		'a command of another tool',
		'/lgtm',
		{},
		/^That is not an answer\. Write `\/approve A1 A2`, or `\/deny A1 A2` with the reason/,
	],
	['an answer without the slash', 'Approve A1', {}, /^That is not an answer/],
	['an unknown id', '/approve A9', {}, /^A9 was not asked for in this run\.$/],
	['an unknown id next to a known one', '/approve A1 A9', {}, /^A9 was not/],
	[
		'a late answer',
		'/approve A1',
		{ comment: { createdAt: '2026-11-24T12:00:00.000Z' } },
		/^A1 expired at 2026-11-23 12:00 UTC without an answer/,
	],
	['an edited answer', '/approve A1', { comment: { edited: true } }, /^An edited comment has no effect/],
	['an answer by an app', '/approve A1', { comment: { viaApp: true } }, /^A comment that an app wrote/],
	[
		'an approval of a denied step',
		'/approve A1',
		{ heard: ended('was denied by @x, which is final', 'denied') },
		/^A1 was denied by @x, which is final\.$/,
	],
	[
		'a denial of an approved step',
		'/deny A1 no',
		{ heard: ended('was approved by @x', 'approved') },
		/^A1 was approved by @x\.$/,
	],
	[
		'an approval of a step that is no longer valid',
		'/approve A1',
		{ heard: ended('is no longer valid', 'void') },
		/^A1 is no longer valid\.$/,
	],
])('%s gets a reply that says why it has no effect', (_what, body, given, expected) => {
	expect(why(body, given)).toEqual([expect.stringMatching(expected)]);
});

test('if ids are required, a bare `/approve` gets a reply, and a bare `/deny` does not', () => {
	const one = { asked: two.asked.slice(1), pending: two.pending.slice(1) };
	expect(why('/approve', { heard: one, requireIds: true })).toEqual([expect.stringContaining('`/approve A2`')]);
	expect(why('/deny no', { heard: one, requireIds: true })).toEqual([]);
});

test.each<readonly [string, string, Case]>([
	['an answer that counts', '/approve A1 A2', {}],
	['an answer to all steps', '/approve all', {}],
	['plain words', 'Looks good to me.', {}],
	['a path', '/node_modules is odd', {}],
	['a longer word', '/nope', {}],
	['a sentence', 'Approved by nobody yet.', {}],
	['a wrong command in a quote', '> /lgtm', {}],
	['a wrong command in code', '```\n/lgtm\n```', {}],
	['a wrong command when nothing waits', '/lgtm', { heard: { pending: [] } }],
	['a quoted command', '> /approve A9', {}],
	['an answer to the request of another run', '/approve', { requests: [10, 15] }],
	['an answer with an id of another run', '/approve A7', { requests: [10, 15] }],
	['a comment that is older than the request', '/approve', { comment: { id: 9 } }],
	['a comment that has a reply already', '/approve', { heard: { told: new Set([20]) } }],
	['a bare answer that decided a step', '/approve', { heard: { deciding: new Set([20]) } }],
	['an approval of an approved step', '/approve A1', { heard: ended('was approved by @x', 'approved') }],
	['a comment by a bot', '/approve', { comment: { author: { id: 1, login: 'robot', type: 'Bot' } } }],
	['our own comment', '/approve', { comment: { mine: true } }],
	[
		'an edited comment that would have no effect',
		'/approve A9',
		{ comment: { id: 20, edited: true }, requests: [10, 15] },
	],
])('%s gets no reply', (_what, body, given) => {
	expect(why(body, given)).toEqual([]);
});
