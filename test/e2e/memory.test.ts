import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JobEnd } from '../../rehearsal/job-runner.ts';
import { git } from '../../rehearsal/sample-repository.ts';
import { Stage } from './stage.ts';

const branch = 'refs/heads/countersign/memory';
const twoCommands = JSON.stringify({
	turns: [
		{ calls: [{ tool: 'shell_exec', args: { command: 'bash scripts/once.sh' } }] },
		{ calls: [{ tool: 'shell_exec', args: { command: 'bash scripts/twice.sh' } }] },
		{ text: 'Ended.' },
	],
});
const files = {
	'scripts/once.sh': 'if false; then ./tool; fi\necho ran\n',
	'scripts/twice.sh': 'if false; then ./tool; fi\necho ran twice\n',
};

/** The branch's files with their text. */
function kept({ github }: Stage): Readonly<Record<string, string>> {
	const dir = github.repositoryDir;
	if (git(dir, 'for-each-ref', branch) === '') return {};
	const paths = git(dir, 'ls-tree', '-r', '--name-only', branch).split('\n');
	return Object.fromEntries(paths.map((path) => [path, git(dir, 'show', `${branch}:${path}`)]));
}

const fileIn = (all: Readonly<Record<string, string>>, folder: string): string =>
	Object.entries(all).find(([path]) => path.startsWith(`${folder}/`))?.[1] ?? '';

/** Everything that a run's model was sent. */
function toldIn(end: JobEnd): string {
	const folder = end.outputs['audit-dir'] ?? '';
	const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
		/context.*\.md$/.test(path),
	);
	return paths.map((path) => readFileSync(join(folder, path), 'utf8')).join('\n');
}

test('a run stores approvals and denials with reasons, and the next run gets them [seeds 12, 72, 89]', async () => {
	await using stage = await Stage.open({ script: twoCommands, files });
	await stage.say('maintainer', '/agent run both scripts');
	await stage.say('maintainer', '/approve A1');
	const end = await stage.say('maintainer', '/deny A2 because the second one wipes the cache');
	expect(end.outputs['outcome']).toBe('denied');
	const all = kept(stage);
	expect(fileIn(all, 'episodes')).toContain('run both scripts');
	expect(fileIn(all, 'feedback')).toMatch(/\| shell_exec \| approved\n.*once\.sh.*\n {2}- By: A1 by @maintainer/);
	expect(fileIn(all, 'feedback')).toMatch(
		/\| shell_exec \| denied\n.*twice\.sh.*\n {2}- Reason: .*wipes the cache\n {2}- By: @maintainer/,
	);
	expect(git(stage.github.repositoryDir, 'rev-list', '--max-parents=0', '--count', branch)).toBe('1');
	expect(git(stage.github.repositoryDir, 'ls-tree', '--name-only', branch)).not.toContain('src');
	const next = await stage.say('maintainer', '/agent run both scripts once more');
	const told = toldIn(next);
	expect(told).toContain('source="memory, what maintainers approve and deny here"');
	expect(told).toMatch(/denied 1×.*@maintainer: “.*wipes the cache”/);
});

