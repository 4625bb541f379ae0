import { expect, test } from 'vitest';
import { appLogin, openAppStage } from './app-stage.ts';
import { jobOf, type Running, readExample, runExample } from './example-workflow.ts';
import { Stage } from './stage.ts';

type AppStage = Awaited<ReturnType<typeof openAppStage>>;

/** Runs countersign.yml as a runner would, with the App's bot at hand. */
async function runWithApp({ stage, bot, env }: AppStage, more: Running) {
	const example = readExample('countersign.yml');
	const inputs = { bot: bot.url, ...more.inputs };
	return runExample(stage, [example, jobOf(example, 'agent')], { ...more, inputs, env });
}

async function dispatched(at: AppStage, command: string, inputs = {}) {
	const payload = await at.stage.github.workflowDispatchEvent({ command }, 'octocat');
	const contexts = { 'inputs.command': command };
	return runWithApp(at, { event: { name: 'workflow_dispatch', payload }, contexts, inputs });
}

test('countersign.yml: a job runs the dispatched command once, as the App', async () => {
	await using at = await openAppStage({ script: 'turns: [{ text: Looked. }]' });
	const { stage, bot } = at;
	const comment = await stage.comment('maintainer', '/agent look around');
	const first = await dispatched(at, `comment/${comment.id}`);
	expect(first.outputs, first.log).toMatchObject({ outcome: 'completed', 'reason-code': 'answered' });
	expect(bot.given).toHaveLength(1);
	const written = (await stage.comments()).filter(({ user }) => user.login !== 'maintainer');
	expect(written.map(({ user }) => user.login)).toEqual([appLogin]);
	expect((await dispatched(at, `comment/${comment.id}`)).outputs).toMatchObject({ outcome: 'duplicate' });
});

test('countersign.yml: the schedule handles an answer whose job was lost, as the App', async () => {
	const call = { tool: 'file_write', args: { path: 'new.txt', content: 'x' } };
	const script = JSON.stringify({ turns: [{ calls: [call] }, { text: 'Ended.' }] });
	await using at = await openAppStage({ script });
	const { stage } = at;
	const comment = await stage.comment('maintainer', '/agent do it');
	const asking = await dispatched(at, `comment/${comment.id}`, { mode: 'default' });
	expect(asking.outputs, asking.log).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	await stage.comment('maintainer', '/approve A1');
	const event = { name: 'schedule', payload: await stage.github.scheduleEvent() };
	expect((await runWithApp(at, { event })).outputs).toMatchObject({
		outcome: 'completed',
		'reason-code': 'swept',
	});
});

test('dispatch.yml: a program starts a run if the owner of its token has write access', async () => {
	await using stage = await Stage.open({ script: 'turns: [{ text: Looked. }]' });
	const example = readExample('dispatch.yml');
	const asked = async (user: string, task: string) => {
		const { repository, sender } = await stage.github.workflowDispatchEvent({}, user);
		const payload = { action: 'countersign', branch: 'main', client_payload: { prompt: task }, repository, sender };
		const contexts = { 'github.event.client_payload.prompt': task };
		const event = { name: 'repository_dispatch', payload };
		return (await runExample(stage, [example, jobOf(example, 'agent')], { event, contexts })).outputs;
	};
	expect(example.on).toEqual({ repository_dispatch: { types: ['countersign'] } });
	expect(await asked('hubot-writer', 'look around')).toMatchObject({ outcome: 'completed' });
	expect(await asked('octocat', 'look around')).toMatchObject({ outcome: 'refused', 'reason-code': 'no-write-access' });
	expect(await asked('hubot-writer', '')).toMatchObject({ outcome: 'failed', 'reason-code': 'bad-input' });
	const { body } = await stage.github.act('maintainer', 'GET', '/issues?labels=countersign');
	expect(body).toMatchObject([{ title: 'Countersign: dispatch', body: expect.stringContaining('| `look around` |') }]);
});
