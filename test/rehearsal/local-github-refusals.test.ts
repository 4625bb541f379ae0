import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { kind } from '../../rehearsal/github/hostile.ts';
import type { LocalGitHub } from '../../rehearsal/github/local-github.ts';
import { client, git, outcome, place, sourceRepository, startDemo } from './support.ts';

const source = sourceRepository();
let github: LocalGitHub;
let issue: number;
// Composed here, so that secret scanners do not report it.
const foundToken = `dop_v1_${'0a1b2c3d'.repeat(8)}`;

beforeAll(async () => {
	github = await startDemo(source.dir, { hostile: true });
	Object.assign(github, { ...kind, locksOutBots: true, logsElsewhere: true });
	issue = (await github.openIssue({ user: 'eve', title: 'help' })).number;
});

beforeEach(() => {
	Object.assign(github, { archived: false, rules: [], hidesRules: false, protectsPushes: false });
});

afterAll(async () => {
	await github.close();
	source.remove();
});

const main = () => git(github.repositoryDir, 'rev-parse', 'main');
const makeRef = (ref: string, sha = main()) => outcome(client(github).rest.git.createRef({ ...place, ref, sha }));

/** A commit over the API with one more file. */
async function commitWith(content: string, author?: { name: string; email: string }): Promise<string> {
	const { rest } = client(github);
	const tree = [{ path: 'new.txt', mode: '100644', type: 'blob', content }] as const;
	const made = await rest.git.createTree({ ...place, base_tree: main(), tree: [...tree] });
	const base = { ...place, message: 'new', tree: made.data.sha, parents: [main()] };
	return (await rest.git.createCommit(author === undefined ? base : { ...base, author })).data.sha;
}

