import { expect, test } from 'vitest';
import { loseAndLag } from '../support/lose-and-lag.ts';
import { Stage } from './stage.ts';

const script = JSON.stringify({ turns: [{ text: 'I have looked.' }] });

test('a job whose claim got no reply does its work once it sees the claim', async () => {
	await using stage = await Stage.open({ script });
	loseAndLag({ github: stage.github, reads: 1 });
	const end = await stage.say('maintainer', '/agent look around');
	expect(end, end.log).toMatchObject({ outputs: { outcome: 'completed' } });
});

test('a job that cannot confirm its own claim fails, and the next job does the work', async () => {
	await using stage = await Stage.open({ script });
	loseAndLag({ github: stage.github, reads: 2 });
	const task = await stage.comment('maintainer', '/agent look around');
	const lost = await (await stage.start(task)).ended;
	expect(lost.exitCode, lost.log).not.toBe(0);
	expect(lost, lost.log).toMatchObject({ outputs: { outcome: 'failed' } });
	stage.github.intercept = undefined;
	const next = await (await stage.start(task)).ended;
	expect(next, next.log).toMatchObject({ outputs: { outcome: 'completed' } });
});
