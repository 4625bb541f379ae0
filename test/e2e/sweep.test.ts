import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root, Stage } from './stage.ts';

const shell = (command: string) => ({ calls: [{ tool: 'shell_exec', args: { command } }] });
const script = (...turns: readonly object[]) => JSON.stringify({ turns: [...turns, { text: 'Ended.' }] });

/** Requests expire after one second. */
const short = { 'approval-timeout-seconds': '1' };

const sweeping = async (stage: Stage, change: Partial<Parameters<Stage['startWith']>[0]> = {}) =>
	stage.startWith({ event: { name: 'schedule', payload: await stage.github.scheduleEvent() }, ...change }).ended;

interface Listed {
	readonly number: number;
	readonly title: string;
	readonly body: string;
}

const approvals = async (stage: Stage): Promise<readonly Listed[]> => {
	const { body } = await stage.github.act('maintainer', 'GET', '/issues?labels=countersign&state=all');
	return (body as unknown as Listed[]).filter(({ title }) => title === 'Agent approvals');
};

/** Waits until requests with a timeout of one second have expired. */
const overdue = (): Promise<void> => new Promise((wake) => setTimeout(wake, 1100));

async function askOnAnother(stage: Stage): Promise<number> {
	const { number } = await stage.github.openIssue({ user: 'maintainer', title: 'Another', body: 'It fails, too.' });
	const comment = await stage.github.comment({ issue: number, user: 'maintainer', body: '/agent do that' });
	await (await stage.start(comment, { inputs: { ...stage.inputs(), ...short } })).ended;
	return number;
}

test('one sweep settles two expired requests in two threads, each in a clean checkout', async () => {
	await using stage = await Stage.open({
		script: script(
			{ calls: [{ tool: 'file_write', args: { path: 'new.txt', content: 'x' } }] },
			shell('rm -f none; touch a'),
		),
		files: { '.gitignore': 'ignored\n' },
	});
	expect((await sweeping(stage)).outputs).toMatchObject({ outcome: 'nothing-to-do', 'reason-code': 'nothing-pending' });
	expect(await approvals(stage)).toEqual([]);
	await stage.say('maintainer', '/agent do it', { inputs: { ...stage.inputs(), ...short } });
	const other = await askOnAnother(stage);
	await overdue();

	const end = await sweeping(stage);
	expect(end.log).toContain('2 of the waiting runs went on');
	expect(end.outputs).toMatchObject({ outcome: 'completed', 'reason-code': 'swept' });
	for (const issue of [stage.issue, other]) {
		const { body } = await stage.github.act('maintainer', 'GET', `/issues/${issue}/comments`);
		const texts = (body as unknown as { body: string }[]).map((comment) => comment.body);
		expect(texts.some((text) => text.startsWith('### 🛑 Denied'))).toBe(true);
		expect(texts.some((text) => text.includes('Nobody answered before'))).toBe(true);
	}
	expect(await approvals(stage)).toEqual([]);
	expect((await stage.say('maintainer', '/approve A1')).outputs).toMatchObject({ 'reason-code': 'nothing-pending' });
});

