import { expect, test } from 'vitest';
import { journalOf, Stage } from './stage.ts';

const look = (path: string) => ({ calls: [{ tool: 'file_list', args: { path } }] });
const script = JSON.stringify({ turns: [look('src'), look('test'), { text: 'I have looked.' }] });
const files = (budget: string) => ({ '.github/countersign.yml': `budget: { ${budget} }\n` });

const requestsOf = async (stage: Stage): Promise<readonly string[]> =>
	(await stage.comments()).map(({ body }) => body).filter((body) => body.includes('<!-- countersign:request:'));
const replies = (end: Parameters<typeof journalOf>[0]) =>
	journalOf(end).filter(({ type }) => type === 'model_reply').length;

test('at the cap the run asks: an approval adds the same budget again, and a denial ends the run', async () => {
	await using stage = await Stage.open({ script, files: files('tokens_per_run: 1000') });
	const first = await stage.say('maintainer', '/agent look around');
	expect(first).toMatchObject({ exitCode: 0, outputs: { outcome: 'waiting', approvals: 'A1' } });
	expect(replies(first)).toBe(1);
	const [request = ''] = await requestsOf(stage);
	expect(request).toMatch(/^### ✍️ A budget is used up: the run needs your approval to continue\n/);
	expect(request).toMatch(/The run has used \*\*[\d,]+ of 1,000 tokens\*\* \(`budget.tokens_per_run`\)/);
	const status = await stage.say('maintainer', '/agent status');
	expect(status.exitCode).toBe(0);
	expect((await stage.comments()).at(-1)?.body).toMatch(/A1.*budget/);
	expect(await stage.say('octocat', '/approve A1')).toMatchObject({ outputs: { outcome: 'refused' } });
	const second = await stage.say('maintainer', '/approve A1');
	expect(second).toMatchObject({ exitCode: 0, outputs: { outcome: 'waiting', approvals: 'A2' } });
	expect(replies(second)).toBe(2);
	expect((await requestsOf(stage))[0]).toContain('✅ approved by `@maintainer` (admin)');
	const third = await stage.say('maintainer', '/deny A2 because it is enough');
	expect(third).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed', 'reason-code': 'budget-exhausted' } });
	expect(third.outputs['summary']).toMatch(
		/tokens_per_run`\)\. @maintainer gave no more \(A2\): because it is enough$/,
	);
	expect(replies(third)).toBe(2);
});

test('with `at_cap: end` the run ends without asking', async () => {
	await using stage = await Stage.open({ script, files: files('tokens_per_run: 1000, at_cap: end') });
	expect(await stage.say('maintainer', '/agent look around')).toMatchObject({
		outputs: { outcome: 'completed', 'reason-code': 'budget-exhausted' },
	});
	expect(await requestsOf(stage)).toEqual([]);
});

test.each([
	['custom git refs', {}],
	['branches, because GitHub refuses custom refs', { refuseCustomRefs: true }],
])('later runs count what the day has used, stored in %s', async (_where, options) => {
	await using stage = await Stage.open({ script, files: files('tokens_per_day: 1000'), ...options });
	expect(await stage.say('maintainer', '/agent look around')).toMatchObject({ outputs: { outcome: 'waiting' } });
	const spent = stage.refs().filter((ref) => ref.includes('/spent/'));
	expect(spent).toEqual([expect.stringMatching(/\/spent\/\d{4}-\d\d-\d\d\/[\w-]+-1\/\d{4,}\/\d+$/)]);
	const other = await stage.github.openIssue({ user: 'maintainer', title: 'Another', body: 'One.' });
	const comment = await stage.github.comment({ issue: other.number, user: 'maintainer', body: '/agent look here' });
	const end = await (await stage.start(comment)).ended;
	expect(end.outputs['outcome']).toBe('waiting');
	expect(replies(end)).toBe(0);
});
