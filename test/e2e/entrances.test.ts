import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git, writeFiles } from '../../rehearsal/sample-repository.ts';
import { journalOf, root, Stage } from './stage.ts';

const script =
	'turns: [{ text: I have looked., calls: [{ tool: file_list, args: {} }] }, { text: Nothing to change. }]';
const skill = `---
name: tidy
description: Tidies up
triggers: [tidy]
---
Look for what is untidy.
`;

test('the label starts one run, whichever event GitHub sends', async () => {
	await using stage = await Stage.open({ script });
	const opened = await stage.github.openIssue({
		user: 'maintainer',
		title: 'Look around',
		body: 'Please.',
		labels: ['agent'],
	});
	const events = [
		await stage.github.issuesEvent(opened, 'opened'),
		await stage.github.issuesEvent(opened, 'labeled', 'agent'),
	];
	const ends = [];
	for (const payload of events) ends.push(await stage.startWith({ event: { name: 'issues', payload } }).ended);
	expect(ends.map((end) => end.outputs['outcome'])).toEqual(['completed', 'duplicate']);
	expect(ends[0]?.outputs['run']).toBe(ends[1]?.outputs['run']);
	await stage.github.act('maintainer', 'POST', `/issues/${opened.number}/labels`, { labels: ['bug'] });
	const other = await stage.github.issuesEvent(opened, 'labeled', 'bug');
	expect((await stage.startWith({ event: { name: 'issues', payload: other } }).ended).outputs['outcome']).toBe(
		'nothing-to-do',
	);
});

test('a dispatch and a schedule share one standing issue', async () => {
	await using stage = await Stage.open({ script, files: { '.github/countersign/skills/tidy/SKILL.md': skill } });
	const dispatch = {
		name: 'workflow_dispatch',
		payload: await stage.github.workflowDispatchEvent({ prompt: 'look' }, 'maintainer'),
	};
	const schedule = { name: 'schedule', payload: await stage.github.scheduleEvent() };
	const first = await stage.startWith({ event: dispatch, inputs: { prompt: 'look' } }).ended;
	const second = await stage.startWith({ event: schedule, inputs: { skill: 'tidy' } }).ended;
	expect([first, second].map((end) => end.outputs['outcome'])).toEqual(['completed', 'completed']);
	const { body } = await stage.github.act('maintainer', 'GET', '/issues?labels=countersign');
	expect(body).toEqual([expect.objectContaining({ title: 'Countersign: agent' })]);
	expect(journalOf(second)[0]).toMatchObject({ request: { trigger: 'schedule', task: 'Follow the skill "tidy".' } });
	const unknown = await stage.startWith({ event: schedule, inputs: { skill: 'tidi' } }).ended;
	expect(unknown.outputs['reason-code']).toBe('bad-input');
	expect(unknown.log).toMatch(/`skill: tidi` names no skill; there are .*tidy/);
	const nothing = await stage.startWith({ event: { ...dispatch, name: 'workflow_dispatch' } }).ended;
	expect(nothing.log).toMatch(/neither `prompt` nor `skill` is set/);
});

test('with `audit: branch` each run adds its audit folder to the orphan branch', async () => {
	await using stage = await Stage.open({ script });
	const ends = [];
	for (const task of ['one', 'two'])
		ends.push(await stage.say('maintainer', `/agent ${task}`, { inputs: { ...stage.inputs(), audit: 'branch' } }));
	const branch = 'refs/heads/countersign/audit';
	const names = git(stage.github.repositoryDir, 'ls-tree', '-r', '--name-only', branch).split('\n');
	for (const end of ends) expect(names).toContain(`runs/${end.outputs['run']}/journal.jsonl`);
	expect(git(stage.github.repositoryDir, 'rev-list', '--max-parents=0', branch)).not.toBe(
		git(stage.github.repositoryDir, 'rev-list', '--max-parents=0', 'refs/heads/main'),
	);
	const committed = execFileSync('git', ['show', `${branch}:runs/${ends[1]?.outputs['run']}/journal.jsonl`], {
		cwd: stage.github.repositoryDir,
	});
	expect(committed).toEqual(readFileSync(join(ends[1]?.outputs['audit-dir'] ?? '', 'journal.jsonl')));
});

