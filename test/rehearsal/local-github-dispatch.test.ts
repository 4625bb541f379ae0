import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Octokit } from 'octokit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Dispatch, type LocalGitHub, makeApp } from '../../rehearsal/github/local-github.ts';
import { client, git, outcome, place, sourceRepository, startDemo } from './support.ts';

const source = sourceRepository();
const workflow = `name: Countersign
run-name: "agent \${{ inputs.delivery }} for \${{ github.actor }}"
on:
  issue_comment:
  workflow_dispatch:
    inputs:
      delivery: { required: true, type: string }
      mode: { type: choice, options: [plan, edit], default: edit }
jobs: {}
`;
const many = Array.from({ length: 26 }, (_none, at) => `      i${at}: {}`).join('\n');
let github: LocalGitHub;
let bot: Octokit;

beforeAll(async () => {
	const folder = join(source.dir, '.github', 'workflows');
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'countersign.yml'), workflow);
	writeFileSync(join(folder, 'push.yml'), 'on: push\njobs: {}\n');
	writeFileSync(join(folder, 'plain.yml'), 'on: [push, workflow_dispatch]\njobs: {}\n');
	writeFileSync(join(folder, 'many.yml'), `on:\n  workflow_dispatch:\n    inputs:\n${many}\njobs: {}\n`);
	git(source.dir, 'branch', 'bare');
	git(source.dir, 'add', '.');
	git(source.dir, 'commit', '--quiet', '--message', 'workflows');
	github = await startDemo(source.dir, { app: makeApp() });
	bot = client(github, github.installationToken());
});

afterAll(async () => {
	await github.close();
	source.remove();
});

const dispatch = (inputs: object, change: object = {}) =>
	bot.rest.actions.createWorkflowDispatch({
		...{ ...place, workflow_id: 'countersign.yml', ref: 'main' },
		inputs: { ...inputs },
		...change,
	});

test('a dispatch creates a queued run and calls onDispatch', async () => {
	const told: Dispatch[] = [];
	github.onDispatch = (one) => void told.push(one);
	expect((await dispatch({ delivery: 'd-1' })).status).toBe(204);
	const [one] = told;
	expect(github.dispatches).toEqual(told);
	const head_sha = git(github.repositoryDir, 'rev-parse', 'main');
	expect(one).toMatchObject({
		inputs: { delivery: 'd-1', mode: 'edit' },
		who: { login: 'countersign[bot]', type: 'Bot' },
		run: {
			...{ status: 'queued', event: 'workflow_dispatch', head_sha, head_branch: 'main', name: 'Countersign' },
			display_title: 'agent d-1 for countersign[bot]',
			path: '.github/workflows/countersign.yml',
			actor: { login: 'countersign[bot]' },
		},
		payload: {
			...{ inputs: { delivery: 'd-1' }, ref: 'refs/heads/main', workflow: '.github/workflows/countersign.yml' },
			sender: { login: 'countersign[bot]' },
		},
	});
	const id = one?.run.id ?? 0;
	github.setWorkflowRun({ id, attempt: 1, status: 'completed', conclusion: 'failure' });
	expect((await bot.rest.actions.getWorkflowRun({ ...place, run_id: id })).data).toMatchObject({
		...{ status: 'completed', conclusion: 'failure', display_title: 'agent d-1 for countersign[bot]' },
	});
});

test('the answer of a dispatch contains the run, if the server knows run details', async () => {
	const details = { return_run_details: true };
	const { status, data } = await dispatch({ delivery: 'd-2' }, details);
	expect(status).toBe(200);
	const run_id = github.dispatches.at(-1)?.run.id ?? 0;
	expect(data).toEqual({
		workflow_run_id: run_id,
		run_url: `${github.url}/repos/octo/demo/actions/runs/${run_id}`,
		html_url: `${github.url}/octo/demo/actions/runs/${run_id}`,
	});
	github.knowsRunDetails = false;
	const before = github.dispatches.length;
	expect(await outcome(dispatch({ delivery: 'd-3' }, details))).toEqual({
		status: 422,
		message: 'Invalid request.\n\n"return_run_details" is not a permitted key.',
	});
	github.knowsRunDetails = true;
	expect(github.dispatches).toHaveLength(before);
});

