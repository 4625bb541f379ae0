import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { git } from '../../rehearsal/sample-repository.ts';
import { journalOf, Stage } from './stage.ts';

const write = (path: string, content: string) => ({ tool: 'file_write', args: { path, content } });
const touch = (path: string) => ({ tool: 'shell_exec', args: { command: `rm -f none; touch ${path}` } });
const deliver = { tool: 'open_pull_request', args: { title: 'More', body: 'More of it.' } };
const script = (...calls: readonly object[]) => JSON.stringify({ turns: [{ calls }, { text: 'Ended.' }] });
const read = { tool: 'file_read', args: { path: 'theirs.txt' } };

/** Adds a commit to a branch, as a person pushes it. */
async function push(stage: Stage, branch: string, path: string): Promise<string> {
	const { github } = stage;
	const there = git(github.repositoryDir, 'for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`);
	const parent = there === '' ? git(github.repositoryDir, 'rev-parse', 'refs/heads/main') : there;
	const post = async (to: string, body: object): Promise<string> => {
		const made = await github.act('maintainer', 'POST', to, body as never);
		return (made.body as unknown as { sha: string }).sha;
	};
	const entry = { path, mode: '100644', type: 'blob', content: `${path}\n` };
	const base_tree = git(github.repositoryDir, 'rev-parse', `${parent}^{tree}`);
	const tree = await post('/git/trees', { base_tree, tree: [entry] });
	const commit = await post('/git/commits', { message: `add ${path}`, tree, parents: [parent] });
	git(github.repositoryDir, 'update-ref', `refs/heads/${branch}`, commit);
	return commit;
}

async function aFork(stage: Stage) {
	const sha = await push(stage, 'theirs', 'theirs.txt');
	const pull = await stage.github.openPullRequest({
		user: 'octocat',
		title: 'Theirs',
		head: 'theirs',
		fork: 'octocat',
	});
	return { sha, number: pull.number };
}

/** Says something on a pull request, and runs the job that it starts to its end. */
async function sayOn(stage: Stage, issue: number, body: string, user = 'maintainer') {
	const comment = await stage.github.comment({ issue, user, body });
	return (await stage.start(comment)).ended;
}

async function lastOn(stage: Stage, issue: number): Promise<string> {
	const { body } = await stage.github.act('maintainer', 'GET', `/issues/${issue}/comments?per_page=100`);
	return (
		(body as unknown as { body: string; user: { login: string } }[]).findLast(
			({ user }) => user.login === 'github-actions[bot]',
		)?.body ?? ''
	);
}

describe('hackerbot-claw: no code of a fork runs beside secrets', () => {
	it('a run on a fork only reads, and says how to change that', async () => {
		await using stage = await Stage.open({ script: script(read, write('a.txt', 'a'), deliver) });
		const { sha, number } = await aFork(stage);
		const end = await sayOn(stage, number, '/agent take it over');
		expect(end).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed' } });
		const entries = journalOf(end);
		expect(entries[0]).toMatchObject({ pull: { number, head_sha: sha, fork: true, own: false, read_only: true } });
		expect(entries.filter(({ type }) => type === 'security_violation')).toHaveLength(2);
		expect(await lastOn(stage, number)).toContain(`🔒 This pull request comes from a fork`);
		expect(await lastOn(stage, number)).toContain('lets people push to the fork, not tokens');
		expect(await lastOn(stage, number)).toContain(`/agent ok ${sha}`);
		expect(await stage.pulls()).toHaveLength(1);
	});

	it('`/agent ok` counts only from people with write access, with the full id of the head', async () => {
		await using stage = await Stage.open({});
		const { sha, number } = await aFork(stage);
		await sayOn(stage, number, `/agent ok ${sha}`, 'octocat');
		expect(await lastOn(stage, number)).toContain('may not vouch');
		await sayOn(stage, number, `/agent ok ${sha.slice(0, 12)}`);
		expect(await lastOn(stage, number)).toContain('all 40 characters');
		await sayOn(stage, number, `/agent ok ${'f'.repeat(40)}`);
		expect(await lastOn(stage, number)).toContain(`write \`/agent ok ${sha}\``);
		await sayOn(stage, number, `/agent ok ${sha}`);
		expect(await lastOn(stage, number)).toContain(`works on the files of exactly \`${sha}\``);
	});

	it('a run works on the vouched commit, and delivers on top of it', async () => {
		await using stage = await Stage.open({ script: script(read, write('a.txt', 'a'), deliver) });
		const { sha, number } = await aFork(stage);
		const end = await sayOn(stage, number, `/agent ok ${sha}\n/agent take it over`);
		expect(end.outputs).toMatchObject({ outcome: 'completed' });
		expect(await lastOn(stage, number)).toContain('for which @maintainer vouched');
		expect(await lastOn(stage, number)).toContain('lets people push to the fork, not tokens');
		const [pull] = (await stage.pulls()).filter((one) => one.number !== number);
		const branch = `refs/heads/${pull?.head.ref}`;
		expect(git(stage.github.repositoryDir, 'rev-parse', `${branch}^`)).toBe(sha);
		expect(git(stage.github.repositoryDir, 'diff', '--name-only', 'main', branch)).toBe('a.txt\ntheirs.txt');
	});
});

it('TOCTOU after approval: a push voids the vouch and the approvals that depend on it', async () => {
	await using stage = await Stage.open({ script: script(touch('a.txt'), deliver) });
	const { sha, number } = await aFork(stage);
	await sayOn(stage, number, `/agent ok ${sha}\n/agent take it over`);
	await push(stage, 'theirs', 'evil.txt');
	const end = await sayOn(stage, number, '/approve A1');
	expect(end.outputs).toMatchObject({ outcome: 'completed' });
	expect(journalOf(end)).toContainEqual(
		expect.objectContaining({ type: 'approval_void', why: expect.stringContaining('head moved from') }),
	);
	expect(await stage.pulls()).toHaveLength(1);
});

describe("the run's own pull request", () => {
	async function anOwn(stage: Stage) {
		await stage.say('maintainer', '/agent do it');
		const [pull] = await stage.pulls();
		if (pull === undefined) throw new Error('nothing was opened');
		return { number: pull.number, branch: `refs/heads/${pull.head.ref}`, name: pull.head.ref };
	}

	it('gets one more commit, and no second pull request is opened', async () => {
		await using stage = await Stage.open({ script: script(write('a.txt', 'a'), deliver) });
		const { number, branch } = await anOwn(stage);
		const head = git(stage.github.repositoryDir, 'rev-parse', branch);
		writeFileSync(stage.script, script({ tool: 'file_read', args: { path: 'a.txt' } }, write('b.txt', 'b'), deliver));
		const end = await sayOn(stage, number, '/agent and b');
		expect(end.outputs).toMatchObject({ outcome: 'completed' });
		expect(journalOf(end)[0]).toMatchObject({ pull: { own: true, fork: false, head_sha: head } });
		expect(git(stage.github.repositoryDir, 'rev-parse', `${branch}^`)).toBe(head);
		expect(git(stage.github.repositoryDir, 'diff', '--name-only', 'main', branch)).toBe('a.txt\nb.txt');
		expect(await stage.pulls()).toHaveLength(1);
	});

	it('stays unchanged if somebody pushed to it meanwhile', async () => {
		await using stage = await Stage.open({ script: script(write('a.txt', 'a'), deliver) });
		const { number, branch, name } = await anOwn(stage);
		writeFileSync(stage.script, script(touch('b.txt'), deliver));
		await sayOn(stage, number, '/agent and b');
		const pushed = await push(stage, name, 'c.txt');
		expect((await sayOn(stage, number, '/approve A1')).outputs).toMatchObject({ outcome: 'waiting', approvals: 'A2' });
		expect((await sayOn(stage, number, '/approve A2')).outputs).toMatchObject({
			outcome: 'failed',
			'reason-code': 'not-delivered',
		});
		expect(git(stage.github.repositoryDir, 'rev-parse', branch)).toBe(pushed);
		expect(await stage.pulls()).toHaveLength(1);
	});
});

describe('an approval for a pull request', () => {
	const aPull = async (stage: Stage) => {
		await push(stage, 'topic', 'theirs.txt');
		return stage.github.openPullRequest({ user: 'maintainer', title: 'Topic', head: 'topic' });
	};

	it('has no effect if the pull request was closed meanwhile', async () => {
		await using stage = await Stage.open({ script: script(touch('a.txt')) });
		const { number } = await aPull(stage);
		const waiting = await sayOn(stage, number, '/agent do it');
		expect(waiting.outputs, waiting.log).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
		await stage.github.act('maintainer', 'PATCH', `/pulls/${number}`, { state: 'closed' });
		const end = await sayOn(stage, number, '/approve A1');
		expect(end.outputs, end.log).toMatchObject({ outcome: 'completed' });
		expect(journalOf(end).filter(({ type }) => type === 'tool_started')).toEqual([]);
		expect(journalOf(end).find(({ type }) => type === 'approval_void')).toMatchObject({
			why: 'The pull request was closed.',
		});
		const said = (await stage.github.act('maintainer', 'GET', `/issues/${number}/comments?per_page=100`)).body;
		expect(JSON.stringify(said)).toContain('The pull request was closed.');
	});

	it('is requested again if the pull request was retargeted meanwhile', async () => {
		await using stage = await Stage.open({ script: script(touch('a.txt')) });
		const { number } = await aPull(stage);
		await push(stage, 'release', 'release.txt');
		await sayOn(stage, number, '/agent do it');
		await stage.github.act('maintainer', 'PATCH', `/pulls/${number}`, { base: 'release' });
		const again = await sayOn(stage, number, '/approve A1');
		expect(again.outputs, again.log).toMatchObject({ outcome: 'waiting', approvals: 'A2' });
		const end = await sayOn(stage, number, '/approve A2');
		expect(end.outputs, end.log).toMatchObject({ outcome: 'completed' });
		expect(journalOf(end).filter(({ type }) => type === 'tool_started')).toHaveLength(1);
	});
});
