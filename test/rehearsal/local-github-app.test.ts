import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from 'octokit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type LocalGitHub, makeApp } from '../../rehearsal/github/local-github.ts';
import { client, git, outcome, place, sourceRepository, startDemo } from './support.ts';

const source = sourceRepository();
const app = makeApp({ slug: 'signer' });
let github: LocalGitHub;
let asApp: Octokit;

function appClient(privateKey: string, appId: number = app.id): Octokit {
	const silent = () => undefined;
	return new Octokit({
		baseUrl: github.url,
		authStrategy: createAppAuth,
		auth: { appId, privateKey },
		retry: { enabled: false },
		throttle: { enabled: false },
		log: { debug: silent, info: silent, warn: silent, error: silent },
	});
}

beforeAll(async () => {
	github = await startDemo(source.dir, {
		app,
		private: true,
		organizationFiles: { 'countersign.yml': 'mode: plan\n' },
		organizationPrivate: true,
	});
	asApp = appClient(app.privateKeyPem);
});

afterEach(() => {
	Object.assign(github, { appSuspended: false, appRemoved: false, renamedTo: undefined });
});

afterAll(async () => {
	await github.close();
	source.remove();
});

const installation = () => github.installationId ?? 0;
const makeToken = (change: object = {}) =>
	asApp.rest.apps.createInstallationAccessToken({ installation_id: installation(), ...change });
const refusedTo = { status: 403, message: 'Resource not accessible by integration' };

test('an App can read itself and its installation, with its own key only', async () => {
	const self = (await asApp.rest.apps.getAuthenticated()).data;
	expect(self).toMatchObject({ id: app.id, slug: 'signer', name: 'signer', owner: { login: 'octo' } });
	expect(self?.permissions).toMatchObject({ checks: 'write', metadata: 'read' });
	const found = (await asApp.rest.apps.getRepoInstallation(place)).data;
	expect(found).toMatchObject({ id: installation(), app_id: app.id, account: { login: 'octo' }, suspended_at: null });
	expect((await asApp.rest.apps.listInstallations()).data.map(({ id }) => id)).toEqual([installation()]);
	const forged = appClient(makeApp().privateKeyPem);
	expect(await outcome(forged.rest.apps.getAuthenticated())).toEqual({
		status: 401,
		message: 'A JSON web token could not be decoded',
	});
	const unknown = appClient(app.privateKeyPem, 7);
	expect(await outcome(unknown.rest.apps.getAuthenticated())).toMatchObject({ status: 404 });
	expect(await outcome(client(github).rest.apps.getAuthenticated())).toMatchObject({ status: 401 });
});

test('a token of an installation lists its permissions and allows nothing else', async () => {
	const { data, status } = await makeToken({ permissions: { issues: 'write' }, repositories: ['demo'] });
	expect(status).toBe(201);
	expect(data).toMatchObject({
		token: expect.stringMatching(/^ghs_/),
		permissions: { issues: 'write', metadata: 'read' },
		repository_selection: 'selected',
		repositories: [{ id: github.repositoryId, full_name: 'octo/demo' }],
	});
	const minutes = (Date.parse(data.expires_at) - Date.now()) / 60_000;
	expect([minutes > 58, minutes <= 60]).toEqual([true, true]);
	const narrow = client(github, data.token);
	const issue = (await narrow.rest.issues.create({ ...place, title: 'by the App' })).data;
	expect(issue.user).toMatchObject({ login: 'signer[bot]', type: 'Bot' });
	expect(await outcome(narrow.rest.git.createBlob({ ...place, content: 'x' }))).toEqual(refusedTo);
	expect(await outcome(narrow.rest.users.getAuthenticated())).toEqual(refusedTo);
	expect(await outcome(makeToken({ permissions: { members: 'read' } }))).toMatchObject({ status: 422 });
	expect(await outcome(makeToken({ repository_ids: [1] }))).toMatchObject({ status: 422 });
	const reached = (await narrow.rest.apps.listReposAccessibleToInstallation()).data;
	expect([reached.total_count, reached.repositories[0]?.name]).toEqual([1, 'demo']);
	expect((await narrow.request('GET /repositories/{id}', { id: github.repositoryId })).data.full_name).toBe(
		'octo/demo',
	);
	await narrow.rest.apps.revokeInstallationAccessToken();
	expect(await outcome(narrow.rest.repos.get(place))).toEqual({ status: 401, message: 'Bad credentials' });
});

