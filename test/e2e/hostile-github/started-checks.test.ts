import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JobEnd } from '../../../rehearsal/job-runner.ts';
import { openHostileStages, Stage, type StageOptions } from '../stage.ts';

openHostileStages();

const files = { '.github/workflows/ci.yml': 'on: pull_request\n' };
const write = { calls: [{ tool: 'file_write', args: { path: 'src/new.js', content: 'export const one = 1;\n' } }] };
const open = { calls: [{ tool: 'open_pull_request', args: { title: 'Add one', body: 'It was missing.' } }] };
const waits = 'wait for a person: press *Approve workflows to run* there.';
const none =
	"have started so far, since the workflow's own token delivered it. If none show up, press *Close* and *Reopen*";
const both = 'if the pull request asks for it, press *Approve workflows to run*; if no check shows up';

const aStage = (options: StageOptions = {}) =>
	Stage.open({ files, script: JSON.stringify({ turns: [write, open, { text: 'Ended.' }] }), ...options });

/** The commits whose workflow runs were asked for. */
const asked = ({ github }: Stage) =>
	github.requests
		.filter(({ path, query }) => path.endsWith('/actions/runs') && query['head_sha'] !== undefined)
		.map(({ query }) => query['head_sha']);

/** How a run ended, as its page tells it. */
function outcomeOn(page: string): string {
	const [, part = ''] = /<section aria-labelledby="outcome">(.*?)<\/section>/s.exec(page) ?? [];
	return part.replaceAll('&#39;', "'");
}

/** A run that delivers, and what people read of it: the comment, the job's summary and the page. */
async function delivered(stage: Stage): Promise<{ end: JobEnd; texts: readonly string[]; head: string }> {
	const end = await stage.say('maintainer', '/agent add it');
	expect(end.outputs, end.log).toMatchObject({ outcome: 'completed' });
	expect(end.exitCode).toBe(0);
	const comment = (await stage.comments()).find(({ body }) => body.startsWith('### '))?.body ?? '';
	const page = readFileSync(join(end.outputs['audit-dir'] ?? '', 'report.html'), 'utf8');
	const number = end.outputs['pull-request'];
	const pull = (await stage.github.act('maintainer', 'GET', `/pulls/${number}`)).body as { head: { sha: string } };
	return { end, texts: [comment, end.summary, outcomeOn(page)], head: pull.head.sha };
}

/** The page has no Markdown. */
const holds = (texts: readonly string[], words: string) =>
	texts.map((text) => text.includes(words) || text.includes(words.replaceAll('*', '')));

test('a run says that its checks wait for a person, after one API request', async () => {
	await using stage = await aStage();
	const { texts, head } = await delivered(stage);
	expect(asked(stage)).toEqual([head]);
	expect(holds(texts, waits)).toEqual([true, true, true]);
	expect(holds(texts, '*Reopen*')).toEqual([false, false, false]);
});

test('a run says how to start the checks if none has started', async () => {
	await using stage = await aStage();
	stage.github.actionsPulls = 'start-nothing';
	const { texts, head } = await delivered(stage);
	expect(asked(stage)).toEqual([head]);
	expect(holds(texts, none)).toEqual([true, true, true]);
	expect(holds(texts, '*Approve workflows to run*')).toEqual([false, false, false]);
});

test('a run says that its checks have started', async () => {
	await using stage = await aStage();
	const { github } = stage;
	github.intercept = async ({ path }, phase) => {
		if (phase === 'after' || !path.endsWith('/actions/runs')) return;
		const { body } = await github.act('maintainer', 'GET', '/actions/runs?status=action_required');
		for (const { id } of (body as { workflow_runs: { id: number }[] }).workflow_runs)
			github.setWorkflowRun({ id, attempt: 1, status: 'in_progress' });
	};
	const { texts } = await delivered(stage);
	expect(holds(texts, 'have started.')).toEqual([true, true, true]);
	expect(holds(texts, '*Reopen*')).toEqual([false, false, false]);
});

test('a run names both buttons if GitHub does not show the checks', async () => {
	await using stage = await aStage({ actionsRunsReadable: false });
	const { texts } = await delivered(stage);
	expect(holds(texts, both)).toEqual([true, true, true]);
});

test('a run asks for no workflow runs if it delivered nothing or the repository has no workflows', async () => {
	await using silent = await aStage({ script: 'turns: [{ text: done }]' });
	const end = await silent.say('maintainer', '/agent look');
	expect(end.outputs, end.log).toMatchObject({ outcome: 'completed' });
	expect(asked(silent)).toEqual([]);
	await using bare = await aStage({ files: {} });
	await delivered(bare);
	expect(asked(bare)).toEqual([]);
});

test('a later job looks up the checks of the pull request that an earlier job delivered', async () => {
	const risky = { calls: [{ tool: 'shell_exec', args: { command: 'bash scripts/once.sh' } }] };
	await using stage = await aStage({
		files: { ...files, 'scripts/once.sh': 'if false; then ./tool; fi\necho ran\n' },
		script: JSON.stringify({ turns: [write, open, risky, { text: 'Ended.' }] }),
	});
	const first = await stage.say('maintainer', '/agent add it');
	expect(first.outputs, first.log).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	stage.github.actionsPulls = 'start-nothing';
	const last = await stage.say('maintainer', '/approve A1');
	expect(last.outputs, last.log).toMatchObject({ outcome: 'completed' });
	const number = last.outputs['pull-request'];
	const { body } = await stage.github.act('maintainer', 'GET', `/pulls/${number}`);
	const { sha } = (body as { head: { sha: string } }).head;
	expect(asked(stage)).toEqual([sha, sha]);
	expect(last.summary).toContain(waits);
});
