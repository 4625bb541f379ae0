import { expect, test } from 'vitest';
import { openHostileStages, Stage } from '../stage.ts';

openHostileStages();

const bot = 'github-actions[bot]';
const byBot = async (stage: Stage) => (await stage.comments()).filter(({ user }) => user.login === bot);

test('a job waits as long as a secondary limit asks, and posts its comment once', async () => {
	await using stage = await Stage.open();
	stage.github.minute = 2000;
	const posts = `/issues/${stage.issue}/comments`;
	let isSpent = false;
	stage.github.intercept = ({ method, path }, phase) => {
		if (isSpent || phase === 'after' || method !== 'POST' || !path.endsWith(posts)) return;
		isSpent = true;
		stage.github.spendMinute(bot);
	};
	const end = await stage.say('maintainer', '/agent look');
	expect(end.outputs, end.log).toMatchObject({ outcome: 'completed' });
	const asked = stage.github.requests.filter(({ method, path }) => method === 'POST' && path.endsWith(posts));
	expect(asked.map(({ status }) => status)).toEqual([403, 201]);
	const [refused, taken] = asked;
	expect((taken?.begun ?? 0) - (refused?.ended ?? 0)).toBeGreaterThanOrEqual(1990);
	expect(await byBot(stage)).toHaveLength(1);
});

test('a job that spent its hourly limit says when to re-run it, and the re-run continues', async () => {
	await using stage = await Stage.open();
	const runId = stage.newRunId();
	const comment = await stage.comment('maintainer', '/agent look');
	stage.github.intercept = ({ method, path }, phase) => {
		const isTold = phase === 'after' && method === 'POST' && path.endsWith(`/issues/${stage.issue}/comments`);
		if (isTold) stage.github.hourlyRequests = 1;
	};
	const end = await (await stage.start(comment, { runId })).ended;
	expect(end.outputs, end.log).toMatchObject({ outcome: 'failed', 'reason-code': 'github-unreachable' });
	expect(end.exitCode).toBe(1);
	expect(end.summary).toMatch(/re-run this job in (59|60|61) minutes/);
	// A client that continues after the limit may be banned (GitHub, Best practices for using the REST API).
	expect(stage.github.requests.filter(({ status }) => status === 403).length).toBeLessThan(8);
	Object.assign(stage.github, { hourlyRequests: 5000, intercept: undefined });
	const again = await (await stage.start(comment, { runId, attempt: 2 })).ended;
	expect(again.outputs, again.log).toMatchObject({ outcome: 'completed' });
	expect(await byBot(stage)).toHaveLength(1);
});
