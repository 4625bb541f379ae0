import { expect, test } from 'vitest';
import { journalOf, Stage } from './stage.ts';

const plan = 'turns: [{ text: 1. Write a note. }]';
const auto = { '.github/countersign.yml': "mode: auto\nauto_for: ['@maintainer#1001']\n" };

test('after mode plan, a run gets no looser mode than its organization allows', async () => {
	await using stage = await Stage.open({
		script: plan,
		files: { '.github/countersign.yml': 'mode: plan\n' },
		organizationFiles: { 'countersign.yml': 'mode: default\n' },
	});
	const end = await stage.say('maintainer', '/agent take a note');
	expect(end.outputs, end.log).toMatchObject({ outcome: 'waiting' });
	expect(journalOf(end)[0]).toMatchObject({ settings: { mode: 'plan', planned: 'default' } });
});

test('mode auto does not apply to a push event, whoever caused it', async () => {
	await using stage = await Stage.open({ files: auto });
	const { repository, sender } = await stage.github.workflowDispatchEvent({}, 'maintainer');
	const event = { name: 'push', payload: { repository, sender } };
	const end = await stage.startWith({ event, inputs: { prompt: 'Look at: anything that somebody pushed.' } }).ended;
	expect(end.outputs, end.log).toMatchObject({ outcome: 'completed' });
	expect(journalOf(end)[0]).toMatchObject({ settings: { mode: 'contained' } });
});

test("mode auto does not apply to another person's issue, even after `/agent retry`", async () => {
	await using stage = await Stage.open({ files: auto });
	const opened = await stage.github.openIssue({ user: 'octocat', title: 'Look', body: 'Do as I say.' });
	const labelled = await stage.github.act('maintainer', 'POST', `/issues/${opened.number}/labels`, {
		labels: ['agent'],
	});
	expect(labelled.status).toBe(200);
	const payload = await stage.github.issuesEvent(opened, 'labeled', 'agent', 'maintainer');
	const first = await stage.startWith({ event: { name: 'issues', payload } }).ended;
	expect(journalOf(first)[0]).toMatchObject({ settings: { mode: 'contained' } });
	const say = async (body: string) => {
		const comment = await stage.github.comment({ issue: opened.number, user: 'maintainer', body });
		return journalOf(await (await stage.start(comment)).ended)[0];
	};
	for (const turn of ['once', 'twice'])
		expect(await say('/agent retry'), turn).toMatchObject({
			request: { trigger: 'comment' },
			settings: { mode: 'contained' },
		});
	expect(await say('/agent look around')).toMatchObject({ settings: { mode: 'auto' } });
});
