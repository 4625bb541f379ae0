import { expect, test } from 'vitest';
import type { JobEnd, JobOptions } from '../../rehearsal/job-runner.ts';
import { journalOf, Stage } from './stage.ts';

const script = 'turns: [{ text: Nothing to change. }]';
const tidy = `---
name: tidy
description: Tidies up
triggers: [tidy]
---
Look for what is untidy.
`;

async function aStage(): Promise<Stage> {
	return Stage.open({ script, files: { '.github/countersign/skills/tidy/SKILL.md': tidy } });
}

/** A job of this event, by this sender, with whatever GitHub puts beside it. */
async function job(
	stage: Stage,
	name: string,
	change: Partial<JobOptions> & { more?: object; user?: string } = {},
): Promise<JobEnd> {
	const { more = {}, user = 'maintainer', ...options } = change;
	const { repository, sender } = await stage.github.workflowDispatchEvent({}, user);
	return stage.startWith({ event: { name, payload: { repository, sender, ...more } }, ...options }).ended;
}

test('a repository_dispatch sets the task, unless the workflow does', async () => {
	await using stage = await aStage();
	const more = { action: 'tidy', client_payload: { prompt: 'Look around.', skill: 'tidy' } };
	const first = await job(stage, 'repository_dispatch', { more });
	expect(first, first.log).toMatchObject({ outputs: { outcome: 'completed' } });
	expect(journalOf(first)[0]).toMatchObject({
		request: { trigger: 'dispatch', actor: { login: 'maintainer' }, task: 'Follow the skill "tidy". Look around.' },
		settings: { skill: 'tidy' },
	});
	const second = await job(stage, 'repository_dispatch', { more, inputs: { prompt: 'Only this.' } });
	expect(journalOf(second)[0]).toMatchObject({ request: { task: 'Only this.' } });
	const stranger = await job(stage, 'repository_dispatch', { more, user: 'octocat' });
	expect(stranger.outputs).toMatchObject({ outcome: 'refused', 'reason-code': 'no-write-access' });
	const silent = await job(stage, 'repository_dispatch', { more: { client_payload: {} } });
	expect(silent.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'bad-input' });
	const wrong = await job(stage, 'repository_dispatch', { more: { client_payload: { skill: '../x' } } });
	expect(wrong.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'bad-event' });
});

test('a called workflow runs in the event of its caller, on the default branch, for people with rights', async () => {
	await using stage = await aStage();
	const inputs = { prompt: 'Look around.' };
	const pushed = await job(stage, 'push', { inputs });
	expect(pushed, pushed.log).toMatchObject({ outputs: { outcome: 'completed' } });
	const again = await job(stage, 'workflow_run', { inputs, user: 'octocat' });
	expect(again.outputs).toMatchObject({ outcome: 'refused', 'reason-code': 'no-write-access' });
	const elsewhere = [{ GITHUB_REF_NAME: 'feature' }, { GITHUB_REF_NAME: 'v1.0.0', GITHUB_REF_TYPE: 'tag' }];
	for (const env of elsewhere) {
		const end = await job(stage, 'release', { inputs, env });
		expect(end.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'bad-input' });
		expect(end.log).toContain('come from the default branch `main` only');
	}
	const silent = await job(stage, 'push');
	expect(silent.log).toMatch(
		/"push" is not one of issue_comment, .*repository_dispatch.* where the step sets `prompt`/,
	);
});

test('review comments start nothing, even if the step sets a prompt', async () => {
	await using stage = await aStage();
	const inputs = { prompt: 'Look around.' };
	for (const [name, branch] of [
		['pull_request_review', '7/merge'],
		['pull_request_review_comment', '7/merge'],
	] as const) {
		const end = await job(stage, name, { inputs, env: { GITHUB_REF_NAME: branch } });
		expect(end.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'bad-event' });
	}
	expect(stage.github.requests).toEqual([]);
});
