import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ApiComment } from '../../../rehearsal/github/local-github.ts';
import { openHostileStages, Stage } from '../stage.ts';

openHostileStages();

const preload = join(import.meta.dirname, '..', 'days-ago.mjs');

interface Begun {
	readonly stage: Stage;
	readonly comment: ApiComment;
	readonly runId: number;
}

/** A job of a self-hosted runner that made its claim this many days ago, and has been silent since. */
async function begunDaysAgo(days: number): Promise<Begun> {
	const stage = await Stage.open();
	const runId = stage.newRunId();
	const comment = await stage.comment('maintainer', '/agent look');
	const env = { NODE_OPTIONS: `--import=${preload}`, DAYS_AGO: String(days) };
	const job = await stage.start(comment, { runId, env });
	stage.github.intercept = ({ method, path }, phase) => {
		if (phase === 'before' || method !== 'POST' || !path.endsWith(`/issues/${stage.issue}/comments`)) return undefined;
		job.process.kill('SIGKILL');
		return 'drop';
	};
	expect((await job.ended).signal).toBe('SIGKILL');
	stage.github.intercept = undefined;
	return { stage, comment, runId };
}

/** The same event, in another job. */
async function again({ stage, comment }: Begun) {
	const end = await (await stage.start(comment)).ended;
	return { outcome: end.outputs['outcome'], log: end.log };
}

test('a claim holds for 5 days if its job cannot be looked up', async () => {
	const young = await begunDaysAgo(4.9);
	await using _ = young.stage;
	young.stage.github.actionsRunsReadable = false;
	const beside = await again(young);
	expect(beside.outcome, beside.log).toBe('duplicate');

	const old = await begunDaysAgo(5.1);
	await using __ = old.stage;
	old.stage.github.actionsRunsReadable = false;
	const after = await again(old);
	expect(after.outcome, after.log).toBe('completed');
});

test('the age of a claim does not matter if its job can be looked up', async () => {
	const begun = await begunDaysAgo(5.1);
	await using _ = begun.stage;
	const { github } = begun.stage;
	github.setWorkflowRun({ id: begun.runId, attempt: 1, status: 'in_progress' });
	const beside = await again(begun);
	expect(beside.outcome, beside.log).toBe('duplicate');
	github.setWorkflowRun({ id: begun.runId, attempt: 1, status: 'completed', conclusion: 'cancelled' });
	const after = await again(begun);
	expect(after.outcome, after.log).toBe('completed');
});
