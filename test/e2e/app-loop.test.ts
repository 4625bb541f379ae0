import { expect, test } from 'vitest';
import { freePort } from '../../rehearsal/free-port.ts';
import type { Dispatch } from '../../rehearsal/github/local-github.ts';
import type { JobEnd } from '../../rehearsal/job-runner.ts';
import { startBot, webhookPath } from '../../src/bot/index.ts';
import { readBotSettings } from '../../src/config/index.ts';
import { aPullRequest, app, appLogin, asApp, asking } from './app-stage.ts';
import { journalOf, maintainer, Stage } from './stage.ts';

const workflow = `name: agent
run-name: agent \${{ inputs.command }}
on:
  workflow_dispatch:
    inputs:
      command:
        required: true
jobs:
  agent:
    runs-on: ubuntu-latest
    steps: []
`;

/** GitHub, the bot that it tells of what people do, and the jobs that the bot dispatches. */
async function openLoop() {
	const stage = await Stage.open({ script: asking, files: { '.github/workflows/countersign.yml': workflow }, app });
	const { github } = stage;
	const port = await freePort();
	const url = `http://127.0.0.1:${port}`;
	const settings = readBotSettings({
		...{ APP_ID: String(app.id), PRIVATE_KEY: app.privateKeyPem, WEBHOOK_SECRET: app.webhookSecret, BOT_URL: url },
		...{
			PORT: String(port),
			GITHUB_API_URL: github.url,
			GITHUB_SERVER_URL: github.url,
			GITHUB_OIDC_ISSUER: github.url,
		},
	});
	const bot = await startBot(settings, { print: () => undefined });
	const dispatched: Dispatch[] = [];
	Object.assign(github, { webhookUrl: `${url}${webhookPath}`, onDispatch: (one: Dispatch) => dispatched.push(one) });
	/** Plays the runner for what was dispatched since. */
	const jobs = async (): Promise<readonly JobEnd[]> => {
		await github.delivered();
		const ends: JobEnd[] = [];
		for (const { run, inputs: given, payload } of dispatched.splice(0)) {
			const inputs = { ...stage.inputs(), ...given, bot: url, mode: 'default' };
			const event = { name: 'workflow_dispatch', payload };
			ends.push(await stage.startWith({ event, inputs, runId: Number(run.id), identity: true }).ended);
		}
		return ends;
	};
	const close = async (): Promise<void> => {
		await bot.close();
		await stage[Symbol.asyncDispose]();
	};
	return { stage, github, jobs, [Symbol.asyncDispose]: close };
}

test('a comment and a button press go from GitHub through the bot to a job that acts as the App', async () => {
	await using loop = await openLoop();
	const { stage, github, jobs } = loop;
	const pull = await aPullRequest(stage);
	await github.comment({ issue: pull, user: 'maintainer', body: '/agent write it' });
	const [waiting, ...more] = await jobs();
	expect(more).toEqual([]);
	expect(waiting, waiting?.log).toMatchObject({ outputs: { outcome: 'waiting', approvals: 'A1' } });
	const { check_runs: checks } = await asApp(github, 'GET', '/commits/feature/check-runs');
	const [check] = checks as { id: number; actions: { label: string; identifier: string }[] }[];
	const identifier = check?.actions.find(({ label }) => label === 'Approve all')?.identifier ?? '';
	for (let presses = 0; presses < 2; presses++) {
		await github.press({ user: 'maintainer', checkRun: check?.id ?? 0, identifier });
		// Two events at the same time may create two records, which has the same effect.
		await github.delivered();
	}
	const [end, again] = await jobs();
	expect(end, end?.log).toMatchObject({ outputs: { outcome: 'completed' } });
	expect(again?.outputs).toMatchObject({ outcome: 'duplicate', 'reason-code': 'command-claimed' });
	const journal = end === undefined ? [] : journalOf(end);
	expect(journal.filter(({ type }) => type === 'approval')).toEqual([
		expect.objectContaining({ approved: true, user_id: maintainer.id, user: 'maintainer', by_button: true }),
	]);
	expect(journal.find(({ type }) => type === 'tool_result')).toMatchObject({ ok: true });
	const { body } = await github.act('maintainer', 'GET', `/issues/${pull}/comments`);
	const authors = (body as unknown as { user: { login: string } }[]).map(({ user }) => user.login);
	expect(new Set(authors)).toEqual(new Set(['maintainer', appLogin]));
	expect((body as unknown as { body: string }[]).filter((one) => one.body.includes('countersign:press:'))).toHaveLength(
		1,
	);
});