test('a dispatch that GitHub would refuse starts nothing', async () => {
	const before = github.dispatches.length;
	const refusal = async (inputs: object, change: object = {}) => {
		const { status, message } = await outcome(dispatch(inputs, change));
		return [status, message];
	};
	const inputs = { delivery: 'd' };
	expect(await refusal(inputs, { workflow_id: 'none.yml' })).toEqual([404, 'Not Found']);
	expect(await refusal(inputs, { ref: 'bare' })).toEqual([404, 'Not Found']);
	expect(await refusal(inputs, { ref: 'nowhere' })).toEqual([422, 'No ref found for: nowhere']);
	expect(await refusal({ ...inputs, other: 'x' })).toEqual([422, 'Unexpected inputs provided: ["other"]']);
	expect(await refusal({})).toEqual([422, "Required input 'delivery' not provided"]);
	expect(await refusal({ ...inputs, mode: 'auto' })).toEqual([422, expect.stringContaining('allowed values')]);
	expect(await refusal(inputs, { workflow_id: 'push.yml' })).toEqual([422, expect.stringContaining('trigger')]);
	expect(await refusal({}, { workflow_id: 'many.yml' })).toEqual([422, expect.stringContaining('up to 25')]);
	expect(await refusal({ delivery: 'x'.repeat(65_536) })).toEqual([422, 'inputs are too large.']);
	github.revokeAppPermission('actions');
	expect(await refusal(inputs)).toEqual([403, 'Resource not accessible by integration']);
	expect(github.dispatches).toHaveLength(before);
});

test('runs can be filtered by file, event, status, branch and time, newest first', async () => {
	const maria = client(github, github.tokenOf('wes'));
	await maria.rest.actions.createWorkflowDispatch({ ...place, workflow_id: 'plain.yml', ref: 'refs/heads/main' });
	github.setWorkflowRun({ id: 77, attempt: 1, status: 'in_progress', startedAt: '2020-02-02T10:00:00Z' });
	const list = async (query: object) =>
		(await maria.rest.actions.listWorkflowRunsForRepo({ ...place, ...query })).data.workflow_runs.map(({ id }) => id);
	const all = await list({});
	expect([all.length, all.at(-1)]).toEqual([4, 77]);
	expect(all.slice(0, 3)).toEqual(github.dispatches.map(({ run }) => run.id).reverse());
	expect(await list({ event: 'issue_comment' })).toEqual([77]);
	expect(await list({ status: 'in_progress' })).toEqual([77]);
	expect(await list({ status: 'failure' })).toEqual([github.dispatches[0]?.run.id]);
	expect(await list({ created: '2020-02-02' })).toEqual([77]);
	expect(await list({ created: '<2020-02-02' })).toEqual([]);
	expect(await list({ created: '2020-01-01..2020-12-31' })).toEqual([77]);
	expect(await list({ created: '>=2021-01-01T00:00:00Z' })).toHaveLength(3);
	expect(await list({ branch: 'bare' })).toEqual([]);
	expect(await list({ per_page: 1, page: 2 })).toEqual(all.slice(1, 2));
	const ofFile = { ...place, workflow_id: 'countersign.yml', event: 'workflow_dispatch', per_page: 1 };
	const { data } = await maria.rest.actions.listWorkflowRuns(ofFile);
	expect([data.total_count, data.workflow_runs[0]?.id]).toEqual([2, github.dispatches[1]?.run.id]);
	expect(await outcome(maria.rest.actions.listWorkflowRuns({ ...ofFile, workflow_id: 'no.yml' }))).toMatchObject({
		status: 404,
	});
});
