import { createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject, LocalGitHub } from '../../rehearsal/github/local-github.ts';
import { runJob } from '../../rehearsal/job-runner.ts';
import { git, sourceRepository, startDemo } from './support.ts';

const source = sourceRepository();
let github: LocalGitHub;

beforeAll(async () => {
	github = await startDemo(source.dir);
});

afterAll(async () => {
	await github.close();
	source.remove();
});

interface Answer {
	value: string;
	jwks_uri: string;
	keys: (JsonWebKey & { kid: string })[];
}

const get = async (url: string, token?: string) => {
	const response = await fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
	return { status: response.status, body: (await response.json()) as Answer };
};

/** Checks the signature with the issuer's published key and returns the claims. */
async function claimsOf(token: string): Promise<JsonObject> {
	const { body } = await get(`${github.url}/.well-known/openid-configuration`);
	const { keys } = (await get(body.jwks_uri)).body;
	const [head = '', claims = '', signature = ''] = token.split('.');
	const { kid, alg } = JSON.parse(Buffer.from(head, 'base64url').toString());
	const key = createPublicKey({ key: keys.find((one) => one.kid === kid) ?? {}, format: 'jwk' });
	const content = Buffer.from(`${head}.${claims}`);
	expect([alg, verify('RSA-SHA256', content, key, Buffer.from(signature, 'base64url'))]).toEqual(['RS256', true]);
	return JSON.parse(Buffer.from(claims, 'base64url').toString());
}

test('the identity token of a job describes the job as GitHub does', async () => {
	const { url, token } = github.identityRequest({ runId: 501, attempt: 2, event: 'issue_comment', actor: 'maria' });
	const { status, body } = await get(`${url}&audience=countersign-bot`, token);
	expect(status).toBe(200);
	const claims = await claimsOf(body.value);
	expect(claims).toMatchObject({
		...{ iss: github.url, aud: 'countersign-bot', sub: 'repo:octo/demo:ref:refs/heads/main' },
		...{ repository: 'octo/demo', repository_id: String(github.repositoryId), repository_owner: 'octo' },
		...{ repository_visibility: 'public', ref: 'refs/heads/main', ref_type: 'branch' },
		sha: git(github.repositoryDir, 'rev-parse', 'main'),
		workflow_ref: 'octo/demo/.github/workflows/countersign.yml@refs/heads/main',
		job_workflow_ref: 'octo/demo/.github/workflows/countersign.yml@refs/heads/main',
		...{ run_id: '501', run_attempt: '2', event_name: 'issue_comment', actor: 'maria', actor_id: '1001' },
		runner_environment: 'github-hosted',
	});
	expect(Number(claims['exp']) - Number(claims['iat'])).toBe(300);
	const usual = await claimsOf((await get(url, token)).body.value);
	expect(usual['aud']).toBe(`${github.url}/octo`);
});

test('a test can forge or remove any claim of an identity token', async () => {
	const { url, token } = github.identityRequest({ runId: 502, event: 'workflow_dispatch' });
	github.identityClaims = { repository: 'mallory/demo', exp: 1, run_id: null };
	const claims = await claimsOf((await get(url, token)).body.value);
	github.identityClaims = {};
	expect(claims).toMatchObject({ repository: 'mallory/demo', exp: 1 });
	expect(claims).not.toHaveProperty('run_id');
});

test('identity tokens need the token of a job, which works nowhere else', async () => {
	const { url, token } = github.identityRequest({ runId: 503, event: 'schedule' });
	expect((await get(url)).status).toBe(401);
	expect((await get(url, github.actionsToken)).status).toBe(401);
	expect((await get(`${github.url}/repos/octo/demo/actions/runs`, token)).status).toBe(403);
});

test('the runner gives identity tokens only to jobs with that permission', async () => {
	const disk = mkdtempSync(join(tmpdir(), 'identity-job-'));
	const action = join(disk, 'action.mjs');
	const asked = join(disk, 'asked.json');
	writeFileSync(
		action,
		`import { writeFileSync } from 'node:fs';
		const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token } = process.env;
		const answer = url && await (await fetch(url + '&audience=x', { headers: { authorization: 'Bearer ' + token } })).json();
		writeFileSync(${JSON.stringify(asked)}, JSON.stringify(answer ?? null));`,
	);
	const payload = await github.workflowDispatchEvent({}, 'wes');
	const job = { github, disk, runId: 504, inputs: {}, action, event: { name: 'workflow_dispatch', payload } };
	await runJob(job);
	expect(JSON.parse(readFileSync(asked, 'utf8'))).toBeNull();
	await runJob({ ...job, identity: true });
	const claims = await claimsOf(JSON.parse(readFileSync(asked, 'utf8')).value);
	expect(claims).toMatchObject({ aud: 'x', run_id: '504', event_name: 'workflow_dispatch', actor: 'wes' });
	rmSync(disk, { recursive: true });
});