test('installation tokens have the new format in the hostile profile, and the old one elsewhere', async () => {
	const { actionsToken } = github;
	expect(actionsToken).toMatch(/^ghs_15368_eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
	expect(actionsToken.length).toBeGreaterThan(480);
	expect(actionsToken.length).toBeLessThan(560);
	expect(await outcome(client(github).rest.repos.get(place))).toEqual({ status: 200 });
	await using other = await startDemo(source.dir);
	expect(other.actionsToken).toMatch(/^ghs_[A-Za-z0-9]{36}$/);
});

test('a token cannot read the Actions settings, and the answer names the permission that can', async () => {
	const path = 'GET /repos/{owner}/{repo}/actions/permissions/workflow';
	const refused = await client(github)
		.request(path, place)
		.catch((error) => error);
	expect(refused.status).toBe(403);
	expect(refused.response.headers['x-accepted-github-permissions']).toBe('administration=read');
	const owner = await client(github, github.tokenOf('octo')).request(path, place);
	expect(owner.data).toEqual({ default_workflow_permissions: 'read', can_approve_pull_request_reviews: true });
});

test('a job log is on another origin, which refuses a request with a token', async () => {
	github.setJobLog(77, 'it broke\n');
	const path = `/repos/octo/demo/actions/jobs/77/logs`;
	const headers = { authorization: `Bearer ${github.actionsToken}` };
	const first = await fetch(github.url + path, { headers, redirect: 'manual' });
	expect(first.status).toBe(302);
	const place = first.headers.get('location') ?? '';
	expect(new URL(place).origin).not.toBe(github.url);
	expect((await fetch(place, { headers })).status).toBe(400);
	expect(await (await fetch(place)).text()).toBe('it broke\n');
});

test('an archived repository is read-only', async () => {
	github.archived = true;
	const { rest } = client(github);
	expect(await outcome(rest.issues.get({ ...place, issue_number: issue }))).toEqual({ status: 200 });
	const refusal = { status: 403, message: 'Repository was archived so is read-only.' };
	expect(await outcome(rest.issues.createComment({ ...place, issue_number: issue, body: 'x' }))).toEqual(refusal);
	expect(await makeRef('refs/heads/late')).toEqual(refusal);
	expect((await push(main(), 'refs/heads/late')).status).toBe(403);
});

test('a locked thread accepts comments of people with write access, but not of bots', async () => {
	await github.act('octo', 'PUT', `/issues/${issue}/lock`);
	const by = (token: string) =>
		outcome(client(github, token).rest.issues.createComment({ ...place, issue_number: issue, body: 'x' }));
	const refusal = { status: 403, message: 'Unable to create comment because issue is locked.' };
	expect(await by(github.actionsToken)).toEqual(refusal);
	expect(await by(github.tokenOf('eve'))).toEqual(refusal);
	expect(await by(github.tokenOf('wes'))).toEqual({ status: 201 });
});

test('branch rules refuse matching branches and can be listed', async () => {
	const branches = /^countersign\//;
	github.rules = [{ type: 'creation', branches }];
	const words = 'Repository rule violations found\n\nCannot create ref due to creations being restricted.\n\n';
	expect(await makeRef('refs/heads/countersign/1')).toEqual({ status: 422, message: words });
	expect(await makeRef('refs/heads/other')).toEqual({ status: 201 });
	const { data } = await client(github).rest.repos.getBranchRules({ ...place, branch: 'countersign/1' });
	expect(data.map(({ type }) => type)).toEqual(['creation']);
	github.hidesRules = true;
	expect(await makeRef('refs/heads/countersign/1')).toEqual({ status: 422, message: 'Reference update failed' });
	Object.assign(github, {
		hidesRules: false,
		rules: [{ type: 'branch_name_pattern', branches, pattern: /^feature\// }],
	});
	expect(await makeRef('refs/heads/countersign/1')).toMatchObject({ status: 422 });
});

test("a rule for signatures accepts a bot's API commit, but not one with another author", async () => {
	github.rules = [{ type: 'required_signatures', branches: /^signed/ }];
	expect(await makeRef('refs/heads/signed-1', await commitWith('1\n'))).toEqual({ status: 201 });
	const unsigned = await commitWith('2\n', { name: 'Ann', email: 'ann@example.com' });
	expect(await makeRef('refs/heads/signed-2', unsigned)).toMatchObject({ status: 422 });
});

test('push protection refuses a secret in a blob, in a branch and in a push', async () => {
	github.protectsPushes = true;
	const { rest } = client(github);
	const blob = await rest.git.createBlob({ ...place, content: foundToken }).catch((error) => error);
	expect(blob.status).toBe(409);
	expect(blob.response.data.metadata.secret_scanning.bypass_placeholders).toHaveLength(1);
	const holding = await commitWith(`token = ${foundToken}\n`);
	expect(await makeRef('refs/heads/leaks', holding)).toMatchObject({ status: 422 });
	const pushed = await push(holding, 'refs/countersign/runs/1');
	expect(await pushed.text()).toContain('ng refs/countersign/runs/1 push declined due to repository rule violations');
	expect(await makeRef('refs/heads/clean', await commitWith('nothing\n'))).toEqual({ status: 201 });
});

test('new workflow files are refused over REST and in pushes to any ref', async () => {
	const { rest } = client(github, github.tokenOf('octo'));
	const tree = [{ path: '.github/workflows/new.yml', mode: '100644', type: 'blob', content: 'on: push\n' }] as const;
	const made = await rest.git.createTree({ ...place, base_tree: main(), tree: [...tree] });
	const { data } = await rest.git.createCommit({ ...place, message: 'new', tree: made.data.sha, parents: [main()] });
	expect(await makeRef('refs/heads/flow', data.sha)).toMatchObject({ status: 403 });
	for (const ref of ['refs/heads/flow', 'refs/countersign/runs/2'])
		expect(await (await push(data.sha, ref)).text()).toContain(`ng ${ref} refusing to allow a GitHub App`);
	expect(await (await push(main(), 'refs/countersign/runs/2')).text()).toContain('ok refs/countersign/runs/2');
});

/** Pushes a commit that the server already has. */
function push(sha: string, ref: string): Promise<Response> {
	const line = `${'0'.repeat(40)} ${sha} ${ref}\0report-status\n`;
	const empty = Buffer.from('5041434b0000000200000000029d08823bd8a8eab510ad6ac75c823cfd3ed31e', 'hex');
	const framed = `${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`;
	return fetch(`${github.url}/octo/demo.git/git-receive-pack`, {
		method: 'POST',
		headers: {
			authorization: `Basic ${Buffer.from(`x:${github.actionsToken}`).toString('base64')}`,
			'content-type': 'application/x-git-receive-pack-request',
		},
		body: Buffer.concat([Buffer.from(framed), empty]),
	});
}