test('a run with its state in a folder waits and continues as with refs', async () => {
	const waiting = 'turns: [{ calls: [{ tool: shell_exec, args: { command: bash scripts/say.sh } }] }, { text: Said. }]';
	await using stage = await Stage.open({
		script: waiting,
		files: { 'scripts/say.sh': 'if false; then ./tool; fi\necho said\n' },
	});
	const state = join(stage.folder, 'state');
	mkdirSync(state);
	const inputs = { ...stage.inputs(), state: `directory:${state}` };
	const first = await stage.say('maintainer', '/agent say it', { inputs });
	expect(first.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	const second = await stage.say('maintainer', '/approve A1', { inputs });
	expect(second.outputs).toMatchObject({ outcome: 'completed' });
	expect(stage.refs().filter((ref) => ref.includes('countersign'))).toEqual([]);
});

test('the check shows "action required" while the run waits, and then the outcome', async () => {
	const waiting = 'turns: [{ calls: [{ tool: shell_exec, args: { command: bash scripts/say.sh } }] }, { text: Said. }]';
	await using stage = await Stage.open({
		script: waiting,
		files: { 'scripts/say.sh': 'if false; then ./tool; fi\necho said\n' },
	});
	git(stage.github.repositoryDir, 'branch', 'feature', 'main');
	const tree = git(stage.github.repositoryDir, 'rev-parse', 'main^{tree}');
	git(
		stage.github.repositoryDir,
		'update-ref',
		'refs/heads/feature',
		git(stage.github.repositoryDir, 'commit-tree', tree, '-p', 'main', '-m', 'Feature'),
	);
	const pull = await stage.github.openPullRequest({ user: 'maintainer', title: 'Feature', head: 'feature' });
	const checks = async () => {
		const { body } = await stage.github.act('maintainer', 'GET', '/commits/feature/check-runs');
		return (body as unknown as { check_runs: { name: string; conclusion: string }[] }).check_runs.map(
			({ name, conclusion }) => `${name}: ${conclusion}`,
		);
	};
	const say = async (body: string) =>
		(await stage.start(await stage.github.comment({ issue: pull.number, user: 'maintainer', body }))).ended;
	expect((await say('/agent say it')).outputs['outcome']).toBe('waiting');
	expect(await checks()).toEqual(['Countersign: action_required']);
	expect((await say('/deny A1 no')).outputs['outcome']).toBe('denied');
	expect(await checks()).toEqual(['Countersign: neutral']);
});

test('the kill switch stops a waiting run, and model output gives no command to the runner', async () => {
	const waiting = `turns:
  - calls: [{ tool: "##[add-mask]x", args: {} }, { tool: shell_exec, args: { command: bash scripts/say.sh } }]
  - text: Said.
`;
	await using stage = await Stage.open({
		script: waiting,
		files: { 'scripts/say.sh': 'if false; then ./tool; fi\necho said\n' },
	});
	const first = await stage.say('maintainer', '/agent say it');
	expect(first.outputs['outcome']).toBe('waiting');
	expect(first.log).toContain('## [add-mask]x');
	expect(first.log).not.toContain('##[');
	const clone = join(stage.folder, 'clone');
	git(stage.folder, 'clone', '-q', stage.github.repositoryDir, clone);
	writeFiles(clone, { '.github/countersign.yml': 'enabled: false\n' });
	git(clone, 'add', '-A');
	git(clone, 'commit', '-q', '-m', 'Stop');
	git(clone, 'push', '-q', 'origin', 'HEAD:main');
	for (const body of ['/approve A1', '/agent again']) {
		expect((await stage.say('maintainer', body)).outputs).toMatchObject({
			outcome: 'cancelled',
			'reason-code': 'switched-off',
		});
	}
});

test('a journal that was rebuilt under its ref is refused, because the comment has another head', async () => {
	const waiting = 'turns: [{ calls: [{ tool: shell_exec, args: { command: bash scripts/say.sh } }] }, { text: Said. }]';
	await using stage = await Stage.open({
		script: waiting,
		files: { 'scripts/say.sh': 'if false; then ./tool; fi\necho said\n' },
	});
	await stage.say('maintainer', '/agent say it');
	rechain(stage, (line) => line.replace('"decision":"confirm"', '"decision":"allow"'));
	const end = await stage.say('maintainer', '/deny A1 no');
	expect(end.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'checkpoint-forged' });
	const [told] = (await stage.comments()).filter((comment) => comment.body.includes('this did not go on'));
	expect(told?.body).toContain('does not go on from line');
});

