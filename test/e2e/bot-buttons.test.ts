import { expect, test } from 'vitest';
import { asking, BotStage, entriesOf, outcomes } from './bot-stage.ts';
import { maintainer } from './stage.ts';

const write = (path: string) => ({ calls: [{ tool: 'file_write', args: { path, content: 'new' } }] });
const askingTwice = JSON.stringify({ turns: [write('ONE.md'), write('TWO.md'), { text: 'Written.' }] });

/** A run that waits on a pull request. */
async function waiting(there: BotStage): Promise<number> {
	const pull = await there.pullRequest();
	const [end] = await there.say('maintainer', '/agent write it', pull);
	expect(end, end?.log).toMatchObject({ outputs: { outcome: 'waiting', approvals: 'A1' } });
	return pull;
}

const records = async (there: BotStage, pull: number) =>
	(await there.own(pull)).filter(({ body }) => body.includes('countersign:press:'));

test('a button approves as the maintainer who pressed it, and the step runs once', async () => {
	await using there = await BotStage.open({ script: asking });
	const pull = await waiting(there);
	const check = await there.check();
	expect(check).toMatchObject({ conclusion: 'action_required', app: { slug: 'countersign' } });
	expect(check?.actions.map(({ label }) => label)).toEqual(['Approve all', 'Deny']);
	const button = await there.button('Approve all');
	const [end, ...others] = await there.after(() => there.github.press({ ...button, user: 'maintainer' }));
	expect(end, end?.log).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed' } });
	expect(others).toEqual([]);
	const [record] = await records(there, pull);
	expect(record?.body).toMatch(/^@maintainer pressed \*\*Approve all\*\*: A1\./);
	expect(there.runs.at(-1)?.command).toBe(`comment/${record?.id}`);
	expect(entriesOf(end, 'approval')).toMatchObject([
		{ approved: true, user: 'maintainer', user_id: maintainer.id, by_button: true },
	]);
	expect(entriesOf(end, 'tool_result')).toMatchObject([{ ok: true }]);
	const request = (await there.own(pull)).find(({ body }) => body.includes('countersign:request:'));
	expect(request?.body).toMatch(/approved by .*maintainer.* by a button/);
	expect(await there.check()).toMatchObject({ conclusion: 'neutral', actions: [] });
	// A second press, from a page that was not reloaded, runs nothing again.
	const again = await there.after(() => there.press('maintainer', button));
	expect(again.flatMap((one) => entriesOf(one, 'tool_started'))).toEqual([]);
	expect(outcomes(again).filter((outcome) => outcome !== 'duplicate')).toEqual([]);
});

test('a maintainer denies with a button, and nothing runs', async () => {
	await using there = await BotStage.open({ script: asking });
	const pull = await waiting(there);
	const button = await there.button('Deny');
	const [end] = await there.after(() => there.github.press({ ...button, user: 'maintainer' }));
	expect(end, end?.log).toMatchObject({ outputs: { outcome: 'denied' } });
	expect(entriesOf(end, 'approval')).toMatchObject([{ approved: false, user: 'maintainer', by_button: true }]);
	expect(entriesOf(end, 'tool_started')).toEqual([]);
	expect((await records(there, pull)).map(({ body }) => body.split('\n')[0])).toEqual([
		'@maintainer pressed **Deny**: A1.',
	]);
});

test('a press by a reader, an outdated button, and a copied or edited record approve nothing', async () => {
	await using there = await BotStage.open({ script: askingTwice });
	const pull = await waiting(there);
	const old = await there.button('Approve all');
	const byReader = () => there.github.press({ ...old, user: 'octocat' });
	expect(await there.after(byReader)).toEqual([]);
	expect(await there.after(byReader)).toEqual([]);
	expect(await records(there, pull)).toEqual([]);
	const told = (await there.own(pull)).filter(({ body }) => body.startsWith('@octocat'));
	expect(told.map(({ body }) => body)).toEqual([expect.stringContaining('may not decide here')]);
	const [signed] = await there.after(() => there.github.press({ ...old, user: 'maintainer' }));
	expect(signed, signed?.log).toMatchObject({ outputs: { outcome: 'waiting', approvals: 'A2' } });
	// The new request has a new button.
	expect((await there.button('Approve all')).identifier).not.toBe(old.identifier);
	expect(await there.after(() => there.press('maintainer', old))).toEqual([]);
	expect(there.bot.ends().at(-1)).toBe('stale-button');
	expect((await there.own(pull)).filter(({ body }) => body.includes('out of date'))).toEqual([]);
	expect(await there.after(() => there.press('hubot-writer', old))).toEqual([]);
	const [word] = (await there.own(pull)).filter(({ body }) => body.includes('out of date'));
	expect(word?.body).toMatch(/^@hubot-writer that button is out of date/);
	const [record] = await records(there, pull);
	expect(await records(there, pull)).toHaveLength(1);
	expect(await there.say('hubot-writer', record?.body ?? '', pull)).toEqual([]);
	const rewritten = record?.body.replaceAll('A1', 'A2') ?? '';
	expect(await there.say('hubot-writer', rewritten, pull)).toEqual([]);
	const [end] = await there.say('maintainer', '/approve A2', pull);
	expect(end, end?.log).toMatchObject({ outputs: { outcome: 'completed' } });
	expect(entriesOf(end, 'approval').map(({ approval, user }) => [approval, user])).toHaveLength(2);
});
