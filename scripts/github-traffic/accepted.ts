import type { Accepted } from './deviation.ts';

const older = "the description is older than GitHub's answers";
const readsOn = 'only explains a refusal; without the permission the product says less and goes on';
const noRetry = 'read when a job meets the claim of another one; the tests of this workflow have no such meeting';
const server = 'the bot asks again without it where a server refuses it (test/bot/on-local-github.test.ts)';

/** Accepted deviations, each with its reason. Each must still occur in the traffic of the whole end-to-end suite. */
export const accepted: readonly Accepted[] = [
	{
		kind: 'parameter',
		where: 'GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs',
		what: 'created in the query must match format "date-time"',
		reason: 'its own text allows ranges of dates (Understanding the search syntax)',
	},
	{ kind: 'answer', where: '* 422', what: 'status is unknown', reason: `validation-error has no status: ${older}` },
	{
		kind: 'answer',
		where: 'GET /app/installations 200',
		what: '[].*',
		reason: "Octokit's own schema of this answer; `installation` in the same description has these fields",
	},
	{
		kind: 'answer',
		where: '* /repos/{owner}/{repo}/*check-runs*',
		what: '*actions is unknown',
		reason: 'the stand-in shows the buttons of a check, so that tests can press them; the product does not read them',
	},
	{
		kind: 'answer lacks',
		where: 'GET /repos/{owner}/{repo}/actions/*',
		what: '*repository is missing',
		reason: 'a run comes with its whole repository twice; the product does not read it',
	},
	{
		kind: 'event',
		where: '*',
		what: '*user_view_type is unknown',
		reason: `the webhooks package has it in some accounts and not in others: ${older}`,
	},
	{
		kind: 'event',
		where: '*',
		what: '*performed_via_github_app.client_id is unknown',
		reason: `the REST description of an App has it: ${older}`,
	},
	{
		kind: 'other edition',
		where: '*: GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs',
		what: 'created in the query must match format "date-time"',
		reason: 'its own text allows ranges of dates (Understanding the search syntax)',
	},
	{
		kind: 'other edition',
		where: '2026-03-10: POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches',
		what: 'return_run_details is unknown',
		reason: 'that version always answers with the run; the product asks for 2022-11-28',
	},
	{
		kind: 'other edition',
		where: 'Enterprise Server *: POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches',
		what: 'return_run_details is unknown',
		reason: server,
	},
	{
		kind: 'permission',
		where: '*',
		what: 'GET /repos/{owner}/{repo}/actions/permissions/workflow needs administration: read',
		reason: readsOn,
	},
	{ kind: 'permission', where: 'examples/*', what: 'no operation needs actions: read', reason: noRetry },
	{
		kind: 'permission',
		where: 'examples/workflows/federated.yml: agent',
		what: 'no operation needs id_token: write',
		reason: "the runner's token service asks for it, not the REST API",
	},
	{
		kind: 'permission',
		where: 'examples/workflows/countersign.yml: agent',
		what: 'no traffic with exactly these permissions',
		reason: "actions/checkout reads, and the runner's token service hands out an identity; the rest is the App's token",
	},
	{
		kind: 'permission',
		where: 'app.yml',
		what: 'no operation needs members: read',
		reason: 'teams in rules need it (test/github/teams.test.ts); the stand-in has no teams',
	},
];
