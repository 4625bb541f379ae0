import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Dispatch, type LocalGitHub, makeApp } from '../../rehearsal/github/local-github.ts';
import { batchOf, buttonOf, readPress } from '../../src/approvals/index.ts';
import { type RunningBot, startBot, webhookPath } from '../../src/bot/index.ts';
import { readBotSettings } from '../../src/config/index.ts';
import { appAnswerSchema } from '../../src/core/index.ts';
import { wordsOf } from '../../src/github/index.ts';
import { client, git, sourceRepository, startDemo } from '../rehearsal/support.ts';

const workflow = `name: countersign
run-name: agent \${{ inputs.command }}
on:
  workflow_dispatch:
    inputs:
      command: { required: true, type: string }
jobs:
  agent: { runs-on: ubuntu-latest, steps: [] }
`;
const app = makeApp();
const source = sourceRepository();
mkdirSync(join(source.dir, '.github/workflows'), { recursive: true });
writeFileSync(join(source.dir, '.github/workflows/countersign.yml'), workflow);
git(source.dir, 'add', '.');
git(source.dir, 'commit', '--quiet', '--message', 'Let it be dispatched');
const audience = 'https://bot.example.com';

let github: LocalGitHub;
let bot: RunningBot;
let dispatched: Dispatch[] = [];
const lines: string[] = [];

beforeAll(async () => {
	github = await startDemo(source.dir, { app, organizationFiles: { 'countersign.yml': 'mode: plan\n' } });
	const settings = readBotSettings({
		...{ APP_ID: String(app.id), PRIVATE_KEY: app.privateKeyPem, WEBHOOK_SECRET: app.webhookSecret, BOT_URL: audience },
		...{ PORT: '0', GITHUB_API_URL: github.url, GITHUB_SERVER_URL: github.url, GITHUB_OIDC_ISSUER: github.url },
	});
	bot = await startBot(settings, { print: (line) => lines.push(line) });
	github.webhookUrl = `http://127.0.0.1:${bot.port}${webhookPath}`;
	github.onDispatch = (one) => dispatched.push(one);
});
afterEach(() => {
	dispatched = [];
	Object.assign(github, { appSuspended: false, appRemoved: false, renamedTo: undefined, knowsRunDetails: true });
});
afterAll(async () => {
	await bot.close();
	await github.close();
	source.remove();
});

const commands = () => dispatched.map(({ inputs }) => inputs['command']);
const lastStatus = async () => (await github.delivered())[0]?.status_code;
const endOf = (line = lines.at(-1)) => (JSON.parse(line ?? '{}') as { readonly end?: string }).end;
/** The payload of a comment that was not delivered. */
const unheard = async (body: string) => {
	const { webhookUrl } = github;
	github.webhookUrl = undefined;
	const comment = await said(body);
	github.webhookUrl = webhookUrl;
	return { comment, payload: await github.payloadFor({ event: 'issue_comment', comment }) };
};
const said = async (body: string, user = 'maria') => {
	const issue = await github.openIssue({ user, title: 'The parser fails' });
	return github.comment({ issue: issue.number, user, body });
};

describe('the bot at the local GitHub', () => {
	it('dispatches a comment as the App, and the title of the run names the comment', async () => {
		const comment = await said('/agent fix it');
		expect(await lastStatus()).toBe(200);
		expect(commands()).toEqual([`comment/${comment.id}`]);
		expect(dispatched[0]?.who.login).toBe(`${app.slug}[bot]`);
		expect(dispatched[0]?.run).toMatchObject({ display_title: `agent comment/${comment.id}` });
	});

	it('dispatches a label', async () => {
		const issue = await github.openIssue({ user: 'maria', title: 'The parser fails', labels: ['agent'] });
		await github.delivered();
		expect(new Set(commands())).toEqual(new Set([`label/${issue.number}/${wordsOf('The parser fails')}`]));
	});

	it('dispatches a comment when the server returns no run details', async () => {
		github.knowsRunDetails = false;
		const comment = await said('/agent fix it');
		await github.delivered();
		expect(commands()).toEqual([`comment/${comment.id}`]);
	});

	it('finds a repository that was renamed after the comment', async () => {
		const { comment, payload } = await unheard('/agent fix it');
		github.renamedTo = 'renamed';
		expect((await github.deliver('issue_comment', payload)).status_code).toBe(200);
		expect(endOf()).toBe('dispatched');
		expect(commands()).toEqual([`comment/${comment.id}`]);
	});

	it.each(['appSuspended', 'appRemoved'] as const)('does not fail a delivery when %s is set', async (what) => {
		const { payload } = await unheard('/agent fix it');
		github[what] = true;
		expect((await github.deliver('issue_comment', payload)).status_code).toBe(200);
		expect(endOf()).toBe('gone');
	});
});

