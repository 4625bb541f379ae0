import { expect, test } from 'vitest';
import { type DecidedItem, decidedPart, decidedRequest } from '../../src/report/index.ts';

const marker = 'countersign:request:1-r:0123456789abcdef';
const asked = [
	'### ✍️ One step needs your approval',
	'The run that @octocat started has stopped here.',
	'#### A1 · `shell_exec` · risk high',
	'```sh\nx\n\n**Answer** with a new comment: `/approve A1`\n```',
	'**Answer** with a new comment: `/approve A1`',
	'<!-- countersign:ids:1-1 -->',
].join('\n\n');
const body = `${asked}\n<!-- ${marker} -->`;
const approved: DecidedItem = { id: 'A1', kind: 'approved', how: 'approved by @octocat (admin)', result: 'done' };
const denied: DecidedItem = {
	id: 'A2',
	kind: 'denied',
	how: 'denied by @octocat: a | b\n/approve A3',
	result: 'not done',
};

test('it keeps what was asked, its ids and its marker, and asks no more', () => {
	const decided = decidedRequest(body, [approved]);
	expect(decided?.marker).toBe(marker);
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

		</details>

		<!-- countersign:decided -->

		<!-- countersign:ids:1-1 -->"
	`);
});

test('a mixed batch is neither signed nor denied', () => {
	expect(decidedRequest(body, [approved, denied])?.body).toMatch(/^### ✍️ Decided\n/);
	expect(decidedRequest(body, [denied])?.body).toMatch(/^### 🛑 Denied\n/);
});

test('what a person wrote cannot leave its cell', () => {
	expect(decidedRequest(body, [denied])?.body).toMatch(/^\| A2 \| .*a │ b \/approve A3 \| not done \|$/m);
});

test('what is decided already, or no request, is left alone', () => {
	const once = decidedRequest(body, [approved]);
	expect(decidedRequest(`${once?.body}\n<!-- ${marker} -->`, [approved])).toBeUndefined();
	expect(decidedRequest('Hello.', [approved])).toBeUndefined();
});

test('the parts before the last one ask no more, and keep all that they show', () => {
	const part = '<!-- countersign:request-part:1-r:0123:1 -->';
	const decided = decidedPart(`### ✍️ One step needs your approval · part 1 of 2\n\n#### A1\n\n${part}`);
	expect(decided).toEqual({
		marker: 'countersign:request-part:1-r:0123:1',
		body: '### Part of a request; the last part shows the decisions\n\n#### A1',
	});
	expect(decidedPart(`${decided?.body}\n\n${part}`)).toBeUndefined();
	expect(decidedPart(body)).toBeUndefined();
});

test('a reason as long as a comment takes no room from what was asked', () => {
	const long = body.replace('```sh\nx', `\`\`\`sh\n${'x'.repeat(58_000)}`);
	const how = `denied by @octocat: ${'<@octocat `'.repeat(5000)}`;
	const decided = decidedRequest(long, [{ ...denied, how }])?.body ?? '';
	expect(decided.length).toBeLessThan(65_000);
	expect(decided).toContain('denied by `@octocat`');
	expect(decided).toContain('x'.repeat(58_000));
	expect(decided.endsWith('<!-- countersign:ids:1-1 -->')).toBe(true);
});
