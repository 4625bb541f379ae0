import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JobEnd } from '../../rehearsal/job-runner.ts';
import { batchOf, keyName, type Press, readButton } from '../../src/approvals/index.ts';
import { aPullRequest, app, appLogin, asApp, openAppStage, pressed } from './app-stage.ts';
import { journalOf, maintainer, type Stage, stranger } from './stage.ts';

const replies = (end: JobEnd): number => journalOf(end).filter(({ type }) => type === 'model_reply').length;

interface ShownCheck {
	readonly conclusion: string;
	readonly external_id: string;
	readonly app: { readonly slug: string };
	readonly actions: readonly { readonly label: string; readonly identifier: string; readonly description: string }[];
}

async function checksOf({ github }: Stage): Promise<readonly ShownCheck[]> {
	return (await asApp(github, 'GET', '/commits/feature/check-runs'))['check_runs'] as ShownCheck[];
}

/** What the bot would write of a press by the maintainer on the run's buttons. */
async function aPress(stage: Stage, thread: number, approved: boolean): Promise<Press> {
	const [check] = await checksOf(stage);
	const identifier = check?.actions.find(({ identifier }) => readButton(identifier)?.approved === approved)?.identifier;
	return {
		v: 1,
		repository: stage.github.repositoryId,
		thread,
		run: check?.external_id ?? '',
		batch: readButton(identifier ?? '')?.batch ?? '',
		ids: ['A1'],
		approved,
		person: { id: maintainer.id, login: maintainer.login },
		role: 'admin',
		head: 'a'.repeat(40),
		at: new Date().toISOString(),
		key: keyName(app.privateKeyPem),
	};
}

test('a dispatched comment runs once, and a second dispatch asks no model', async () => {
	await using there = await openAppStage({ script: 'turns: [{ text: It joins words. }]' });
	const { stage, dispatched, bot } = there;
	const { id } = await stage.comment('maintainer', '/agent what does it do?');
	const first = await dispatched(`comment/${id}`);
	expect(first, first.log).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed' } });
	expect(journalOf(first)[0]).toMatchObject({
		request: { trigger: 'comment', actor: { login: 'maintainer' }, key: `comment/${id}`, comment_id: id },
	});
	const second = await dispatched(`comment/${id}`);
	expect(second.outputs).toMatchObject({ outcome: 'duplicate', 'reason-code': 'command-claimed' });
	expect([replies(first), replies(second)]).toEqual([1, 1]);
	expect(second.log).not.toContain('llm.');
	const own = (await stage.comments()).filter(({ user }) => user.login !== 'maintainer');
	expect(own.map(({ user }) => user.login)).toEqual([appLogin]);
	const log = (first.log + second.log).replaceAll(/^::add-mask::.*$/gm, '');
	expect(bot.given).toHaveLength(2);
	for (const token of bot.given) {
		expect(log + JSON.stringify(journalOf(first)) + first.summary).not.toContain(token);
		expect(first.log + second.log).toContain(`::add-mask::${token}`);
	}
	const returned = stage.github.requests.filter(({ path }) => path === '/installation/token');
	expect(returned.map(({ method, status }) => `${method} ${status}`)).toEqual(['DELETE 204', 'DELETE 204']);
});

test('a button press approves as the person who pressed it, and the check loses its buttons', async () => {
	await using there = await openAppStage();
	const { stage, dispatched } = there;
	const pull = await aPullRequest(stage);
	const { id } = await stage.github.comment({ issue: pull, user: 'maintainer', body: '/agent write it' });
	const waiting = await dispatched(`comment/${id}`);
	expect(waiting, waiting.log).toMatchObject({ outputs: { outcome: 'waiting', approvals: 'A1' } });
	const [check] = await checksOf(stage);
	expect(check).toMatchObject({ conclusion: 'action_required', app: { slug: app.slug } });
	expect(check?.actions.map(({ label }) => label)).toEqual(['Approve all', 'Deny']);
	const press = await aPress(stage, pull, true);
	const { body } = await stage.github.act('maintainer', 'GET', `/issues/${pull}/comments`);
	const comments = body as unknown as { id: number; body: string }[];
	const request = comments.filter((comment) => comment.body.includes('countersign:request:'));
	expect(batchOf(waiting.outputs['run'] ?? '', request)).toBe(press.batch);
	const end = await dispatched(`comment/${await pressed(stage.github, press)}`);
	expect(end, end.log).toMatchObject({ outputs: { outcome: 'completed' } });
	const journal = journalOf(end);
	expect(journal.find(({ type }) => type === 'tool_result')).toMatchObject({ ok: true });
	const approval = journal.find(({ type }) => type === 'approval');
	expect(approval).toMatchObject({ approved: true, user: 'maintainer', user_id: maintainer.id, by_button: true });
	expect(await checksOf(stage)).toEqual([expect.objectContaining({ conclusion: 'neutral', actions: [] })]);
	const after = await asApp(stage.github, 'GET', `/issues/comments/${request[0]?.id}`);
	expect(after['body']).toMatch(/approved by .*maintainer.*(admin).* by a button/);
});

