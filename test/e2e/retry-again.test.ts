import { expect, test } from 'vitest';
import type { ApiComment } from '../../rehearsal/github/local-github.ts';
import { Stage } from './stage.ts';

const script = JSON.stringify({ turns: [{ text: 'I have looked.' }] });

/** A run whose job was killed when it had just begun, and the `/agent retry` that went on with it. */
async function retried(stage: Stage): Promise<ApiComment> {
	const begun = await stage.start(await stage.comment('maintainer', '/agent look around'));
	stage.github.intercept = async ({ method, path }, phase) => {
		if (phase === 'before' || method !== 'POST' || !path.endsWith('/comments')) return undefined;
		begun.process.kill('SIGKILL');
		return 'drop';
	};
	expect((await begun.ended).signal).toBe('SIGKILL');
	stage.github.intercept = undefined;
	const retry = await stage.comment('maintainer', '/agent retry');
	const end = await (await stage.start(retry)).ended;
	expect(end, end.log).toMatchObject({ outputs: { outcome: 'completed' } });
	return retry;
}

const runsOf = (stage: Stage) => stage.refs().filter((ref) => ref.startsWith('refs/countersign/runs/'));

test('`/agent retry` continues an interrupted run, and its repeated event starts nothing', async () => {
	await using stage = await Stage.open({ script });
	const retry = await retried(stage);
	expect(runsOf(stage)).toHaveLength(1);
	const again = await (await stage.start(retry)).ended;
	expect(again, again.log).toMatchObject({ outputs: { outcome: 'duplicate' } });
	expect(runsOf(stage)).toHaveLength(1);
});

test('a repeated `/agent retry` event after another task repeats neither', async () => {
	await using stage = await Stage.open({ script });
	const retry = await retried(stage);
	expect((await stage.say('maintainer', '/agent look elsewhere')).outputs).toMatchObject({ outcome: 'completed' });
	const again = await (await stage.start(retry)).ended;
	expect(again, again.log).toMatchObject({ outputs: { outcome: 'duplicate' } });
	expect(runsOf(stage)).toHaveLength(2);
});
