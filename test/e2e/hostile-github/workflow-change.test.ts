import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git } from '../../../rehearsal/sample-repository.ts';
import { openHostileStages, Stage } from '../stage.ts';

openHostileStages();

const workflow = '.github/workflows/ci.yml';
const delivery = [
	{ calls: [{ tool: 'file_write', args: { path: 'src/new.js', content: 'export const one = 1;\n' } }] },
	{ calls: [{ tool: 'shell_exec', args: { command: 'bash scripts/once.sh' } }] },
	{ calls: [{ tool: 'open_pull_request', args: { title: 'Add one', body: 'It was missing.' } }] },
	{ text: 'Ended.' },
];

/** A run that waits to deliver, and a commit on the default branch that changes these files meanwhile. */
async function aWaitingDelivery(meanwhile: Readonly<Record<string, string>>) {
	const stage = await Stage.open({
		files: { [workflow]: 'on: push\n', 'scripts/once.sh': 'if false; then ./tool; fi\necho ran\n' },
		script: JSON.stringify({ turns: delivery }),
	});
	const asked = await stage.say('maintainer', '/agent add it');
	expect(asked.outputs, asked.log).toMatchObject({ outcome: 'waiting' });
	const { repositoryDir } = stage.github;
	const tree = Object.entries(meanwhile).map(([path, content]) => ({ path, mode: '100644', type: 'blob', content }));
	const base = git(repositoryDir, 'rev-parse', 'main');
	const made = await stage.github.act('maintainer', 'POST', '/git/trees', { base_tree: base, tree });
	const body = { message: 'Meanwhile', tree: (made.body as { sha: string }).sha, parents: [base] };
	const commit = ((await stage.github.act('maintainer', 'POST', '/git/commits', body)).body as { sha: string }).sha;
	git(repositoryDir, 'update-ref', 'refs/heads/main', commit);
	return { stage, commit };
}

test('an approved delivery goes on top of the current branch if a workflow changed meanwhile', async () => {
	const { stage, commit } = await aWaitingDelivery({ [workflow]: 'on: pull_request\n' });
	await using _ = stage;
	const answered = await stage.say('maintainer', '/approve A1');
	expect(answered.exitCode, answered.log).toBe(0);
	expect(answered.outputs['pull-request'], answered.log).not.toBe('');
	const pull = (await stage.github.act('maintainer', 'GET', `/pulls/${answered.outputs['pull-request']}`)).body as {
		readonly body: string;
		readonly head: { readonly sha: string };
	};
	expect(git(stage.github.repositoryDir, 'rev-parse', `${pull.head.sha}^`)).toBe(commit);
	expect(git(stage.github.repositoryDir, 'diff', '--name-only', commit, pull.head.sha)).toBe('src/new.js');
	expect(pull.body).toContain(`put on top of \`${commit.slice(0, 12)}\``);
	// When it opens, it is unknown whether GitHub starts its checks or lets them wait for a person, so the text covers both.
	expect(pull.body).toContain('*Approve workflows to run*');
	expect(pull.body).toContain('*Close* and *Reopen*');
});

test('a conflict with the current branch is not merged, and the run names the file', async () => {
	const { stage } = await aWaitingDelivery({
		[workflow]: 'on: pull_request\n',
		'src/new.js': 'export const one = 2;\n',
	});
	await using _ = stage;
	const answered = await stage.say('maintainer', '/approve A1');
	expect(answered.outputs, answered.log).toMatchObject({
		...{ outcome: 'failed', 'reason-code': 'github-workflows', 'pull-request': '' },
	});
	expect(answered.exitCode).toBe(1);
	expect(readFileSync(join(answered.outputs['audit-dir'] ?? '', 'undelivered.patch'), 'utf8')).toContain('src/new.js');
	const comments = (await stage.github.act('maintainer', 'GET', `/issues/${stage.issue}/comments`)).body as {
		readonly body: string;
	}[];
	const text = comments.map(({ body }) => body).join('\n');
	expect(text).toContain('`src/new.js` changed there, too');
	expect(text).toContain('### ❌ Not delivered');
});

test('a job on an outdated commit completes, even if a workflow changed since', async () => {
	await using stage = await Stage.open({ files: { [workflow]: 'on: push\n' } });
	const { repositoryDir } = stage.github;
	const base = git(repositoryDir, 'rev-parse', 'main');
	const comment = await stage.comment('maintainer', '/agent look');
	const tree = [{ path: workflow, mode: '100644', type: 'blob', content: 'on: pull_request\n' }];
	const made = await stage.github.act('maintainer', 'POST', '/git/trees', { base_tree: base, tree });
	const body = { message: 'Meanwhile', tree: (made.body as { sha: string }).sha, parents: [base] };
	const commit = ((await stage.github.act('maintainer', 'POST', '/git/commits', body)).body as { sha: string }).sha;
	git(repositoryDir, 'update-ref', 'refs/heads/main', commit);
	const ended = await (await stage.start(comment, { commit: base })).ended;
	expect(ended.outputs, ended.log).toMatchObject({ outcome: 'completed' });
});
