import type { Octokit } from 'octokit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LocalGitHub } from '../../rehearsal/github/local-github.ts';
import { client, git, outcome, place, sourceRepository, startDemo } from './support.ts';

const source = sourceRepository();
let github: LocalGitHub;
let bot: Octokit;
let main: string;

beforeAll(async () => {
	github = await startDemo(source.dir);
	bot = client(github);
	main = git(source.dir, 'rev-parse', 'HEAD');
});

afterAll(async () => {
	await github.close();
	source.remove();
});

/** A branch with one commit on top of `main`. */
async function branch(name: string): Promise<string> {
	const tree = [{ path: 'new.txt', mode: '100644', type: 'blob', content: `${name}\n` } as const];
	const made = await bot.rest.git.createTree({ ...place, base_tree: main, tree });
	const commit = { ...place, message: name, tree: made.data.sha, parents: [main] };
	const { sha } = (await bot.rest.git.createCommit(commit)).data;
	await bot.rest.git.createRef({ ...place, ref: `refs/heads/${name}`, sha });
	return sha;
}

const pull = (head: string) => ({ ...place, title: head, head, base: 'main', body: 'why', draft: true });

test('a draft pull request shows the real commits and files', async () => {
	const sha = await branch('countersign/1-fix');
	const made = await bot.rest.pulls.create(pull('countersign/1-fix'));
	expect(made).toMatchObject({
		status: 201,
		data: {
			draft: true,
			state: 'open',
			user: { login: 'github-actions[bot]', id: 41898282 },
			head: { ref: 'countersign/1-fix', sha, label: 'octo:countersign/1-fix' },
			base: { ref: 'main', sha: main },
			...{ commits: 1, additions: 1, deletions: 0, changed_files: 1 },
		},
	});
	const pull_number = made.data.number;
	const files = await bot.rest.pulls.listFiles({ ...place, pull_number });
	expect(files.data).toMatchObject([
		{ filename: 'new.txt', status: 'added', patch: '@@ -0,0 +1 @@\n+countersign/1-fix' },
	]);
	const diff = await bot.rest.pulls.get({ ...place, pull_number, mediaType: { format: 'diff' } });
	expect(diff.data).toMatch(/^diff --git a\/new.txt b\/new.txt/);
	const found = await bot.rest.pulls.list({ ...place, head: 'octo:countersign/1-fix', state: 'all' });
	expect(found.data.map(({ number }) => number)).toEqual([pull_number]);
	expect((await bot.rest.pulls.list({ ...place, head: 'octo:other' })).data).toEqual([]);
});

test('the head of an open pull request follows its branch, and stays when the branch is deleted', async () => {
	const first = await branch('moving');
	const { number: pull_number } = (await bot.rest.pulls.create(pull('moving'))).data;
	const head = async () => (await bot.rest.pulls.get({ ...place, pull_number })).data.head.sha;
	expect(await head()).toBe(first);
	const tree = (await bot.rest.git.getCommit({ ...place, commit_sha: first })).data.tree.sha;
	const next = (await bot.rest.git.createCommit({ ...place, message: 'next', tree, parents: [first] })).data.sha;
	await bot.rest.git.updateRef({ ...place, ref: 'heads/moving', sha: next });
	expect(await head()).toBe(next);
	await bot.rest.git.deleteRef({ ...place, ref: 'heads/moving' });
	expect(await head()).toBe(next);
});

test('a duplicate pull request, and one without a head or commits, is refused', async () => {
	await branch('twice');
	const both = await Promise.all([pull('twice'), pull('twice')].map((one) => outcome(bot.rest.pulls.create(one))));
	expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
	const errors = async (wanted: ReturnType<typeof pull>) => {
		const error = await bot.rest.pulls.create(wanted).catch((thrown) => thrown);
		return [error.status, error.response.data.errors];
	};
	expect(await errors(pull('twice'))).toEqual([
		422,
		[{ resource: 'PullRequest', code: 'custom', message: 'A pull request already exists for octo:twice.' }],
	]);
	expect(await errors(pull('absent'))).toEqual([422, [{ resource: 'PullRequest', field: 'head', code: 'invalid' }]]);
	await bot.rest.git.createRef({ ...place, ref: 'refs/heads/same', sha: main });
	expect(await errors(pull('same'))).toMatchObject([422, [{ message: 'No commits between main and same' }]]);
});

