import { expect, test } from 'vitest';
import { git } from '../../rehearsal/sample-repository.ts';
import { journalOf, Stage } from './stage.ts';

const shell = (command: string) => ({ calls: [{ tool: 'shell_exec', args: { command } }] });
const script = (...turns: readonly object[]) => JSON.stringify({ turns: [...turns, { text: 'Ended.' }] });
const touch = (name: string) => shell(`rm -f none; touch ${name}`);

const last = async (stage: Stage, login = 'github-actions[bot]') =>
	(await stage.comments()).findLast(({ user }) => user.login === login)?.body ?? '';
const requestOf = async (stage: Stage) =>
	(await stage.comments()).find(({ body }) => body.includes('<!-- countersign:request:'))?.body ?? '';
const reactionsTo = async (stage: Stage, body: string) => {
	const comment = (await stage.comments()).find((one) => one.body === body);
	const { body: found } = await stage.github.act('maintainer', 'GET', `/issues/comments/${comment?.id}/reactions`);
	return (found as unknown as { content: string }[]).map(({ content }) => content);
};

test('`for-run` creates a grant that `/agent status` lists and `/revoke` removes [seeds 29]', async () => {
	await using stage = await Stage.open({
		script: script(touch('a'), touch('b'), shell('npm install left-pad'), touch('c')),
	});
	expect((await stage.say('maintainer', '/agent do it')).outputs).toMatchObject({ approvals: 'A1' });
	const granted = await stage.say('maintainer', '/approve A1 for-run');
	expect(granted.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A2' });
	const attempts = journalOf(granted).filter(
		(entry) => entry['type'] === 'tool_attempt' && entry['granted_by'] !== undefined,
	);
	expect(attempts).toHaveLength(1);
	expect(await reactionsTo(stage, '/approve A1 for-run')).toEqual(['+1']);
	expect(await requestOf(stage)).toMatch(/^### ✅ Approved\n[\s\S]*\| A1 \| ✅ approved by `@maintainer` \(admin\)/);

	await stage.say('maintainer', '/agent status');
	expect(await last(stage)).toMatch(
		/\*\*A2\*\* `shell_exec` waits[\s\S]*approved for the rest of this run by @maintainer with A1/,
	);
	await stage.say('maintainer', '/revoke');
	expect(await reactionsTo(stage, '/revoke')).toEqual(['eyes']);
	expect((await stage.say('maintainer', '/approve A2')).outputs).toMatchObject({ outcome: 'waiting', approvals: 'A3' });
});

test('a grant for everything does not apply to another run in the same thread [seeds 27]', async () => {
	await using stage = await Stage.open({ script: script(touch('a'), touch('b')) });
	await stage.say('maintainer', '/agent do it');
	const end = await stage.say('maintainer', '/approve A1 for-run everything');
	expect(end.outputs).toMatchObject({ outcome: 'completed' });
	expect((await stage.say('maintainer', '/agent do it')).outputs).toMatchObject({
		outcome: 'waiting',
		approvals: 'A2',
	});
});

test('`always` opens a draft pull request with a rule, which allows the call once merged', async () => {
	await using stage = await Stage.open({ script: script(touch('a')) });
	await stage.say('maintainer', '/agent do it');
	const end = await stage.say('maintainer', '/approve A1 always');
	expect(end.outputs).toMatchObject({ outcome: 'completed' });
	const [pull] = await stage.pulls();
	expect(pull).toMatchObject({ draft: true, title: expect.stringContaining('A1') });
	expect(await requestOf(stage)).toContain('for every run: ');
	const file = git(stage.github.repositoryDir, 'show', `${pull?.head.ref}:.github/countersign/always.yml`);
	expect(file).toContain('approved by @maintainer');

	git(stage.github.repositoryDir, 'update-ref', 'refs/heads/main', `refs/heads/${pull?.head.ref}`);
	expect((await stage.say('maintainer', '/agent do it')).outputs).toMatchObject({ outcome: 'completed' });
});

test('`/agent stop` ends a waiting run, and a later approval has no effect', async () => {
	await using stage = await Stage.open({ script: script(touch('a')) });
	await stage.say('maintainer', '/agent do it');
	expect((await stage.say('maintainer', '/agent stop')).outputs).toMatchObject({ outcome: 'cancelled' });
	expect(await requestOf(stage)).toContain('not done: the run is over');
	expect((await stage.say('maintainer', '/approve A1')).outputs).toMatchObject({ 'reason-code': 'nothing-pending' });
	expect((await stage.say('maintainer', '/agent stop')).outputs).toMatchObject({ 'reason-code': 'nothing-pending' });
});

test.each([0, 1])('`/agent stop` works for one run if the state of the other (%i) was forged', async (broken) => {
	await using stage = await Stage.open({ script: script(touch('a')) });
	await stage.say('maintainer', '/agent do it');
	await stage.say('maintainer', '/agent do it, too');
	const progress = (await stage.comments()).filter(({ body }) => body.includes('<!-- countersign:progress:'));
	const { id, body } = progress[broken] ?? { id: 0, body: '' };
	const changed = body.replaceAll(/\b[0-9a-f]{64}\b/g, '0'.repeat(64));
	await stage.github.act('maintainer', 'PATCH', `/issues/comments/${id}`, { body: changed });
	const end = await stage.say('maintainer', '/agent stop');
	expect(end.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'checkpoint-forged' });
	const other = (await stage.comments()).find((comment) => comment.id === progress[1 - broken]?.id);
	expect(other?.body).toMatch(/^### Stopped\n/);
});

test('`/agent status` and `/agent retry` work for other runs if the state of one was forged', async () => {
	await using stage = await Stage.open({ script: script(touch('a')) });
	const first = await stage.say('maintainer', '/agent do it');
	await stage.say('maintainer', '/deny A1 no');
	await stage.say('maintainer', '/agent do it, too');
	const ref = `refs/countersign/runs/${first.outputs['run']}`;
	const main = git(stage.github.repositoryDir, 'rev-parse', 'main');
	const commit = git(stage.github.repositoryDir, 'log', '-1', '--format=%B', ref);
	const forged = git(stage.github.repositoryDir, 'commit-tree', `${main}^{tree}`, '-m', commit);
	git(stage.github.repositoryDir, 'update-ref', ref, forged);
	await stage.say('maintainer', '/agent status');
	const text = await last(stage);
	expect(text).toContain(`\`${first.outputs['run']}\` cannot be read: `);
	expect(text).toContain('**A2** `shell_exec` waits until');
	await stage.say('maintainer', '/deny A2 no');
	expect((await stage.say('maintainer', '/agent retry')).outputs).toMatchObject({ approvals: 'A3' });
});

test('`/agent retry` repeats the last task, but not while a request waits', async () => {
	await using stage = await Stage.open({ script: script(touch('a')) });
	expect((await stage.say('maintainer', '/agent retry')).outputs).toMatchObject({ 'reason-code': 'nothing-pending' });
	await stage.say('maintainer', '/agent put a file there');
	expect((await stage.say('maintainer', '/agent retry')).outputs).toMatchObject({ outcome: 'nothing-to-do' });
	expect(await last(stage)).toContain('A run waits for A1');
	await stage.say('maintainer', '/deny A1 no');
	const again = await stage.say('hubot-writer', '/agent retry');
	expect(again.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A2' });
	expect(journalOf(again)[0]).toMatchObject({
		request: { task: 'put a file there', actor: { login: 'hubot-writer' } },
	});
});

test('`/agent plan` changes nothing, and requests approval for its plan', async () => {
	await using stage = await Stage.open({ script: script(touch('a')) });
	const end = await stage.say('maintainer', '/agent plan the change');
	expect(end.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	expect(journalOf(end)[0]).toMatchObject({
		settings: { mode: 'plan', planned: 'edit' },
		request: { task: 'the change' },
	});
	expect(journalOf(end).filter((entry) => entry['type'] === 'tool_started')).toEqual([]);
});

test('a person with rights gets help, and a stranger gets one refusal', async () => {
	await using stage = await Stage.open({ script: script(touch('a')) });
	await stage.say('maintainer', '/agent help');
	expect(await last(stage)).toContain('| `/approve A1 for-run` |');
	const before = (await stage.comments()).length;
	for (const body of ['/agent help', '/agent stop', '/approve A1', '/revoke', '/agent do it'])
		expect((await stage.say('octocat', body)).outputs).toMatchObject({ outcome: 'refused' });
	const ours = (await stage.comments()).slice(before).filter(({ user }) => user.login !== 'octocat');
	expect(ours).toHaveLength(1);
});

test('a task after an approval in one comment does not start, and its author is told', async () => {
	await using stage = await Stage.open({ script: script(touch('a')) });
	await stage.say('maintainer', '/agent do it');
	expect((await stage.say('maintainer', '/approve A1\n/agent do more')).outputs).toMatchObject({
		outcome: 'completed',
	});
	expect((await stage.comments()).map(({ body }) => body)).toContainEqual(
		expect.stringContaining('the `/agent` behind it was not started'),
	);
});

test('a flag after `/agent` gets an answer, and no run starts', async () => {
	await using stage = await Stage.open({ script: script(touch('a')) });
	const end = await stage.say('maintainer', '/agent --policy=none fix it');
	expect(end, end.log).toMatchObject({ exitCode: 0, outputs: { outcome: 'nothing-to-do', run: '' } });
	expect(await last(stage)).toMatch(/`\/agent --policy=none fix it` is not understood\. .* without flags/);
});

test.each([
	['.github/countersign.yml', 'enabled: true\nmode: !custom auto\n', '.github/countersign.yml:2'],
	['.github/countersign.yml', 'mode: !!js/function "auto"\n', '.github/countersign.yml:1'],
	[
		'.github/policies/own.yml',
		'rules:\n  - name: a\n    effects: [read]\n    action: !!python/object allow\n',
		'.github/policies/own.yml:4',
	],
])('a YAML tag in %s stops every run, and the error names its line', async (file, text, where) => {
	const config = { '.github/countersign.yml': 'policies: [.github/policies/own.yml]\n' };
	await using stage = await Stage.open({ files: { ...config, [file]: text }, script: script() });
	const end = await stage.say('maintainer', '/agent do it');
	expect(end, end.log).toMatchObject({ exitCode: 1, outputs: { outcome: 'failed' } });
	expect(end.log).toContain(where);
	expect(end.log).toMatch(/tag/i);
});

test.each([
	['.*', 'allows too much'],
	['', 'allows too much'],
	['git status', 'anywhere in a command'],
])('a standing approval of `%s` stops the run, and the error names its line', async (pattern, why) => {
	const text = `rules:\n  - name: loose\n    tools: [shell_exec]\n    command_patterns: ['${pattern}']\n    action: allow\n`;
	await using stage = await Stage.open({
		files: { '.github/countersign/always.yml': text },
		script: script(shell('curl -s https://example.com/git status')),
	});
	const end = await stage.say('maintainer', '/agent do it');
	expect(end, end.log).toMatchObject({ exitCode: 1, outputs: { outcome: 'failed', 'reason-code': 'bad-policy' } });
	expect(end.outputs['summary']).toMatch(new RegExp(`${why}.*always\\.yml:2`));
});
