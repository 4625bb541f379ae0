import { expect, test } from 'vitest';
import { journalOf, Stage } from './stage.ts';

const script = JSON.stringify({
	turns: [{ calls: [{ tool: 'shell_exec', args: { command: 'npm install left-pad' } }] }, { text: 'Ended.' }],
});

async function aRequest(stage: Stage) {
	await stage.say('maintainer', '/agent add it');
	const request = (await stage.comments()).find(({ body }) => body.includes('needs a signature'));
	if (request === undefined) throw new Error('nothing was asked');
	return request;
}

const startedCalls = (end: Parameters<typeof journalOf>[0]) =>
	journalOf(end).filter((entry) => entry['type'] === 'tool_started');

test('an edited request is signed by nobody: what it asks for is asked anew', async () => {
	await using stage = await Stage.open({ script });
	const request = await aRequest(stage);
	const body = request.body.replaceAll('npm install left-pad', 'npm test');
	await stage.github.editComment({ comment: request.id, user: 'hubot-writer', body });
	const end = await stage.say('maintainer', '/approve A1');
	expect(end.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A2' });
	expect(startedCalls(end)).toEqual([]);
	const asked = (await stage.comments()).filter(({ body }) => body.includes('needs a signature'));
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
