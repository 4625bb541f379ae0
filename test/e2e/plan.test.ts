import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { journalOf, Stage } from './stage.ts';

const plan = '1. Write `notes.md`.\n2. Open a draft pull request.';
const read = { calls: [{ tool: 'file_list', args: { path: '.' } }] };
const writes = { tool: 'file_write', args: { path: 'notes.md', content: 'noted\n' } };
const delivers = { tool: 'open_pull_request', args: { title: 'Take a note', body: 'As planned.' } };
const carriedOut = [{ calls: [writes] }, { calls: [delivers] }, { text: 'Noted.' }];
const scriptOf = (...turns: readonly object[]) => JSON.stringify({ turns });

const requestsOf = async (stage: Stage) =>
	(await stage.comments()).filter(({ body }) => body.includes('<!-- countersign:request:'));
const countOf = (end: Parameters<typeof journalOf>[0], type: string) =>
	journalOf(end).filter((entry) => entry['type'] === type).length;
const progressOf = async (stage: Stage) =>
	(await stage.comments()).find(({ body }) => body.includes('the journal: '))?.body;

test('a plan waits for approval by a person with rights, and is carried out once', async () => {
	await using stage = await Stage.open({ script: scriptOf(read, { text: plan }, ...carriedOut) });
	const first = await stage.say('maintainer', '/agent plan take a note');
	expect(first, first.log).toMatchObject({ exitCode: 0, outputs: { outcome: 'waiting', approvals: 'A1' } });
	expect([countOf(first, 'delivery_checked'), (await stage.pulls()).length]).toEqual([0, 0]);
	const [request] = await requestsOf(stage);
	expect(request?.body).toMatch(/^### ✍️ A plan needs your approval\n/);
	expect(request?.body).toContain('> 1. Write `notes.md`.\n> 2. Open a draft pull request.');
	expect(await progressOf(stage)).toMatch(/A1.* carry out the plan[\s\S]*mode plan/);

	expect((await stage.say('octocat', '/approve A1')).outputs).toMatchObject({ outcome: 'refused' });
	expect(await stage.pulls()).toEqual([]);

	const second = await stage.say('hubot-writer', '/approve A1');
	expect(second.outputs, second.log).toMatchObject({ outcome: 'completed', 'reason-code': 'answered' });
	expect((await stage.pulls()).map(({ draft, title }) => [draft, title])).toEqual([[true, 'Take a note']]);
	expect([countOf(second, 'mode_changed'), countOf(second, 'delivery_checked')]).toEqual([1, 1]);
	expect(await progressOf(stage)).toMatch(/carry out the plan.*\(A1 by @hubot-writer\)[\s\S]*mode edit/);
	expect(await progressOf(stage)).not.toContain('Approved for the rest of this run');
	expect((await requestsOf(stage))[0]?.body).toContain('✅ approved by `@hubot-writer` (write)');

	const again = await stage.say('maintainer', '/approve A1');
	expect(again.outputs).toMatchObject({ outcome: 'nothing-to-do' });
	expect(await stage.pulls()).toHaveLength(1);
});

test('an approval of an edited plan does not count, and the run asks again with the original plan', async () => {
	await using stage = await Stage.open({ script: scriptOf({ text: plan }, ...carriedOut) });
	await stage.say('maintainer', '/agent plan take a note');
	const [request] = await requestsOf(stage);
	const body = (request?.body ?? '').replaceAll('notes.md', 'README.md');
	await stage.github.act('hubot-writer', 'PATCH', `/issues/comments/${request?.id}`, { body });
	const end = await stage.say('maintainer', '/approve A1');
	expect(end.outputs, end.log).toMatchObject({ outcome: 'waiting', approvals: 'A2' });
	expect([countOf(end, 'approval_void'), countOf(end, 'mode_changed')]).toEqual([1, 0]);
	expect((await requestsOf(stage))[1]?.body).toContain('> 1. Write `notes.md`.');
	expect((await stage.say('maintainer', '/approve A2')).outputs).toMatchObject({ outcome: 'completed' });
	expect(await stage.pulls()).toHaveLength(1);
});

test('a denial with a reason leads to a new plan with its own id', async () => {
	const other = { text: 'I change nothing.' };
	await using stage = await Stage.open({ script: scriptOf({ text: plan }, other, { text: 'Nothing done.' }) });
	await stage.say('maintainer', '/agent plan take a note');
	const end = await stage.say('maintainer', '/deny A1 because notes go elsewhere');
	expect(end.outputs, end.log).toMatchObject({ outcome: 'waiting', approvals: 'A2' });
	expect(readFileSync(`${end.outputs['audit-dir']}/context/request-002.md`, 'utf8')).toContain(
		'Plan A1 was denied by @maintainer. Their reason: “because notes go elsewhere”.',
	);
	expect((await stage.say('maintainer', '/deny A2')).outputs).toMatchObject({ outcome: 'denied' });
	expect(await stage.pulls()).toEqual([]);
});

test.each([
	['applies if `auto_for` names the person', '@maintainer#1001', 'auto', 'completed'],
	['does not apply if `auto_for` names somebody else', '@maintainer#1002', 'contained', 'waiting'],
])('`mode: auto` %s', async (_who, named, mode, outcome) => {
	const files = { '.github/countersign.yml': `mode: auto\nauto_for: ['${named}']\n` };
	// The runner would run this file later, so mode `contained` asks about it.
	const write = {
		calls: [{ tool: 'shell_exec', args: { command: 'mkdir -p .github/actions && touch .github/actions/a' } }],
	};
	await using stage = await Stage.open({ files, script: scriptOf(write, { text: 'Done.' }) });
	const end = await stage.say('maintainer', '/agent make it');
	expect(end.outputs, end.log).toMatchObject({ outcome });
	const told = await progressOf(stage);
	expect(told).toContain(`· mode ${mode} ·`);
	expect(told?.includes('Mode `auto` is only for those whom `auto_for`')).toBe(mode === 'contained');
});