describe('a button at the local GitHub', () => {
	it('becomes a comment of the App that the run can verify', async () => {
		const issue = await github.openIssue({ user: 'maria', title: 'A change' });
		const asApp = client(github, github.installationToken());
		const there = { owner: github.owner, repo: github.repo };
		const run = `${issue.number}-0123456789ab`;
		const body = `Step\n\n<!-- countersign:ids:1-1 -->\n\n<!-- countersign:request:${run}:${'a'.repeat(16)}:1795399877475 -->`;
		const { data: asked } = await asApp.rest.issues.createComment({ ...there, issue_number: issue.number, body });
		const identifier = buttonOf(batchOf(run, [{ id: asked.id, body: asked.body ?? '' }]), true);
		const { data: branch } = await asApp.rest.repos.getBranch({ ...there, branch: github.defaultBranch });
		const { data: check } = await asApp.rest.checks.create({
			...{ ...there, name: 'countersign', head_sha: branch.commit.sha, external_id: run },
			actions: [{ label: 'Approve all', description: 'Signs every step', identifier }],
		});
		await github.press({ user: 'maria', checkRun: check.id, identifier });
		expect(await lastStatus()).toBe(200);
		const { data: comments } = await asApp.rest.issues.listComments({ ...there, issue_number: issue.number });
		const record = comments.at(-1);
		const answer = await exchanged();
		expect(readPress(record?.body ?? '', answer.public_key)).toMatchObject({
			...{ repository: github.repositoryId, thread: issue.number, run, ids: ['A1'], approved: true },
			person: { login: 'maria' },
		});
		expect(record?.user?.login).toBe(`${app.slug}[bot]`);
		expect(commands()).toEqual([`comment/${record?.id}`]);
	});
});

async function exchanged(event = 'workflow_dispatch') {
	const { url, token } = github.identityRequest({ runId: 5, event });
	const headers = { authorization: `Bearer ${token}` };
	const given = (await (await fetch(`${url}&audience=${audience}`, { headers })).json()) as { readonly value: string };
	const answer = await fetch(`http://127.0.0.1:${bot.port}/token`, {
		method: 'POST',
		headers: { authorization: `Bearer ${given.value}` },
	});
	const body: unknown = await answer.json();
	if (!answer.ok) throw new Error(JSON.stringify(body));
	return appAnswerSchema.parse(body);
}

describe('a job at the local GitHub', () => {
	it('gets a token of the App and the configuration of its organization', async () => {
		const answer = await exchanged();
		expect(answer).toMatchObject({
			app: { slug: app.slug, login: `${app.slug}[bot]` },
			repository_id: github.repositoryId,
		});
		expect(answer.organization?.files).toEqual([{ path: 'countersign.yml', text: 'mode: plan\n' }]);
		const asJob = client(github, answer.token);
		const { data: issue } = await asJob.rest.issues.create({ owner: github.owner, repo: github.repo, title: 'x' });
		expect(issue.user?.login).toBe(answer.app.login);
	});

	it('gets no token for a pull request event', async () => {
		await expect(exchanged('pull_request_target')).rejects.toThrow('event-not-served');
	});
});
