import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Octokit } from 'octokit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiPullRequest, type LocalGitHub, makeApp } from '../../rehearsal/github/local-github.ts';
import { client, git, outcome, place, sourceRepository, startDemo } from './support.ts';

const source = sourceRepository();
let github: LocalGitHub;
let bot: Octokit;
let pull: ApiPullRequest;
let head_sha: string;

beforeAll(async () => {
	git(source.dir, 'checkout', '--quiet', '-b', 'topic');
	appendFileSync(join(source.dir, 'README.md'), 'second\nthird\n');
	git(source.dir, 'commit', '--quiet', '--all', '--message', 'more');
	head_sha = git(source.dir, 'rev-parse', 'HEAD');
	git(source.dir, 'checkout', '--quiet', 'main');
	github = await startDemo(source.dir, { app: makeApp() });
	bot = client(github, github.installationToken());
	pull = await github.openPullRequest({ user: 'wes', title: 'More', head: 'topic' });
});

afterAll(async () => {
	await github.close();
	source.remove();
});

const onLine = (change: object = {}) =>
	github.reviewComment({ pull: pull.number, user: 'maria', body: '/agent fix', path: 'README.md', line: 2, ...change });

test('a comment on a line has its position, and accepts replies and reactions', async () => {
	const comment = await onLine();
	expect(comment).toMatchObject({
		...{ path: 'README.md', line: 2, original_line: 2, side: 'RIGHT', commit_id: head_sha, body: '/agent fix' },
		diff_hunk: '@@ -1 +1,3 @@\n # Demo\n+second',
		user: { login: 'maria' },
		html_url: `${github.url}/octo/demo/pull/${pull.number}#discussion_r${comment.id}`,
	});
	const one = { ...place, comment_id: comment.id };
	expect((await bot.rest.pulls.getReviewComment(one)).data.body).toBe('/agent fix');
	const react = () => bot.rest.reactions.createForPullRequestReviewComment({ ...one, content: 'eyes' });
	expect([(await react()).status, (await react()).status]).toEqual([201, 200]);
	expect((await bot.rest.pulls.getReviewComment(one)).data.reactions).toMatchObject({ eyes: 1 });
	const reply = await bot.rest.pulls.createReplyForReviewComment({ ...one, pull_number: pull.number, body: 'seen' });
	expect(reply.data).toMatchObject({ in_reply_to_id: comment.id, path: 'README.md', user: { type: 'Bot' } });
	const second = await github.replyToReviewComment({
		pull: pull.number,
		comment: reply.data.id,
		user: 'wes',
		body: 'ok',
	});
	expect(second['in_reply_to_id']).toBe(comment.id);
	const listed = await bot.rest.pulls.listReviewComments({ ...place, pull_number: pull.number });
	expect(listed.data.map(({ body }) => body)).toEqual(['/agent fix', 'seen', 'ok']);
	const eve = client(github, github.tokenOf('eve'));
	expect(await outcome(eve.rest.pulls.updateReviewComment({ ...one, body: 'x' }))).toMatchObject({ status: 403 });
	expect(await outcome(bot.rest.pulls.getReviewComment({ ...one, comment_id: 1 }))).toMatchObject({ status: 404 });
});

test('a comment on a line outside the diff is refused, unless the test gives the hunk', async () => {
	await expect(onLine({ line: 99 })).rejects.toThrow(/422/);
	await expect(onLine({ path: 'run.sh' })).rejects.toThrow(/422/);
	const odd = await onLine({ line: 99, diffHunk: '@@ -1 +1 @@\n+```\n+/approve A1' });
	expect(odd).toMatchObject({ line: 99, diff_hunk: '@@ -1 +1 @@\n+```\n+/approve A1' });
});

test('the event of a review comment has the comment, the pull request and the installation', async () => {
	const comment = await onLine({ body: '/agent look' });
	const event = await github.payloadFor({ event: 'pull_request_review_comment', comment });
	expect(event).toMatchObject({
		action: 'created',
		comment: { id: comment.id, body: '/agent look', diff_hunk: expect.any(String), commit_id: head_sha },
		pull_request: { number: pull.number, head: { ref: 'topic', sha: head_sha }, user: { login: 'wes' } },
		...{ repository: { full_name: 'octo/demo' }, sender: { login: 'maria' } },
		installation: { id: github.installationId },
	});
	expect(JSON.stringify(event)).not.toMatch(/Codertocat|Hello-World|octo-org|octo-repo|github\.com/);
});

test('an issue lists who added and removed its labels', async () => {
	const { number } = await github.openIssue({ user: 'maria', title: 'labels', labels: ['agent'] });
	await bot.rest.issues.removeLabel({ ...place, issue_number: number, name: 'agent' });
	await github.act('wes', 'PATCH', `/issues/${number}`, { labels: ['later'] });
	await github.act('wes', 'POST', `/issues/${pull.number}/labels`, { labels: ['agent'] });
	const events = async (issue_number: number) =>
		(await bot.rest.issues.listEvents({ ...place, issue_number })).data.map((event) => [
			event.event,
			'label' in event ? event.label.name : '',
			event.actor.login,
		]);
	expect(await events(number)).toEqual([
		['labeled', 'agent', 'maria'],
		['unlabeled', 'agent', 'countersign[bot]'],
		['labeled', 'later', 'wes'],
	]);
	expect(await events(pull.number)).toEqual([['labeled', 'agent', 'wes']]);
	const all = (await bot.rest.issues.listEventsForRepo({ ...place, per_page: 100 })).data;
	expect(all.slice(0, 2).map(({ event, issue }) => [event, issue?.number])).toEqual([
		['labeled', pull.number],
		['labeled', number],
	]);
	const remarks = (await bot.rest.pulls.listReviewCommentsForRepo(place)).data;
	expect(remarks.length).toBeGreaterThan(0);
	expect(new Set(remarks.map(({ url }) => url)).size).toBe(remarks.length);
	const later = { ...place, since: '2999-01-01T00:00:00Z' };
	expect((await bot.rest.pulls.listReviewCommentsForRepo(later)).data).toEqual([]);
	expect(await outcome(bot.rest.issues.listEvents({ ...place, issue_number: 999 }))).toMatchObject({ status: 404 });
});

test("only buttons of the App's own check can be pressed", async () => {
	const button = { label: 'Approve', description: 'Run it', identifier: 'approve' };
	const check = { ...place, head_sha, name: 'countersign', external_id: 'run-7', actions: [button] };
	const own = (await bot.rest.checks.create(check)).data;
	expect(own.pull_requests).toEqual([]);
	const payload = await github.press({ user: 'maria', checkRun: own.id, identifier: 'approve' });
	expect(payload).toMatchObject({
		action: 'requested_action',
		requested_action: { identifier: 'approve' },
		check_run: {
			...{ id: own.id, external_id: 'run-7', head_sha, app: { slug: 'countersign' } },
			pull_requests: [{ number: pull.number, head: { ref: 'topic', sha: head_sha } }],
		},
		...{ sender: { login: 'maria', id: 1001 }, installation: { id: github.installationId } },
	});
	expect(payload['check_run']).not.toHaveProperty('actions');
	expect(JSON.stringify(payload)).not.toMatch(/electron|MarshallOfSound|github\.com/);
	const others = (await client(github).rest.checks.create(check)).data;
	const press = (checkRun: number, identifier: string) => github.press({ user: 'maria', checkRun, identifier });
	await expect(press(others.id, 'approve')).rejects.toThrow(/not the App's/);
	await expect(press(own.id, 'deny')).rejects.toThrow(/no button deny/);
});
