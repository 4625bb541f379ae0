import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { git } from '../../../rehearsal/sample-repository.ts';
import { openHostileStages, Stage } from '../stage.ts';

openHostileStages();

test('a run reads a job log through a redirect, and the log store gets no token', async () => {
	await using stage = await Stage.open({ mode: 'contained' });
	const { github } = stage;
	const sha = git(github.repositoryDir, 'rev-parse', 'refs/heads/main');
	const check = { name: 'test', head_sha: sha, conclusion: 'failure', output: { title: '1 failed', summary: 's' } };
	const made = await fetch(`${github.url}/repos/${github.owner}/${github.repo}/check-runs`, {
		method: 'POST',
		headers: { authorization: `Bearer ${github.actionsToken}`, 'content-type': 'application/json' },
		body: JSON.stringify(check),
	});
	const { id } = (await made.json()) as { id: number };
	github.setJobLog(id, '2026-11-21T12:00:00Z actual: hello_wide_world\n');
	const turns = [
		{ calls: [{ tool: 'check_log', args: { check: id } }] },
		{ when: { last_result_contains: 'hello_wide_world' }, text: 'It joins with underscores.' },
	];
	writeFileSync(stage.script, JSON.stringify({ turns }));
	const end = await stage.say('maintainer', '/agent why is it red?');
	expect(end.outputs, end.log).toMatchObject({ outcome: 'completed', 'reason-code': 'answered' });
	const asked = github.requests.filter(({ path }) => path.endsWith(`/logs/${id}`) || path.endsWith(`/${id}/logs`));
	expect(asked.map(({ status, who }) => ({ status, who }))).toEqual([
		{ status: 302, who: 'github-actions[bot]' },
		{ status: 200, who: null },
	]);
	// A refused request for settings does not stop the run.
	const settings = github.requests.filter(({ path }) => path.endsWith('/actions/permissions/workflow'));
	expect(settings.map(({ status }) => status)).toEqual([403]);
});