test('a repository can forbid pull requests by Actions, and people can still open them', async () => {
	await branch('forbidden');
	github.pullRequestsByActionsAllowed = false;
	expect(await outcome(bot.rest.pulls.create(pull('forbidden')))).toEqual({
		status: 403,
		message: 'GitHub Actions is not permitted to create or approve pull requests.',
	});
	expect((await bot.rest.pulls.list({ ...place, head: 'octo:forbidden' })).data).toEqual([]);
	const maria = client(github, github.tokenOf('maria'));
	expect((await maria.rest.pulls.create(pull('forbidden'))).status).toBe(201);
	github.pullRequestsByActionsAllowed = true;
});

test('a pull request is also an issue: it has comments and labels and can be closed', async () => {
	await branch('discussed');
	const { number: issue_number } = (await bot.rest.pulls.create(pull('discussed'))).data;
	await bot.rest.issues.createComment({ ...place, issue_number, body: 'hello' });
	await bot.rest.issues.addLabels({ ...place, issue_number, labels: ['agent'] });
	const issue = (await bot.rest.issues.get({ ...place, issue_number })).data;
	expect(issue).toMatchObject({ comments: 1, labels: [{ name: 'agent' }], pull_request: { url: expect.any(String) } });
	const listed = (await bot.rest.issues.listForRepo({ ...place, labels: 'agent' })).data;
	expect(listed.map(({ number }) => number)).toEqual([issue_number]);
	await bot.rest.issues.update({ ...place, issue_number, state: 'closed' });
	expect((await bot.rest.pulls.get({ ...place, pull_number: issue_number })).data.state).toBe('closed');
});

test('a pull request from a fork has the fork as its head', async () => {
	await branch('from-eve');
	const opened = await github.openPullRequest({ user: 'eve', title: 'mine', head: 'from-eve', fork: 'eve' });
	const { data } = await bot.rest.pulls.get({ ...place, pull_number: opened.number });
	expect(data.head).toMatchObject({ label: 'eve:from-eve', repo: { full_name: 'eve/demo', fork: true } });
	expect(data.base.repo).toMatchObject({ full_name: 'octo/demo', fork: false });
	expect(data.head.repo?.id).not.toBe(data.base.repo.id);
});

test('a check run is created, completed and listed for its commit', async () => {
	const sha = await branch('checked');
	const made = await bot.rest.checks.create({ ...place, name: 'countersign', head_sha: sha, status: 'in_progress' });
	expect(made).toMatchObject({ status: 201, data: { status: 'in_progress', app: { slug: 'github-actions' } } });
	const done = { ...place, check_run_id: made.data.id, conclusion: 'neutral' as const };
	const output = { title: 'Waiting', summary: 'for a maintainer' };
	const updated = await bot.rest.checks.update({ ...done, output });
	expect(updated.data).toMatchObject({ status: 'completed', conclusion: 'neutral', output });
	const listed = await bot.rest.checks.listForRef({ ...place, ref: 'checked' });
	expect(listed.data).toMatchObject({ total_count: 1, check_runs: [{ id: made.data.id, head_sha: sha }] });
	expect((await bot.rest.checks.listForRef({ ...place, ref: main })).data.total_count).toBe(0);
	const lost = { ...place, name: 'x', head_sha: 'f'.repeat(40) };
	expect(await outcome(bot.rest.checks.create(lost))).toMatchObject({ status: 422 });
	const maria = client(github, github.tokenOf('maria'));
	expect(await outcome(maria.rest.checks.create({ ...lost, head_sha: sha }))).toMatchObject({ status: 403 });
});