test('two runs that end together lose no entry, and a repeated event adds none', async () => {
	await using stage = await Stage.open({ script: 'turns: [{ text: Nothing to do. }]' });
	const other = await stage.github.openIssue({ user: 'maintainer', title: 'Another', body: 'One.' });
	const comments = [
		await stage.comment('maintainer', '/agent look at one'),
		await stage.github.comment({ issue: other.number, user: 'maintainer', body: '/agent look at two' }),
	];
	const jobs = await Promise.all(comments.map((comment) => stage.start(comment)));
	await Promise.all(jobs.map((job) => job.ended));
	const text = (): string => fileIn(kept(stage), 'episodes');
	expect(text()).toContain('look at one');
	expect(text()).toContain('look at two');
	const again = await stage.start(comments[0] ?? expect.fail());
	expect((await again.ended).outputs['outcome']).toBe('duplicate');
	expect(text().match(/^## /gm)).toHaveLength(2);
});

test('a secret that a run met is not on the memory branch', async () => {
	const canary = 'ghp_c4n4ryc4n4ryc4n4ryc4n4ryc4n4ryc4n4ry';
	const script = JSON.stringify({
		turns: [{ calls: [{ tool: 'file_read', args: { path: 'notes.txt' } }] }, { text: `It says ${canary}.` }],
	});
	await using stage = await Stage.open({ script, files: { 'notes.txt': `token: ${canary}\n` } });
	await stage.say('maintainer', `/agent read notes.txt and look for ${canary}`);
	const all = Object.values(kept(stage)).join('\n');
	expect(all).toContain('file_read');
	expect(all).not.toContain(canary);
});

test("a run on a fork's pull request writes no memory and reads none, even after `/agent ok`", async () => {
	await using stage = await Stage.open({ script: 'turns: [{ text: Nothing to do. }]' });
	await stage.say('maintainer', '/agent remember the pineapple');
	const before = kept(stage);
	expect(fileIn(before, 'episodes')).toContain('pineapple');
	const dir = stage.github.repositoryDir;
	const { body } = await stage.github.act('maintainer', 'POST', '/git/commits', {
		message: 'theirs',
		tree: git(dir, 'rev-parse', 'main^{tree}'),
		parents: [git(dir, 'rev-parse', 'main')],
	});
	const { sha } = body as { sha: string };
	git(dir, 'update-ref', 'refs/heads/theirs', sha);
	const { number } = await stage.github.openPullRequest({
		user: 'octocat',
		title: 'The pineapple',
		head: 'theirs',
		fork: 'octocat',
	});
	for (const words of ['/agent look at the pineapple', `/agent ok ${sha}`, '/agent look at the pineapple again']) {
		const comment = await stage.github.comment({ issue: number, user: 'maintainer', body: words });
		const end = await (await stage.start(comment)).ended;
		if (words.includes('look')) expect(toldIn(end)).not.toContain('remember the pineapple');
	}
	expect(kept(stage)).toEqual(before);
});

test('with `memory: artifact` the memory is in the audit folder, and on no branch', async () => {
	await using stage = await Stage.open({ files: { '.github/countersign.yml': 'memory: artifact\n' } });
	const end = await stage.say('maintainer', '/agent look');
	expect(end.outputs['outcome']).toBe('completed');
	expect(kept(stage)).toEqual({});
	expect(readdirSync(join(end.outputs['audit-dir'] ?? '', 'episodes'))).toHaveLength(1);
});

test('a note needs approval, is stored as a quotation, and is found by the next run', async () => {
	const script = JSON.stringify({
		turns: [
			{ calls: [{ tool: 'memory_note', args: { text: 'The fixture server needs port 8080.' } }] },
			{ text: 'Noted.' },
		],
	});
	await using stage = await Stage.open({ script });
	const asking = await stage.say('maintainer', '/agent note what you learnt');
	expect(asking.outputs['outcome']).toBe('waiting');
	await stage.say('maintainer', '/approve A1');
	expect(fileIn(kept(stage), 'notes')).toMatch(
		/^- \d\d:\d\d \| A note by the agent of run 1-\w+: “The fixture server needs port 8080\.”$/m,
	);
	writeFileSync(
		stage.script,
		JSON.stringify({
			turns: [{ calls: [{ tool: 'memory_search', args: { query: 'fixture ports' } }] }, { text: 'Found.' }],
		}),
	);
	const next = await stage.say('maintainer', '/agent find it');
	expect(next.outputs['outcome']).toBe('completed');
	expect(toldIn(next)).toMatch(/source="memory, notes\/[\d-]+\.md"[\s\S]*fixture server needs port 8080/);
});

test('a run completes if the memory branch cannot be written, and says why', async () => {
	await using stage = await Stage.open({ script: 'turns: [{ text: Nothing to do. }]' });
	// Git allows no branch below a branch of this name.
	git(stage.github.repositoryDir, 'update-ref', 'refs/heads/countersign', 'main');
	const end = await stage.say('maintainer', '/agent look');
	expect(end.outputs['outcome']).toBe('completed');
	expect((await stage.comments()).map(({ body }) => body).join('\n')).toContain(
		'What this run remembers is not on the branch `countersign/memory`',
	);
	expect((await stage.say('maintainer', '/agent look again')).outputs['outcome']).toBe('completed');
});