test('comments of the App are by its bot account, and name the App', async () => {
	const bot = client(github, github.installationToken());
	const issue_number = (await github.openIssue({ user: 'maria', title: 'help' })).number;
	const comment = (await bot.rest.issues.createComment({ ...place, issue_number, body: 'asked' })).data;
	expect(comment).toMatchObject({
		user: { login: 'signer[bot]', id: 200_000_000 + app.id },
		performed_via_github_app: {
			id: app.id,
			slug: 'signer',
			owner: { login: 'octo' },
			permissions: { checks: 'write' },
		},
	});
	const auth = { appId: app.id, privateKey: app.privateKeyPem, installationId: installation() };
	const usual = new Octokit({ baseUrl: github.url, authStrategy: createAppAuth, auth });
	const second = (await usual.rest.issues.createComment({ ...place, issue_number, body: 'again' })).data;
	expect(second.user?.login).toBe('signer[bot]');
	const level = await bot.rest.repos.getCollaboratorPermissionLevel({ ...place, username: 'maria' });
	expect(level.data.role_name).toBe('maintain');
	const member = { ...place, username: 'signer[bot]' };
	expect(await outcome(bot.rest.repos.getCollaboratorPermissionLevel(member))).toMatchObject({ status: 404 });
});

test('a check keeps its App and its buttons; only that App can change it', async () => {
	const [bot, actions] = [client(github, github.installationToken()), client(github)];
	const head_sha = git(github.repositoryDir, 'rev-parse', 'main');
	const button = { label: 'Approve', description: 'Run what is shown', identifier: 'approve:A1' };
	const check = { ...place, head_sha, name: 'countersign', external_id: 'run-1' };
	const made = (await bot.rest.checks.create({ ...check, actions: [button] })).data;
	expect(made).toMatchObject({ app: { id: app.id }, actions: [button], external_id: 'run-1' });
	const other = (await actions.rest.checks.create({ ...check, actions: [button] })).data;
	expect(other).toMatchObject({ app: { slug: 'github-actions' }, actions: [button] });
	const change = { ...place, check_run_id: made.id };
	expect(await outcome(actions.rest.checks.update({ ...change, status: 'in_progress' }))).toMatchObject({
		status: 403,
	});
	const closed = await bot.rest.checks.update({ ...change, conclusion: 'success', actions: [] });
	expect(closed.data).toMatchObject({ conclusion: 'success', actions: [], app: { id: app.id } });
	const listed = await bot.rest.checks.listForRef({ ...place, ref: 'main', app_id: app.id });
	expect(listed.data.check_runs.map(({ id }) => id)).toEqual([made.id]);
	const both = await bot.rest.checks.listForRef({ ...place, ref: 'main', check_name: 'countersign' });
	expect(both.data.total_count).toBe(2);
	for (const long of [{ label: 'x'.repeat(21) }, { description: 'x'.repeat(41) }, { identifier: 'x'.repeat(21) }]) {
		const create = bot.rest.checks.create({ ...check, actions: [{ ...button, ...long }] });
		expect(await outcome(create)).toMatchObject({ status: 422 });
	}
	const four = bot.rest.checks.create({ ...check, actions: [button, button, button, button] });
	expect(await outcome(four)).toMatchObject({ status: 422 });
});

