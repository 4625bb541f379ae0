import { expect, test } from 'vitest';
import { freePort } from '../../rehearsal/free-port.ts';
import { BotStage, outcomes } from './bot-stage.ts';
import { minutesLater } from './minutes-later.ts';
import { providerKey, standInProvider } from './stand-in-provider.ts';

const provider = standInProvider();
/** Enables only one of the two recovery methods. */
const redelivers = { RECOVER_DELIVERIES_SECONDS: '1', RECOVER_COMMANDS_SECONDS: '1200' };
const looks = { RECOVER_DELIVERIES_SECONDS: '1200', RECOVER_COMMANDS_SECONDS: '1' };

/** Jobs that ask a provider on this machine, which counts its requests. */
const counted = () => ({
	inputs: { model: 'openai:gpt-6', 'openai-api-key': providerKey, 'openai-base-url': `${provider.url}/v1` },
});

test('five copies of one delivery to two bots start one run, and ask the model once', async () => {
	provider.on({}, { content: 'I have looked.' });
	await using there = await BotStage.open(counted());
	const { github, stage } = there;
	const port = String(await freePort());
	await there.start({}, port);
	const [one = '', other = ''] = [`${there.url}/webhooks`, `http://127.0.0.1:${port}/webhooks`];
	github.webhookUrl = undefined;
	const comment = await github.comment({ issue: stage.issue, user: 'maintainer', body: '/agent look around' });
	const payload = await github.payloadFor({ event: 'issue_comment', comment });
	const { headers, body } = github.signed('issue_comment', payload);
	const ends = await there.after(async () => {
		const sent = [one, other, one, other, one].map((url) => fetch(url, { method: 'POST', headers, body }));
		expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
	});
	expect([...outcomes(ends)].sort()).toEqual(['completed', 'duplicate', 'duplicate', 'duplicate', 'duplicate']);
	expect(provider.getRequests()).toHaveLength(1);
	expect((await there.own()).map(({ body: text }) => text.includes('I have looked.'))).toEqual([true]);
	const forged = { ...headers, 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` };
	expect((await fetch(one, { method: 'POST', headers: forged, body })).status).toBe(400);
	expect(there.runs).toHaveLength(5);
});

test('after a kill before the dispatch, the bot asks GitHub to redeliver, and one run starts', async () => {
	await using there = await BotStage.open({ script: 'turns: [{ text: I have looked. }]' });
	const { github, stage } = there;
	github.intercept = async ({ method, path }, phase) => {
		if (phase === 'before' || method !== 'POST' || !path.endsWith('/reactions')) return undefined;
		await there.bot.stop('SIGKILL');
		return 'drop';
	};
	await github.comment({ issue: stage.issue, user: 'maintainer', body: '/agent look around' });
	const [failed] = await github.delivered();
	expect(failed).toMatchObject({ status_code: 502, redelivery: false });
	expect(there.runs).toEqual([]);
	github.intercept = minutesLater(2, /^\/app\/hook\/deliveries$/);
	const bot = await there.start(redelivers);
	await bot.logged({ msg: 'delivery', end: 'dispatched' });
	expect(outcomes(await there.settled())).toEqual(['completed']);
	expect(bot.lines.filter(({ end }) => end === 'dispatched')).toMatchObject([{ delivery: failed?.guid }]);
	expect(bot.lines.find(({ failed: count }) => count === 1)).toMatchObject({ asked: [failed?.guid] });
	expect((await there.own()).map(({ body }) => body.includes('I have looked.'))).toEqual([true]);
});

test('a restarted bot runs the commands that came while it was down', async () => {
	await using there = await BotStage.open({ script: 'turns: [{ text: I have looked. }]', down: true });
	const { github, stage } = there;
	const pull = await there.pullRequest();
	github.webhookUrl = undefined;
	const { id } = await github.comment({ issue: stage.issue, user: 'maintainer', body: '/agent look around' });
	await github.comment({ issue: stage.issue, user: 'octocat', body: '/agent look around' });
	const beside = { pull, path: 'ADDED.md', line: 2, user: 'maintainer' };
	const remark = await github.reviewComment({ ...beside, body: '/agent is this right?' });
	github.intercept = minutesLater(4, /\/(issues|pulls)\/(comments|events)$/);
	const bot = await there.start(looks);
	const commands = [`comment/${id}`, `review/${remark.id}`];
	for (const command of commands) await bot.logged({ msg: 'a command without a run', command });
	// A later round finds that all of them have their run.
	expect(outcomes(await there.settled())).toEqual(['completed', 'completed']);
	expect(there.runs.map(({ command }) => command).sort()).toEqual(commands.sort());
	const refusals = (await there.own()).filter(({ body }) => body.startsWith('@octocat'));
	expect(refusals).toHaveLength(1);
	await bot.stop();
	expect(await bot.ended).toEqual({ code: 0, signal: null });
});

test('a restarted bot dispatches a button press whose dispatch was lost', async () => {
	const calls = [{ tool: 'file_write', args: { path: 'NEW.md', content: 'new' } }];
	await using there = await BotStage.open({ script: JSON.stringify({ turns: [{ calls }, { text: 'Written.' }] }) });
	const { github } = there;
	const pull = await there.pullRequest();
	expect(outcomes(await there.say('maintainer', '/agent write it', pull))).toEqual(['waiting']);
	github.intercept = async ({ method, path }, phase) => {
		if (phase === 'after' || method !== 'POST' || !path.endsWith('/dispatches')) return undefined;
		await there.bot.stop('SIGKILL');
		return 'drop';
	};
	const button = await there.button('Approve all');
	expect(await there.after(() => github.press({ ...button, user: 'maintainer' }))).toEqual([]);
	github.intercept = minutesLater(4, /\/issues\/comments$/);
	const bot = await there.start(looks);
	await bot.logged({ msg: 'a command without a run' });
	expect(outcomes(await there.settled(1))).toEqual(['completed']);
	const said = bot.lines.filter(({ msg }) => msg === 'a command without a run');
	expect(said).toMatchObject([{ end: { kind: 'dispatched' } }]);
	expect((await there.own(pull)).filter(({ body }) => body.includes('countersign:press:'))).toHaveLength(1);
});

test('the bot gives up a command after three failed jobs, and tells its author once', async () => {
	await using there = await BotStage.open({ script: 'turns: []', down: true });
	const { github, stage } = there;
	github.webhookUrl = undefined;
	github.onDispatch = ({ run: { id } }) =>
		github.setWorkflowRun({ id, attempt: 1, status: 'completed', conclusion: 'failure' });
	const { id } = await github.comment({ issue: stage.issue, user: 'maintainer', body: '/agent look around' });
	const told = Promise.withResolvers<void>();
	const later = minutesLater(4, /\/(issues|pulls)\/comments$/);
	github.intercept = (request, phase) => {
		if (request.method === 'POST' && JSON.stringify(request.body).includes('countersign:given-up:')) told.resolve();
		return later(request, phase);
	};
	const bot = await there.start(looks);
	await told.promise;
	await bot.stop();
	const again = await there.start(looks);
	await again.logged({ msg: 'a command without a run', command: `comment/${id}` });
	expect(github.dispatches.map(({ inputs }) => inputs['command'])).toEqual(Array(3).fill(`comment/${id}`));
	const url = github.dispatches.at(-1)?.run.html_url;
	expect((await there.own()).map(({ body }) => body.split('\n')[0])).toEqual([
		`Countersign does not start @maintainer's command (\`comment/${id}\`) again by itself, because 3 jobs for it failed, were cancelled or timed out. Re-run [the last job](${url}), or write the command again.`,
	]);
});