test('a Deny button denies, and a press counts only if the App recorded it for a person with rights', async () => {
	await using there = await openAppStage();
	const { stage, dispatched } = there;
	const pull = await aPullRequest(stage);
	const { id } = await stage.github.comment({ issue: pull, user: 'maintainer', body: '/agent write it' });
	await dispatched(`comment/${id}`);
	const yes = await aPress(stage, pull, true);
	const byStranger = { ...yes, person: { id: stranger.id, login: stranger.login } };
	const refused = await dispatched(`comment/${await pressed(stage.github, byStranger)}`);
	expect(refused.outputs).toMatchObject({ outcome: 'refused', 'reason-code': 'no-write-access' });
	const record = await pressed(stage.github, yes);
	const { body } = await asApp(stage.github, 'GET', `/issues/comments/${record}`);
	const copied = { issue: pull, user: 'hubot-writer', body: String(body) };
	const copy = await dispatched(`comment/${(await stage.github.comment(copied)).id}`);
	expect(copy.outputs).toMatchObject({ outcome: 'nothing-to-do', 'reason-code': 'no-command' });
	await stage.github.deleteComment({ comment: record, user: 'maintainer' });
	const gone = await dispatched(`comment/${record}`);
	expect(gone.outputs).toMatchObject({ outcome: 'nothing-to-do', 'reason-code': 'comment-gone' });
	const no = await dispatched(`comment/${await pressed(stage.github, await aPress(stage, pull, false))}`);
	expect(no, no.log).toMatchObject({ outputs: { outcome: 'denied' } });
	expect(journalOf(no).find(({ type }) => type === 'approval')).toMatchObject({
		...{ approved: false, user: 'maintainer', by_button: true, rejection_reason: 'by a button' },
	});
});

test('a job without an App token does nothing, and logs the reason from the bot', async () => {
	await using there = await openAppStage();
	const { stage, dispatched, bot } = there;
	const { id } = await stage.comment('maintainer', '/agent write it');
	bot.refusal = { status: 403, body: { error: 'wrong-workflow', message: 'Not this file.', fix: 'Name the file.' } };
	const end = await dispatched(`comment/${id}`);
	expect(end).toMatchObject({ exitCode: 1, outputs: { outcome: 'failed', 'reason-code': 'github-refused' } });
	expect(end.log).toMatch(/refused this job with 403: Not this file\. \(wrong-workflow\) Name the file\./);
	const without = await dispatched(`comment/${id}`, { env: { ACTIONS_ID_TOKEN_REQUEST_URL: '' } });
	expect(without.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'bad-input' });
	expect(without.log).toContain('id-token: write');
	expect((await stage.comments()).map(({ user }) => user.login)).toEqual(['maintainer']);
});

test('a job requests a new token before its token expires', async () => {
	await using there = await openAppStage({ script: 'turns: [{ text: Done. }]' });
	const { stage, dispatched, bot } = there;
	const { id } = await stage.comment('maintainer', '/agent look');
	bot.lifetime = 60;
	const end = await dispatched(`comment/${id}`);
	expect(end, end.log).toMatchObject({ outputs: { outcome: 'completed' } });
	expect(bot.given.length).toBeGreaterThan(2);
	for (const token of bot.given) expect(end.log).toContain(`::add-mask::${token}`);
});

test('a job takes its App token from the file that the bot left, and deletes the file', async () => {
	await using there = await openAppStage({ script: 'turns: [{ text: Done. }]' });
	const { stage, dispatched, bot } = there;
	const { id } = await stage.comment('maintainer', '/agent look');
	const file = join(stage.folder, 'answer.json');
	writeFileSync(file, JSON.stringify(bot.answer()));
	const env = { COUNTERSIGN_APP_ANSWER: file, ACTIONS_ID_TOKEN_REQUEST_URL: '' };
	const end = await dispatched(`comment/${id}`, { env, inputs: { bot: '' } });
	expect(end, end.log).toMatchObject({ outputs: { outcome: 'completed' } });
	expect((await stage.comments()).map(({ user }) => user.login)).toEqual(['maintainer', appLogin]);
	expect(existsSync(file)).toBe(false);
});

test('the job refuses a command that comes with a prompt or on another branch', async () => {
	await using there = await openAppStage();
	const { stage, dispatched } = there;
	const { id } = await stage.comment('maintainer', '/approve A1');
	const both = await dispatched(`comment/${id}`, { inputs: { prompt: 'Do it' } });
	expect(both.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'bad-input' });
	for (const env of [{ GITHUB_REF_NAME: 'feature' }, { GITHUB_REF_TYPE: 'tag' }]) {
		const end = await dispatched(`comment/${id}`, { env });
		expect(end.log).toContain('come from the default branch `main` only');
	}
});

test('the delivery of a workflow file is blocked without a request, because the App cannot deliver it', async () => {
	const script = `turns:
  - calls: [{ tool: file_write, args: { path: .github/workflows/new.yml, content: "on: push" } }]
  - calls: [{ tool: open_pull_request, args: { title: Add a workflow, body: As asked. } }]
  - { text: A maintainer can add it. }`;
	await using there = await openAppStage({ script });
	const { stage, dispatched } = there;
	const { id } = await stage.comment('maintainer', '/agent add a workflow');
	const waiting = await dispatched(`comment/${id}`);
	expect(waiting.outputs, waiting.log).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	const end = await dispatched(`comment/${(await stage.comment('maintainer', '/approve A1')).id}`);
	const journal = journalOf(end);
	expect(journal.find(({ type }) => type === 'delivery_checked')).toMatchObject({ changes_workflows: false });
	const refused = journal.find(({ matched_rule: rule }) => rule === 'workflow-not-deliverable');
	expect(refused, end.log).toMatchObject({ decision: 'block', reason: expect.stringMatching(/A maintainer can make/) });
	expect(journal.filter(({ type }) => type === 'approval_requested')).toHaveLength(1);
	expect(end.log).not.toContain('github-refused');
});
