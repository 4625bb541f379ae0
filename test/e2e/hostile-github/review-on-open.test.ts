import { describe, expect, it } from 'vitest';
import type { PullAction } from '../../../rehearsal/github/local-github.ts';
import { git } from '../../../rehearsal/sample-repository.ts';
import { journalOf, openHostileStages, Stage, stranger, writer } from '../stage.ts';

openHostileStages();

const inputs = { skill: 'review-pr', prompt: 'Review this pull request.' };
const call = (tool: string, args: object = {}) => ({ tool, args });
const review = call('review_write', {
	body: 'One thing to mend.',
	comments: [{ path: 'theirs.txt', line: 1, body: 'Say whose.', suggestion: 'ours\n' }],
});
const reviewing = JSON.stringify({ turns: [{ calls: [call('pull_request_diff'), review] }, { text: 'Reviewed.' }] });

/** Adds a commit to a branch, as a person pushes it. */
async function push({ github }: Stage, branch: string, content: string): Promise<string> {
	const there = git(github.repositoryDir, 'for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`);
	const parent = there === '' ? git(github.repositoryDir, 'rev-parse', 'refs/heads/main') : there;
	const post = async (to: string, body: object): Promise<string> => {
		const made = await github.act(writer.login, 'POST', to, body as never);
		return (made.body as unknown as { sha: string }).sha;
	};
	const base_tree = git(github.repositoryDir, 'rev-parse', `${parent}^{tree}`);
	const entry = { path: 'theirs.txt', mode: '100644', type: 'blob', content };
	const tree = await post('/git/trees', { base_tree, tree: [entry] });
	const commit = await post('/git/commits', { message: 'work', tree, parents: [parent] });
	git(github.repositoryDir, 'update-ref', `refs/heads/${branch}`, commit);
	return commit;
}

async function aPull(
	stage: Stage,
	more: { readonly user?: string; readonly fork?: string; readonly draft?: boolean } = {},
) {
	const sha = await push(stage, 'topic', 'theirs\n');
	const { number } = await stage.github.openPullRequest({
		user: writer.login,
		title: 'Theirs',
		head: 'topic',
		...more,
	});
	return { sha, number };
}

interface Opening {
	readonly action?: PullAction;
	readonly name?: string;
	readonly with?: Readonly<Record<string, string>>;
	readonly env?: Readonly<Record<string, string>>;
}

/** A job of a workflow that a pull request starts. */
async function onPull(
	stage: Stage,
	number: number,
	{ action = 'opened', name = 'pull_request_target', ...more }: Opening = {},
) {
	const payload = await stage.github.pullRequestEvent(number, action);
	const job = stage.startWith({
		event: { name, payload },
		inputs: { ...inputs, ...more.with },
		...(more.env === undefined ? {} : { env: more.env }),
	});
	return job.ended;
}

interface Written {
	readonly body: string;
	readonly state?: string;
	readonly path?: string;
	readonly line?: number;
}

const listed = async (stage: Stage, path: string): Promise<readonly Written[]> =>
	(await stage.github.act('maintainer', 'GET', path)).body as unknown as Written[];

describe('a new pull request', () => {
	it('gets one review of its head with a suggestion, and no approval', async () => {
		await using stage = await Stage.open({ script: reviewing });
		const { sha, number } = await aPull(stage);
		const end = await onPull(stage, number);
		expect(end.outputs, end.log).toMatchObject({ outcome: 'completed' });
		expect(journalOf(end)[0]).toMatchObject({
			request: { trigger: 'pull-request', thread: number },
			pull: { head_sha: sha },
		});
		expect(await listed(stage, `/pulls/${number}/reviews`)).toMatchObject([{ state: 'COMMENTED' }]);
		const [remark] = await listed(stage, `/pulls/${number}/comments`);
		expect(remark).toMatchObject({ path: 'theirs.txt', line: 1, body: 'Say whose.\n\n```suggestion\nours\n```' });
		const again = await onPull(stage, number, { action: 'ready_for_review' });
		expect(again.outputs).toMatchObject({ outcome: 'duplicate' });
		expect(await listed(stage, `/pulls/${number}/reviews`)).toHaveLength(1);
	});

	it('gets a new review for a new head, and the old review is folded', async () => {
		await using stage = await Stage.open({ script: reviewing });
		const { number } = await aPull(stage);
		await onPull(stage, number);
		await push(stage, 'topic', 'theirs, mended\n');
		const end = await onPull(stage, number, { action: 'synchronize' });
		expect(end.outputs, end.log).toMatchObject({ outcome: 'completed' });
		const [old, now, ...more] = await listed(stage, `/pulls/${number}/reviews`);
		expect(more).toEqual([]);
		expect(old?.body).toMatch(/^<details><summary>A review of an earlier head<\/summary>\n\nOne thing to mend\./);
		expect(now?.body).toMatch(/^One thing to mend\./);
	});

	it.each<[string, Opening, { readonly draft?: boolean }, object]>([
		['is a draft', {}, { draft: true }, { 'reason-code': 'draft' }],
		['was closed', { action: 'closed' }, {}, { 'reason-code': 'no-command' }],
	])('gets no review if it %s', async (_what, opening, more, outputs) => {
		await using stage = await Stage.open({ script: reviewing });
		const { number } = await aPull(stage, more);
		const before = stage.github.requests.length;
		const end = await onPull(stage, number, opening);
		expect(end.outputs).toMatchObject({ outcome: 'nothing-to-do', ...outputs });
		expect(stage.github.requests.slice(before)).toEqual([]);
	});

	it('gets no review from a job with an outdated head', async () => {
		await using stage = await Stage.open({ script: reviewing });
		const { number } = await aPull(stage);
		const payload = await stage.github.pullRequestEvent(number, 'opened');
		await push(stage, 'topic', 'more\n');
		const end = await stage.startWith({ event: { name: 'pull_request_target', payload }, inputs }).ended;
		expect(end.outputs).toMatchObject({ outcome: 'nothing-to-do', 'reason-code': 'older-head' });
		expect(await listed(stage, `/pulls/${number}/reviews`)).toEqual([]);
	});
});

describe('pwn request: a pull request from a person without write access', () => {
	const fork = { user: stranger.login, fork: stranger.login };

	it('starts no run, and gets no comment', async () => {
		await using stage = await Stage.open({ script: reviewing });
		const { number } = await aPull(stage, fork);
		const end = await onPull(stage, number);
		expect(end.outputs).toMatchObject({ outcome: 'refused', 'reason-code': 'no-write-access' });
		expect(await listed(stage, `/issues/${number}/comments`)).toEqual([]);
	});

	it('is only read if the workflow allows it, and none of its code runs', async () => {
		const turns = [
			{
				calls: [
					call('pull_request_diff'),
					call('shell_exec', { command: 'sh theirs.txt' }),
					call('file_read', { path: 'theirs.txt' }),
				],
			},
			{ calls: [review, call('open_pull_request', { title: 'x', body: 'y' })] },
			{ text: 'Reviewed.' },
		];
		await using stage = await Stage.open({ script: JSON.stringify({ turns }) });
		const { number } = await aPull(stage, fork);
		const end = await onPull(stage, number, {
			with: { 'review-strangers': 'true', skill: '', prompt: 'Have a go.', mode: 'edit' },
		});
		expect(end.outputs, end.log).toMatchObject({ outcome: 'completed' });
		const entries = journalOf(end);
		expect(entries[0]).toMatchObject({ settings: { mode: 'plan' }, pull: { fork: true, read_only: true } });
		const blocked = entries.filter(({ type }) => type === 'security_violation');
		expect(blocked).toMatchObject([{ tool_name: 'shell_exec' }, { tool_name: 'open_pull_request' }]);
		expect(await listed(stage, `/pulls/${number}/reviews`)).toHaveLength(1);
		expect(await stage.pulls()).toHaveLength(1);
	});

	it('gets no review from its own workflow, which has no secrets, and the log says why', async () => {
		await using stage = await Stage.open({ script: reviewing });
		const { number } = await aPull(stage, fork);
		const end = await onPull(stage, number, { name: 'pull_request', env: { GITHUB_REF_NAME: `${number}/merge` } });
		expect(end.outputs).toMatchObject({ outcome: 'nothing-to-do', 'reason-code': 'fork' });
		expect(end.log).toContain('pull_request_target');
	});
});

describe('a workflow for `pull_request`', () => {
	it('uses the default branch as its base, wherever GitHub runs it', async () => {
		await using stage = await Stage.open({ script: reviewing });
		const { sha, number } = await aPull(stage);
		const env = { GITHUB_REF_NAME: `${number}/merge`, GITHUB_SHA: sha };
		const end = await onPull(stage, number, { name: 'pull_request', env });
		expect(end.outputs, end.log).toMatchObject({ outcome: 'completed' });
		const main = git(stage.github.repositoryDir, 'rev-parse', 'refs/heads/main');
		expect(journalOf(end)[0]).toMatchObject({ base_sha: main, base_branch: 'main' });
	});

	it('is refused if the pull request targets another branch', async () => {
		await using stage = await Stage.open({ script: reviewing });
		await push(stage, 'release', 'old\n');
		await push(stage, 'topic', 'theirs\n');
		const { number } = await stage.github.openPullRequest({
			user: writer.login,
			title: 'x',
			head: 'topic',
			base: 'release',
		});
		const end = await onPull(stage, number, { name: 'pull_request', env: { GITHUB_REF_NAME: `${number}/merge` } });
		expect(end.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'bad-input' });
		expect(end.log).toContain('goes onto `release`');
	});
});
