import { expect, test } from 'vitest';
import { BotStage, outcomes } from '../e2e/bot-stage.ts';

test('the bot starts a job for a comment, and the job answers as the App', async () => {
	await using there = await BotStage.open({ script: 'turns: [{ text: Looked. }]' });
	expect(outcomes(await there.say('maintainer', '/agent look around'))).toEqual(['completed']);
	expect(await there.own()).toMatchObject([{ body: expect.stringContaining('Looked.') }]);
	expect(await there.say('octocat', 'Nice.')).toEqual([]);
});
