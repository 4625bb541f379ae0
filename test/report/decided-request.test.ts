import { expect, test } from 'vitest';
import { markerWith, readMarker } from '../../src/core/index.ts';
import { allNumbers, type DecidedItem, decidedPart, decidedRequest, replacedRequest } from '../../src/report/index.ts';

const marker = 'countersign:request:1-r:0123456789abcdef';
const asked = [
	'### ✍️ One step needs your approval',
	'The run that @octocat started has stopped here.',
	'#### A1 · `shell_exec` · risk high',
	'```sh\nx\n\n**Answer** with a new comment: `/approve A1`\n```',
	'**Answer** with a new comment: `/approve A1`',
	'If nobody answers, the step is denied.',
].join('\n\n');
const binding = '0123456789abcdef';
/** As this version posts it: the marker stores the position of the answers. */
const body = `${asked}\n<!-- ${markerWith(marker, { asks: { A1: [binding] }, lines: { answers: [[12, 12]] } })} -->`;
/** As an earlier version posted it. */
const earlierBody = `${asked}\n\n<!-- countersign:ids:1-1 -->\n\n<!-- ${marker} -->`;
const approved: DecidedItem = { id: 'A1', kind: 'approved', how: 'approved by @octocat (admin)', result: 'done' };
const denied: DecidedItem = {
	id: 'A2',
	kind: 'denied',
	how: 'denied by @octocat: a | b\n/approve A3',
	result: 'not done',
};

test.each([
	['of the current version', body, [binding]],
	['of an earlier version', earlierBody, []],
])('a decided request %s keeps its questions, ids and name, and no longer asks', (_what, posted, bindings) => {
	const decided = decidedRequest(posted, [approved]);
	expect(readMarker(decided?.marker ?? '')).toMatchObject({
		name: marker,
		facts: { v: 1, asks: { A1: bindings }, state: 'decided' },
	});
	expect(decided?.body).toMatchInlineSnapshot(`
		"### ✅ Approved

		| | decision | result |
		|---|---|---|
		| A1 | ✅ approved by \`@octocat\` (admin) | done |

		<details><summary>What was asked</summary>

		The run that @octocat started has stopped here.

		#### A1 · \`shell_exec\` · risk high

		\`\`\`sh
		x

		**Answer** with a new comment: \`/approve A1\`
		\`\`\`

		If nobody answers, the step is denied.

		</details>"
	`);
});

test('a request with an approval and a denial is titled "Decided"', () => {
	expect(decidedRequest(body, [approved, denied])?.body).toMatch(/^### ✍️ Decided\n/);
	expect(decidedRequest(body, [denied])?.body).toMatch(/^### 🛑 Denied\n/);
});

test('a denial reason cannot leave its table cell', () => {
	expect(decidedRequest(body, [denied])?.body).toMatch(/^\| A2 \| .*a \\\| b \/approve A3 \| not done \|$/m);
});

test('a request that is already decided, or any other comment, stays unchanged', () => {
	const once = decidedRequest(body, [approved]);
	expect(decidedRequest(`${once?.body}\n<!-- ${once?.marker} -->`, [approved])).toBeUndefined();
	const earlier = `${once?.body}\n\n<!-- countersign:decided -->\n\n<!-- countersign:ids:1-1 -->\n\n<!-- ${marker} -->`;
	expect(decidedRequest(earlier, [approved])).toBeUndefined();
	expect(decidedRequest('Hello.', [approved])).toBeUndefined();
});

test('earlier parts of a request stop asking and keep what they show', () => {
	const part = '<!-- countersign:request-part:1-r:0123:1 -->';
	const decided = decidedPart(`### ✍️ One step needs your approval · part 1 of 2\n\n#### A1\n\n${part}`);
	expect(decided).toEqual({
		marker: 'countersign:request-part:1-r:0123:1:{"v":1,"state":"decided"}',
		body: '### Part of a request; the last part shows the decisions\n\n#### A1',
	});
	expect(decidedPart(`${decided?.body}\n\n${part}`)).toBeUndefined();
	expect(decidedPart(`### Reworded\n\n<!-- ${decided?.marker} -->`)).toBeUndefined();
	expect(decidedPart(body)).toBeUndefined();
});

test('a very long reason removes nothing of the question', () => {
	const long = body.replace('```sh\nx', `\`\`\`sh\n${'x'.repeat(58_000)}`);
	const how = `denied by @octocat: ${'<@octocat `'.repeat(5000)}`;
	const decided = decidedRequest(long, [{ ...denied, how }])?.body ?? '';
	expect(decided.length).toBeLessThan(65_000);
	expect(decided).toContain('denied by `@octocat`');
	expect(decided).toContain('x'.repeat(58_000));
});

test('the marker stores the position of the answers, so their wording can change', () => {
	const reworded = body.replace(/\*\*Answer\*\* with a new comment(?!.*\n```)/, 'Reply below');
	expect(reworded).toContain('\n\nReply below: `/approve A1`\n');
	expect(decidedRequest(reworded, [approved])?.body).not.toContain('Reply below');
});

test.each([
	['of the current version', body, { A1: [binding] }],
	['of an earlier version', earlierBody, { A1: [] }],
])('a replaced request %s keeps its ids and is replaced only once', (_what, posted, asks) => {
	const taken = replacedRequest(posted);
	expect(readMarker(taken?.marker ?? '')).toMatchObject({ name: marker, facts: { asks, state: 'replaced' } });
	const now = `${taken?.body}\n\n<!-- ${taken?.marker} -->`;
	expect([allNumbers(now), replacedRequest(now), decidedRequest(now, [approved])]).toEqual([[1], undefined, undefined]);
	const earlier = `${taken?.body}\n\n<!-- countersign:ids:1-1 -->\n\n<!-- ${marker} -->`;
	expect([allNumbers(earlier), replacedRequest(earlier)]).toEqual([[1], undefined]);
});
