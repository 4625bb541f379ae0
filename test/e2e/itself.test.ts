import { expect, test } from 'vitest';
import { Stage } from './stage.ts';

const script = JSON.stringify({
	turns: [{ calls: [{ tool: 'shell_exec', args: { command: 'npm install left-pad' } }] }, { text: 'Ended.' }],
});

test('it never replies to itself: commands in its own comments start nothing and cause no request', async () => {
	await using stage = await Stage.open({ script });
	await stage.say('maintainer', '/agent add it');
	for (const body of ['/agent x', '/approve A1']) {
		const said = await stage.comment('github-actions[bot]', body);
		const before = stage.github.requests.length;
		const end = await (await stage.start(said)).ended;
		expect(end).toMatchObject({ exitCode: 0, outputs: { outcome: 'nothing-to-do', 'reason-code': 'bot-author' } });
		expect(stage.github.requests.length).toBe(before);
	}
	expect((await stage.say('maintainer', '/agent status')).exitCode).toBe(0);
	expect((await stage.comments()).at(-1)?.body).toContain('A1');
});
