import { expect, test } from 'vitest';
import { journalOf, Stage } from './stage.ts';

const script = JSON.stringify({
	turns: [{ calls: [{ tool: 'shell_exec', args: { command: 'npm install left-pad' } }] }, { text: 'Ended.' }],
});

async function aRequest(stage: Stage) {
	await stage.say('maintainer', '/agent add it');
	const request = (await stage.comments()).find(({ body }) => body.includes('needs your approval'));
	if (request === undefined) throw new Error('nothing was asked');
	return request;
}

/** A script that two comments must show, and the answer below the last of them. */
const longScript = `#!/bin/sh\n${'# Nothing happens here.\n'.repeat(2_000)}echo "$1"\n`;

test('a request in two comments needs one answer, and an edit of its first part is detected', async () => {
	const command = 'bash scripts/long.sh now && bash scripts/other.sh now';
	const calls = [{ tool: 'shell_exec', args: { command } }];
	await using stage = await Stage.open({
		files: { 'scripts/long.sh': longScript, 'scripts/other.sh': longScript },
		script: JSON.stringify({ turns: [{ calls }, { text: 'Ended.' }] }),
	});
	await stage.say('maintainer', '/agent say it');
	const asked = async () =>
		(await stage.comments()).filter(({ body }) => /<!-- countersign:request(?:-part)?:/.test(body));
	const [first, second, ...others] = await asked();
	expect([first?.body, second?.body].map((body) => /part \d of \d/.exec(body ?? '')?.[0])).toEqual([
		'part 1 of 2',
		'part 2 of 2',
	]);
	expect(others).toEqual([]);
	expect([first?.body, second?.body].map((body) => body?.includes(longScript))).toEqual([true, true]);
	const body = `${first?.body} `.replace('Nothing happens here', 'Nothing at all');
	await stage.github.editComment({ comment: first?.id ?? 0, user: 'hubot-writer', body });
	expect(await stage.say('maintainer', '/approve A1')).toMatchObject({
		outputs: { outcome: 'waiting', approvals: 'A2' },
	});
	expect(await asked()).toHaveLength(4);
	const end = await stage.say('maintainer', '/approve A2');
	expect(end).toMatchObject({ outputs: { outcome: 'completed' } });
	expect(startedCalls(end)).toHaveLength(1);
});

const startedCalls = (end: Parameters<typeof journalOf>[0]) =>
	journalOf(end).filter((entry) => entry['type'] === 'tool_started');

test('an approval of an edited request does not count, and the run asks again', async () => {
	await using stage = await Stage.open({ script });
	const request = await aRequest(stage);
	const body = request.body.replaceAll('npm install left-pad', 'npm test');
	await stage.github.editComment({ comment: request.id, user: 'hubot-writer', body });
	const end = await stage.say('maintainer', '/approve A1');
	expect(end.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A2' });
	expect(startedCalls(end)).toEqual([]);
	const asked = (await stage.comments()).filter(({ body }) => /<!-- countersign:request(?:-part)?:/.test(body));
	expect(asked.map((one) => one.body.includes('npm install left-pad'))).toEqual([false, true]);
});

test('a deleted request is withdrawn', async () => {
	await using stage = await Stage.open({ script });
	const request = await aRequest(stage);
	await stage.github.deleteComment({ comment: request.id, user: 'maintainer' });
	const end = await stage.say('maintainer', '/approve A1');
	expect(end.outputs).toMatchObject({ outcome: 'denied' });
	expect(startedCalls(end)).toEqual([]);
});
