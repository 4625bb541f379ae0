import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wordsOf } from '../../src/github/index.ts';
import { appLogin, asApp, openAppStage, withNewFile } from './app-stage.ts';
import { journalOf } from './stage.ts';

const script = 'turns: [{ text: I have looked. }]';

test('a task in a review comment starts a run that sees the code, and answers in the conversation', async () => {
	await using there = await openAppStage({ script });
	const { stage, dispatched } = there;
	const pull = await withNewFile(stage);
	const beside = { pull, path: 'NEW.md', line: 2 };
	const { id } = await stage.github.reviewComment({ ...beside, user: 'maintainer', body: '/agent is this right?' });
	const end = await dispatched(`review/${id}`);
	expect(end, end.log).toMatchObject({ outputs: { outcome: 'completed' } });
	const [header] = journalOf(end);
	expect(header).toMatchObject({
		request: {
			...{
				trigger: 'comment',
				actor: { login: 'maintainer' },
				thread: pull,
				on_pull_request: true,
				key: `review/${id}`,
			},
			...{ task: 'is this right?', code: { path: 'NEW.md', lines: { first: 2, last: 2, side: 'after' } } },
		},
	});
	const context = readFileSync(join(end.outputs['audit-dir'] ?? '', 'context.md'), 'utf8');
	expect(context).toMatch(
		/<untrusted-[0-9a-f]+ source="pull request #\d+, NEW\.md, line 2 after the change, [^"]+">\n[^<]*\+two/,
	);
	const comment = await asApp(stage.github, 'GET', `/pulls/comments/${id}`);
	expect(comment['reactions']).toMatchObject({ eyes: 1 });
	const { body } = await stage.github.act('maintainer', 'GET', `/issues/${pull}/comments`);
	expect(body).toEqual([expect.objectContaining({ user: expect.objectContaining({ login: appLogin }) })]);
	expect((await dispatched(`review/${id}`)).outputs).toMatchObject({ outcome: 'duplicate' });
});

test('an approval in a review comment has no effect, and a stranger cannot start a run there', async () => {
	await using there = await openAppStage({ script });
	const { stage, dispatched } = there;
	const pull = await withNewFile(stage);
	const beside = { pull, path: 'NEW.md', line: 2 };
	const answer = await stage.github.reviewComment({ ...beside, user: 'maintainer', body: '/approve all' });
	const told = await dispatched(`review/${answer.id}`);
	expect(told.outputs).toMatchObject({ outcome: 'nothing-to-do', 'reason-code': 'help-only' });
	for (const text of ['/agent do it', '/approve all']) {
		const said = await stage.github.reviewComment({ ...beside, user: 'octocat', body: text });
		const end = await dispatched(`review/${said.id}`);
		expect(end.outputs).toMatchObject({ outcome: 'refused', 'reason-code': 'no-write-access' });
	}
	const { body } = await stage.github.act('maintainer', 'GET', `/issues/${pull}/comments`);
	const texts = (body as unknown as { body: string }[]).map((comment) => comment.body);
	expect(texts).toEqual([
		expect.stringMatching(/^@maintainer Beside the code only `\/agent <task>` is heard/),
		expect.stringMatching(/^@octocat may not start a run here/),
	]);
});

test('a dispatched label is checked again, and starts one run however GitHub reports it', async () => {
	await using there = await openAppStage({ script });
	const { stage, dispatched, env, bot } = there;
	const opened = await stage.github.openIssue({
		user: 'maintainer',
		title: 'Look around',
		body: 'Please.',
		labels: ['agent'],
	});
	const command = `label/${opened.number}/${wordsOf('Look around\n\nPlease.')}`;
	const first = await dispatched(command);
	expect(first, first.log).toMatchObject({ outputs: { outcome: 'completed' } });
	expect(journalOf(first)[0]).toMatchObject({
		request: { trigger: 'label', actor: { login: 'maintainer' }, task: 'Look around\n\nPlease.' },
	});
	const payload = await stage.github.issuesEvent(opened, 'opened');
	const inputs = { ...stage.inputs(), bot: bot.url };
	const again = await stage.startWith({ event: { name: 'issues', payload }, env, inputs }).ended;
	expect(again.outputs).toMatchObject({ outcome: 'duplicate', run: first.outputs['run'] });
	await asApp(stage.github, 'DELETE', `/issues/${opened.number}/labels/agent`);
	const gone = await dispatched(command);
	expect(gone.outputs).toMatchObject({ outcome: 'nothing-to-do', 'reason-code': 'no-command' });
	await asApp(stage.github, 'POST', `/issues/${opened.number}/labels`, { labels: ['agent'] });
	const byBot = await dispatched(command);
	expect(byBot.outputs).toMatchObject({ outcome: 'nothing-to-do', 'reason-code': 'bot-author' });
});