test('a suspended, removed or reduced installation is refused as GitHub refuses it', async () => {
	const token = github.installationToken();
	const bot = client(github, token);
	github.appSuspended = true;
	const suspended = { status: 403, message: 'This installation has been suspended' };
	expect(await outcome(makeToken())).toEqual(suspended);
	expect(await outcome(bot.rest.repos.get(place))).toEqual(suspended);
	expect((await asApp.rest.apps.getRepoInstallation(place)).data.suspended_at).toEqual(expect.any(String));
	Object.assign(github, { appSuspended: false, appRemoved: true });
	expect(await outcome(bot.rest.repos.get(place))).toMatchObject({ status: 404 });
	const headers = { authorization: `Bearer ${token}` };
	const pushed = await fetch(`${github.url}/octo/demo.git/git-receive-pack`, { method: 'POST', headers });
	expect(pushed.status).toBe(404);
	expect(await outcome(makeToken())).toMatchObject({ status: 404 });
	expect(await outcome(asApp.rest.apps.getRepoInstallation(place))).toMatchObject({ status: 404 });
	expect((await asApp.rest.apps.listInstallations()).data).toEqual([]);
	github.appRemoved = false;
	expect(await outcome(bot.rest.repos.get(place))).toEqual({ status: 200 });
	github.expireTokens();
	expect(await outcome(bot.rest.repos.get(place))).toEqual({ status: 401, message: 'Bad credentials' });
	const later = client(github, github.installationToken());
	github.revokeAppPermission('actions');
	expect(await outcome(later.rest.actions.listWorkflowRunsForRepo(place))).toEqual(refusedTo);
	expect(await outcome(makeToken({ permissions: { actions: 'read' } }))).toMatchObject({ status: 422 });
});

test('the old name of a renamed repository redirects to the new one, for writes too', async () => {
	const bot = client(github, github.installationToken());
	const issue = await github.openIssue({ user: 'maria', title: 'before', body: 'see octo/demo' });
	const issue_number = issue.number;
	github.renamedTo = 'demonstration';
	const raw = await fetch(`${github.url}/repos/octo/demo/issues/${issue_number}`, { redirect: 'manual' });
	expect([raw.status, raw.headers.get('location')]).toEqual([
		301,
		`${github.url}/repositories/${github.repositoryId}/issues/${issue_number}`,
	]);
	expect((await bot.rest.repos.get(place)).data).toMatchObject({
		name: 'demonstration',
		full_name: 'octo/demonstration',
	});
	const written = await bot.rest.issues.createComment({ ...place, issue_number, body: 'after' });
	expect([written.status, written.data.issue_url]).toEqual([
		201,
		`${github.url}/repos/octo/demonstration/issues/${issue_number}`,
	]);
	const event = await github.payloadFor({ event: 'issues', issue, action: 'opened' });
	expect(event).toMatchObject({
		repository: { name: 'demonstration', full_name: 'octo/demonstration' },
		issue: { body: 'see octo/demo', repository_url: `${github.url}/repos/octo/demonstration` },
	});
	const renamed = { ...place, repo: 'demonstration' };
	expect((await bot.rest.issues.get({ ...renamed, issue_number })).data.comments).toBe(1);
});

test("only a token with access can read the organization's private repository", async () => {
	const file = { owner: 'octo', repo: '.github', path: 'countersign.yml' };
	const everywhere = client(github, github.installationToken());
	const text = await everywhere.rest.repos.getContent({ ...file, mediaType: { format: 'raw' } });
	expect(text.data).toBe('mode: plan\n');
	expect((await everywhere.rest.repos.getContent(file)).data).toMatchObject({
		path: 'countersign.yml',
		encoding: 'base64',
	});
	expect(await outcome(everywhere.rest.repos.getContent({ ...file, path: 'none' }))).toMatchObject({ status: 404 });
	expect((await everywhere.rest.repos.get({ owner: 'octo', repo: '.github' })).data).toMatchObject({
		full_name: 'octo/.github',
		private: true,
	});
	const here = client(github, (await makeToken({ repository_ids: [github.repositoryId] })).data.token);
	for (const other of [here, client(github), client(github, '')]) {
		expect(await outcome(other.rest.repos.getContent(file))).toMatchObject({ status: 404 });
	}
	const [both] = [(await everywhere.rest.apps.listReposAccessibleToInstallation()).data.repositories];
	expect(both.map(({ name }) => name)).toEqual(['demo', '.github']);
	const there = client(github, (await makeToken({ repositories: ['.github'] })).data.token);
	expect(await outcome(there.rest.repos.getContent(file))).toEqual({ status: 200 });
	expect(await outcome(there.rest.repos.get(place))).toMatchObject({ status: 404 });
});