test('the issue lists waiting requests, is reused and emptied, and the terminal can refresh it', async () => {
	await using stage = await Stage.open({ script: script(shell('rm -f none; touch a')) });
	await stage.say('maintainer', '/agent do it');
	expect((await sweeping(stage)).outputs).toMatchObject({ outcome: 'nothing-to-do' });
	const [first, ...more] = await approvals(stage);
	expect(more).toEqual([]);
	expect(first?.body).toMatch(/\| \[#1\]\(\S+#issuecomment-\d+\) \| \*\*A1\*\* \| `shell_exec` \| /);

	await stage.say('maintainer', '/deny A1 no');
	const env = {
		PATH: process.env['PATH'] ?? '',
		...{ GITHUB_TOKEN: stage.github.actionsToken, GITHUB_REPOSITORY: 'octo-org/slugs' },
		...{ GITHUB_API_URL: stage.github.url, GITHUB_SERVER_URL: stage.github.url },
	};
	const cli = join(root, 'dist', 'cli.js');
	const { stdout } = await promisify(execFile)(process.execPath, [cli, 'sweep', '--json'], { env });
	expect(JSON.parse(stdout)).toMatchObject({ rows: [], left: 0, issue: first?.number });
	const [again, ...others] = await approvals(stage);
	expect(others).toEqual([]);
	expect(again).toMatchObject({ number: first?.number, body: expect.stringContaining('Nothing waits.') });
});

test('a sweep handles an answer whose job never started', async () => {
	await using stage = await Stage.open({ script: script(shell('rm -f none; touch a')) });
	await stage.say('maintainer', '/agent do it');
	await stage.comment('maintainer', '/approve A1');
	expect((await sweeping(stage)).outputs).toMatchObject({ outcome: 'completed', 'reason-code': 'swept' });
	expect((await stage.comments()).some(({ body }) => body.startsWith('### ⚠️ Not delivered'))).toBe(true);
});

test('a label on the issue switches off waiting runs, and its removal lets them continue', async () => {
	await using stage = await Stage.open({ script: script(shell('rm -f none; touch a')) });
	await stage.say('maintainer', '/agent do it');
	await sweeping(stage);
	const [issue] = await approvals(stage);
	await stage.github.act('maintainer', 'POST', `/issues/${issue?.number}/labels`, { labels: ['agent-off'] });
	for (const body of ['/approve A1', '/agent again'])
		expect((await stage.say('maintainer', body)).outputs).toMatchObject({
			outcome: 'cancelled',
			'reason-code': 'switched-off',
		});
	expect((await stage.comments()).at(-1)?.body).toContain('`agent-off`');
	expect((await sweeping(stage)).outputs).toMatchObject({ outcome: 'cancelled', 'reason-code': 'switched-off' });
	expect((await approvals(stage))[0]?.body).toMatch(/\*\*Switched off:\*\*[\s\S]*\*\*A1\*\*/);

	await stage.github.act('maintainer', 'DELETE', `/issues/${issue?.number}/labels/agent-off`);
	const end = await sweeping(stage);
	expect(end.outputs).toMatchObject({ outcome: 'completed', 'reason-code': 'swept' });
	expect((await stage.comments()).some(({ body }) => body.startsWith('### ⚠️ Not delivered'))).toBe(true);
});

test('a sweep reports a broken run and fails, but still settles the other run', async () => {
	await using stage = await Stage.open({ script: script(shell('rm -f none; touch a')) });
	await stage.say('maintainer', '/agent do it', { inputs: { ...stage.inputs(), ...short } });
	const other = await askOnAnother(stage);
	await overdue();
	const progress = (await stage.comments()).find(({ body }) => body.includes('countersign:progress'));
	const body = progress?.body.replaceAll(/\b[0-9a-f]{64}\b/g, '0'.repeat(64)) ?? '';
	await stage.github.act('maintainer', 'PATCH', `/issues/comments/${progress?.id}`, { body });
	const end = await sweeping(stage);
	expect(end.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'sweep-incomplete' });
	expect(end.exitCode).toBe(1);
	const [issue] = await approvals(stage);
	expect(issue?.body).toMatch(/These runs could not be checked or continued:\n- #1, run `1-/);
	const { body: said } = await stage.github.act('maintainer', 'GET', `/issues/${other}/comments`);
	expect(JSON.stringify(said)).toContain('Nobody answered before');
});

test('a sweep ends a waiting run of a deleted issue once, and later sweeps pass', async () => {
	await using stage = await Stage.open({ script: script(shell('rm -f none; touch a')) });
	await stage.say('maintainer', '/agent do it');
	const other = await askOnAnother(stage);
	await overdue();
	stage.github.intercept = ({ path }, phase) =>
		phase === 'before' && path.includes(`/issues/${stage.issue}/`)
			? { status: 410, body: { message: 'This issue was deleted', documentation_url: 'https://docs.example' } }
			: undefined;
	const end = await sweeping(stage);
	expect(end.outputs, end.log).toMatchObject({ outcome: 'completed', 'reason-code': 'swept' });
	expect(end.log).toMatch(/Run 1-\S+ of #1: Its issue or pull request was deleted/);
	const { body: said } = await stage.github.act('maintainer', 'GET', `/issues/${other}/comments`);
	expect(JSON.stringify(said)).toContain('Nobody answered before');

	const again = await sweeping(stage);
	expect(again.outputs, again.log).toMatchObject({ outcome: 'nothing-to-do', 'reason-code': 'nothing-pending' });
	expect(again.log).not.toContain('was deleted');
});
