import { expect, test } from 'vitest';
import type { JobEnd } from '../../rehearsal/job-runner.ts';
import { git } from '../../rehearsal/sample-repository.ts';
import { journalOf, Stage } from './stage.ts';

const writes = { calls: [{ tool: 'file_write', args: { path: 'new.txt', content: 'new\n' } }] };
const script = (...turns: readonly object[]): string => JSON.stringify({ turns: [...turns, { text: 'Looked.' }] });

interface Listed {
	readonly number: number;
	readonly title: string;
	readonly body: string;
	readonly state: string;
	readonly assignees: readonly { readonly login: string }[];
}

async function standing(stage: Stage): Promise<Listed> {
	const { body } = await stage.github.act('maintainer', 'GET', '/issues?labels=countersign&state=all');
	const [issue, ...others] = (body as unknown as Listed[]).filter(({ title }) => title === 'Countersign: agent');
	if (issue === undefined) throw new Error('there is no standing issue');
	expect(others).toEqual([]);
	return issue;
}

async function commentsOf(
	stage: Stage,
	issue: number,
): Promise<readonly { readonly id: number; readonly body: string }[]> {
	const { body } = await stage.github.act('maintainer', 'GET', `/issues/${issue}/comments?per_page=100`);
	return body as unknown as { id: number; body: string }[];
}

async function scheduled(stage: Stage, inputs: Readonly<Record<string, string>>): Promise<JobEnd> {
	const event = { name: 'schedule', payload: await stage.github.scheduleEvent() };
	return stage.startWith({ event, inputs: { prompt: 'look around', ...inputs } }).ended;
}

/** The requests to GitHub since this index. */
const effects = (stage: Stage, from: number): readonly string[] =>
	stage.github.requests.slice(from).map(({ method, path }) => `${method} ${path.replace('/repos/octo-org/slugs', '')}`);

function commitOn(stage: Stage, branch: string): void {
	const dir = stage.github.repositoryDir;
	const tip = git(dir, 'rev-parse', `refs/heads/${branch}`);
	const made = git(dir, 'commit-tree', `${tip}^{tree}`, '-p', tip, '-m', 'More');
	git(dir, 'update-ref', `refs/heads/${branch}`, made);
}

test('a waiting run asks its owner, and an answer by any authorized person updates the issue', async () => {
	await using stage = await Stage.open({ script: script(writes) });
	const inputs = { owner: 'maintainer', mode: 'default' };
	const first = await scheduled(stage, inputs);
	expect(first.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	expect(journalOf(first)[0]).toMatchObject({ request: { owner: 'maintainer' } });
	const asked = await standing(stage);
	expect(asked.body).toContain('**Owner:** @maintainer, who is notified');
	expect(asked.body).toMatch(/- \*\*A1\*\* of `look around`, \[asked here\]\(\S+#issuecomment-\d+\), until /);
	expect(asked.assignees.map(({ login }) => login)).toEqual(['maintainer']);
	const request = (await commentsOf(stage, asked.number)).find(({ body }) => body.includes('**Answer**'));
	expect(request?.body).toContain('\n@maintainer, please answer this, or ask a person who may answer.\n');

	const comment = await stage.github.comment({ issue: asked.number, user: 'hubot-writer', body: '/approve A1' });
	const second = await (await stage.start(comment)).ended;
	expect(second.outputs).toMatchObject({ outcome: 'completed', run: first.outputs['run'] });
	const after = await standing(stage);
	expect(after.body).toContain('Nothing waits.');
	expect(after.body.match(/^\| \[/gm)).toHaveLength(1);
	expect(after.body).toContain('| `look around` | completed (`changes-undelivered`) |');
	const links = [...after.body.matchAll(/#issuecomment-(\d+)/g)].map(([, id]) => Number(id));
	const progress = (await commentsOf(stage, asked.number)).find(({ body }) => body.startsWith('### ⚠️ Not delivered'));
	expect(links).toEqual([progress?.id]);
});

test('the owner cannot approve without the right to do so', async () => {
	await using stage = await Stage.open({ script: script(writes) });
	await scheduled(stage, { owner: 'octocat', mode: 'default' });
	const { number } = await standing(stage);
	const comment = await stage.github.comment({ issue: number, user: 'octocat', body: '/approve A1' });
	expect((await (await stage.start(comment)).ended).outputs).toMatchObject({ outcome: 'refused' });
});

test('a run that cannot begin is listed in the issue, and its owner gets a comment', async () => {
	await using stage = await Stage.open({ script: script() });
	const end = await scheduled(stage, { skill: 'no-such-skill', owner: 'octo-org/maintainers' });
	expect(end.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'bad-input' });
	const { number, body, assignees } = await standing(stage);
	expect(body).toMatch(/\| \[[^\]]+\]\(\S+\/actions\/runs\/\d+\) \| `no-such-skill` \| failed \(`bad-input`\) \|/);
	expect(assignees).toEqual([]);
	const [told, ...others] = await commentsOf(stage, number);
	expect(told?.body).toMatch(
		/^@octo-org\/maintainers, a run of this workflow failed: The input `skill: no-such-skill`/,
	);
	expect(others).toEqual([]);
});

test('without new commits the schedule ends before any model call, but a dispatch runs', async () => {
	await using stage = await Stage.open({ script: script() });
	const inputs = { 'skip-if': 'no-changes' };
	expect((await scheduled(stage, inputs)).outputs['outcome']).toBe('completed');
	const { body, number } = await standing(stage);
	const from = stage.github.requests.length;
	const skipped = await scheduled(stage, inputs);
	expect(skipped).toMatchObject({ exitCode: 0, outputs: { outcome: 'nothing-to-do', 'reason-code': 'no-changes' } });
	expect(effects(stage, from)).toEqual(['GET /issues', 'POST /api/graphql']);
	expect((await standing(stage)).body).toBe(body);

	const payload = await stage.github.workflowDispatchEvent({}, 'maintainer');
	const asked = { event: { name: 'workflow_dispatch', payload }, inputs: { prompt: 'look around', ...inputs } };
	expect((await stage.startWith(asked).ended).outputs['outcome']).toBe('completed');
	await stage.github.act('maintainer', 'PATCH', `/issues/${number}`, { state: 'closed' });
	expect((await scheduled(stage, inputs)).outputs['reason-code']).toBe('no-changes');
	expect((await standing(stage)).state).toBe('closed');
	commitOn(stage, 'main');
	expect((await scheduled(stage, inputs)).outputs['outcome']).toBe('completed');
	expect(await standing(stage)).toMatchObject({ number, state: 'open' });
});

test('the schedule waits while the pull request of the workflow is open', async () => {
	const delivers = { calls: [{ tool: 'open_pull_request', args: { title: 'New', body: 'A file.' } }] };
	await using stage = await Stage.open({ script: script(writes, delivers) });
	const inputs = { 'skip-if': 'own-pull-request', mode: 'edit' };
	expect((await scheduled(stage, inputs)).outputs).toMatchObject({ outcome: 'completed' });
	const [pull] = await stage.pulls();
	expect((await standing(stage)).body).toContain(`[#${pull?.number}](`);
	const second = await scheduled(stage, inputs);
	expect(second.outputs).toMatchObject({ outcome: 'nothing-to-do', 'reason-code': 'own-pull-request-open' });
	expect(second.outputs['summary']).toContain(`#${pull?.number}`);
	await stage.github.act('maintainer', 'PATCH', `/pulls/${pull?.number}`, { state: 'closed' });
	expect((await scheduled(stage, inputs)).outputs['outcome']).toBe('completed');
	expect(await stage.pulls()).toHaveLength(2);
});
