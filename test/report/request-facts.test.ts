import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/core/index.ts';
import {
	allNumbers,
	openRequest,
	postedAs,
	progressWith,
	publishedHead,
	requestComments,
	shownBindings,
} from '../../src/report/index.ts';
import { goldenRequests, longRequest } from '../support/golden-requests.ts';

const name = 'countersign:request:1-r:0123456789abcdef:1795399877475';
const bindingOf = (id: string): string => sha256(id).slice(0, 16);
const batch = goldenRequests.flatMap(([kind, request]) => (kind === 'batch-of-three' ? [request] : []));
const [posted = ''] = batch.flatMap((request) =>
	postedAs(name, requestComments(request) ?? []).map(({ text, marker }) => `${text}\n\n<!-- ${marker} -->`),
);
const earlier = readFileSync(join(import.meta.dirname, '../fixtures/comments/request-batch-of-three.md'), 'utf8');
const all = ['A1', 'A2', 'A3'].map((id) => [id, [bindingOf(id)]]);
const bindingsIn = (...bodies: readonly string[]) => [...shownBindings(bodies)].map(([id, own]) => [id, [...own]]);

test.each([
	['as posted', posted],
	['with changed words', posted.replaceAll('An approval is valid', 'This counts').replaceAll('#### A', '#### Step A')],
	['of an earlier version', earlier],
])('reads the bindings and ids of a request: %s', (_what, body) => {
	expect(bindingsIn(body)).toEqual(all);
	expect(allNumbers(body)).toEqual([1, 2, 3]);
	expect(openRequest(body)).toEqual({ run: '1-r', numbers: [1, 2, 3] });
});

test.each([
	['are damaged', posted.replace('"asks":{', '"asks":[')],
	['have another version', posted.replace('{"v":1', '{"v":2')],
	['contain an invalid binding', posted.replace(`"${bindingOf('A2')}"`, '"everything"')],
])('a request whose facts %s gives no bindings, but its ids stay reserved', (_what, body) => {
	expect(body).not.toBe(posted);
	expect(bindingsIn(body)).toEqual([]);
	expect(allNumbers(body)).toEqual([1, 2, 3]);
});

test('the last of several comments contains the ids of all', () => {
	const comments = requestComments(longRequest) ?? [];
	const markers = postedAs(name, comments).map(({ marker }) => `x\n\n<!-- ${marker} -->`);
	expect(markers.map(allNumbers)).toEqual([[], [7]]);
	expect(bindingsIn(...markers)).toEqual([['A7', [bindingOf('A7')]]]);
});

test('a progress comment without a head publishes none, even if its text shows one', () => {
	const words = `<sub>journal 3 lines, head \`${'a'.repeat(64)}\`</sub>\n\n`;
	expect(publishedHead(`${words}<!-- ${progressWith('1-r', undefined)} -->`)).toBeUndefined();
	expect(publishedHead(`${words}<!-- countersign:progress:1-r -->`)).toEqual({ count: 3, hash: 'a'.repeat(64) });
	const head = { count: 4, hash: 'b'.repeat(64) };
	expect(publishedHead(`${words}<!-- ${progressWith('1-r', head)} -->`)).toEqual(head);
});