/** Forges a run, as a person with write access to its ref can: changed lines, a new hash chain, and a matching label. */
function rechain(stage: Stage, change: (line: string) => string): void {
	const repository = stage.github.repositoryDir;
	const ref = stage.refs().find((name) => name.includes('countersign/runs/')) ?? '';
	const show = (file: string): string =>
		execFileSync('git', ['show', `${ref}:${file}`], { cwd: repository, encoding: 'utf8' });
	let prev = '0'.repeat(64);
	const lines = show('journal.jsonl')
		.trimEnd()
		.split('\n')
		.map((line) => {
			const forged = change(line).replace(/^\{"prev":"[0-9a-f]{64}"/, `{"prev":"${prev}"`);
			prev = createHash('sha256').update(forged).digest('hex');
			return forged;
		});
	const label = JSON.stringify({ ...JSON.parse(show('label.json')), head: prev });
	const blob = (text: string): string =>
		execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: repository, input: text, encoding: 'utf8' }).trim();
	const names: Record<string, string> = {
		'journal.jsonl': blob(`${lines.join('\n')}\n`),
		'label.json': blob(`${label}\n`),
	};
	const tree = git(repository, 'ls-tree', ref)
		.split('\n')
		.map((row) => {
			const name = row.split('\t')[1] ?? '';
			return names[name] === undefined ? row : `100644 blob ${names[name]}\t${name}`;
		});
	const forged = execFileSync('git', ['mktree'], {
		cwd: repository,
		input: `${tree.join('\n')}\n`,
		encoding: 'utf8',
	}).trim();
	git(repository, 'update-ref', ref, git(repository, 'commit-tree', forged, '-p', ref, '-m', `forged\n\n${label}`));
}

test('an answer counts only with write access at that time, and any writer may answer', async () => {
	const waiting = 'turns: [{ calls: [{ tool: shell_exec, args: { command: bash scripts/say.sh } }] }, { text: Said. }]';
	await using stage = await Stage.open({
		script: waiting,
		files: { 'scripts/say.sh': 'if false; then ./tool; fi\necho said\n' },
	});
	await stage.say('maintainer', '/agent say it');
	stage.github.setPermission('maintainer', 'read');
	expect((await stage.say('maintainer', '/approve A1')).outputs['outcome']).toBe('refused');
	expect((await stage.say('octocat', '/approve A1')).outputs['outcome']).toBe('refused');
	expect((await stage.say('hubot-writer', '/approve A1')).outputs['outcome']).toBe('completed');
});

test('if Actions may not open pull requests, the run pushes a branch and gives a link', async () => {
	const deliver = `turns:
  - calls: [{ tool: file_write, args: { path: NEW.md, content: new } }]
  - calls: [{ tool: open_pull_request, args: { title: Add it, body: Done. } }]
  - text: Delivered.
`;
	await using stage = await Stage.open({ script: deliver, pullRequestsByActionsAllowed: false });
	const end = await stage.say('maintainer', '/agent add it');
	expect(end.outputs['outcome']).toBe('completed');
	expect(await stage.pulls()).toEqual([]);
	expect(stage.refs()).toContain('refs/heads/countersign/1-add-it');
	const results = journalOf(end).filter((entry) => entry['type'] === 'tool_result');
	expect(JSON.stringify(results.at(-1))).toMatch(
		/compare\/main\.\.\.countersign\/1-add-it\?expand=1.*Create pull request/,
	);
});

test('a run stops if the checkout has earlier changes or is not a git repository', async () => {
	await using stage = await Stage.open({ script });
	const disk = stage.freshDisk();
	await stage.say('maintainer', 'just a comment', { disk });
	const workspace = join(disk, 'work', 'slugs', 'slugs');
	execFileSync('sh', ['-c', 'echo left >> left-behind.txt'], { cwd: workspace });
	const end = await stage.say('maintainer', '/agent look', { disk, keepCheckout: true });
	expect(end.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'checkout-mismatch' });
	expect(end.log).toMatch(/changes from before the run: left-behind\.txt.*actions\/checkout/);
	execFileSync('rm', ['-rf', join(workspace, '.git')]);
	const none = await stage.say('maintainer', '/agent look', { disk, keepCheckout: true });
	expect(none.outputs['reason-code']).toBe('checkout-mismatch');
});

test('`audit verify` accepts a run, and rejects a changed line', async () => {
	await using stage = await Stage.open({ script });
	const end = await stage.say('maintainer', '/agent look');
	const cli = (...args: string[]): string =>
		execFileSync(process.execPath, [join(root, 'dist/cli.js'), ...args], { encoding: 'utf8', stdio: 'pipe' });
	const folder = end.outputs['audit-dir'] ?? '';
	expect(existsSync(join(folder, 'context.md'))).toBe(true);
	expect(cli('audit', 'verify', folder)).toMatch(/^unanchored: \d+ lines hold together/);
	expect(cli('audit', 'verify', folder, '--head', end.outputs['journal-head'] ?? '')).toMatch(/^verified/);
	execFileSync('sed', ['-i', '3s/"at":"2/"at":"3/', join(folder, 'journal.jsonl')]);
	expect(() => cli('audit', 'verify', folder)).toThrow(/Command failed/);
	expect(() => cli('audit', 'verify', join(folder, 'nothing'))).toThrow(/does not exist/);
	expect(() => cli('audti')).toThrow(/`audti` is not a command/);
});
