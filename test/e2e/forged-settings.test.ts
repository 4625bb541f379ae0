import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { JobEnd } from '../../rehearsal/job-runner.ts';
import { git } from '../../rehearsal/sample-repository.ts';
import { sha256 } from '../../src/core/index.ts';
import { publishedHead } from '../../src/report/index.ts';
import { journalOf, Stage, writer } from './stage.ts';

const touch = (path: string) => ({ tool: 'shell_exec', args: { command: `rm -f none; touch ${path}` } });
const script = JSON.stringify({
	turns: [{ calls: [touch('a.txt')] }, { calls: [touch('b.txt')] }, { text: 'Ended.' }],
});
const files = { '.github/countersign.yml': 'mode: edit\napprovals: { role: admin }\n' };

type Header = Record<string, unknown> & { settings: Record<string, unknown> };

/** Adds a commit with these files to a run's ref, as anybody with push access can. */
function rewrite(stage: Stage, ref: string, changed: Readonly<Record<string, string>>, message: string): void {
	const dir = stage.github.repositoryDir;
	const at = (...args: readonly string[]) => git(dir, ...args);
	const entries = at('ls-tree', '-r', ref)
		.split('\n')
		.filter((line) => !Object.keys(changed).some((path) => line.endsWith(`\t${path}`)));
	const write = (content: string) =>
		execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: dir, input: content }).toString().trim();
	const lines = [
		...entries,
		...Object.entries(changed).map(([path, content]) => `100644 blob ${write(content)}\t${path}`),
	];
	// A separate index creates the folders.
	const env = { ...process.env, GIT_INDEX_FILE: `${dir}/forging-index` };
	execFileSync('git', ['read-tree', '--empty'], { cwd: dir, env });
	execFileSync('git', ['update-index', '--index-info'], { cwd: dir, env, input: `${lines.join('\n')}\n` });
	const tree = execFileSync('git', ['write-tree'], { cwd: dir, env }).toString().trim();
	const commit = at(
		'-c',
		'user.name=w',
		'-c',
		'user.email=w@example.com',
		'commit-tree',
		tree,
		'-p',
		at('rev-parse', ref),
		'-m',
		message,
	);
	at('update-ref', ref, commit);
}

/** A writer changes the frozen header of a run, rebuilds chain and label, and edits the head in the bot's comment. */
async function forge(
	stage: Stage,
	run: string,
	change: (header: Header) => Header,
	edit = async (comment: number, body: string): Promise<void> => {
		await stage.github.editComment({ comment, user: writer.login, body });
	},
): Promise<void> {
	const ref = `refs/countersign/runs/${run}`;
	const show = (path: string) =>
		execFileSync('git', ['show', `${ref}:${path}`], { cwd: stage.github.repositoryDir }).toString();
	const [header = '', ...rest] = show('journal.jsonl').trimEnd().split('\n');
	const hashes: string[] = [];
	const lines = [JSON.stringify(change(JSON.parse(header))), ...rest].map((line) => {
		const linked = hashes.length === 0 ? line : line.replace(/^\{"prev":"[0-9a-f]{64}"/, `{"prev":"${hashes.at(-1)}"`);
		hashes.push(sha256(Buffer.from(linked)));
		return linked;
	});
	const label = { ...JSON.parse(show('label.json')), head: hashes.at(-1) };
	const message = `countersign: run ${run} ${label.status}\n\n${JSON.stringify(label)}`;
	rewrite(
		stage,
		ref,
		{ 'journal.jsonl': `${lines.join('\n')}\n`, 'label.json': `${JSON.stringify(label)}\n` },
		message,
	);
	const progress = (await stage.comments()).find(({ body }) => publishedHead(body) !== undefined);
	const head = publishedHead(progress?.body ?? '');
	const body = progress?.body.replaceAll(head?.hash ?? 'none', hashes[(head?.count ?? 1) - 1] ?? '') ?? '';
	await edit(progress?.id ?? 0, body);
}

const inMode =
	(mode: string) =>
	(header: Header): Header => ({ ...header, settings: { ...header.settings, mode } });
const started = (end: JobEnd) =>
	end.outputs['audit-dir'] ? journalOf(end).filter(({ type }) => type === 'tool_started') : [];

/** A person who runs their own workflow edits with the workflow's token, as the bot does. */
const asTheWorkflow =
	(stage: Stage) =>
	async (comment: number, body: string): Promise<void> => {
		const headers = { authorization: `Bearer ${stage.github.actionsToken}`, 'content-type': 'application/json' };
		const url = `${stage.github.url}/repos/octo-org/slugs/issues/comments/${comment}`;
		expect((await fetch(url, { method: 'PATCH', headers, body: JSON.stringify({ body }) })).status).toBe(200);
	};

async function waiting(stage: Stage, change = {}): Promise<string> {
	const end = await stage.say('maintainer', '/agent do it', change);
	expect(end.outputs, end.log).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
	return end.outputs['run'] ?? '';
}

it('a forged mode and head are refused, because a writer edited the comment', async () => {
	await using stage = await Stage.open({ script, files });
	const run = await waiting(stage);
	await forge(stage, run, inMode('auto'));
	const end = await stage.say('maintainer', '/approve A1');
	expect(end.outputs, end.log).toMatchObject({ outcome: 'failed', 'reason-code': 'checkpoint-forged' });
	expect(started(end)).toEqual([]);
});

it('a forged mode `auto` has no effect if nobody can tell who edited the comment', async () => {
	await using stage = await Stage.open({ script, files });
	const run = await waiting(stage);
	await forge(stage, run, inMode('auto'), asTheWorkflow(stage));
	const end = await stage.say('maintainer', '/approve A1');
	expect(end.outputs, end.log).toMatchObject({ outcome: 'waiting', approvals: 'A2' });
	expect(started(end)).toHaveLength(1);
});

it('a setup command that is in no configuration is refused', async () => {
	await using stage = await Stage.open({ script, files });
	const run = await waiting(stage);
	const setup = [{ run: 'echo planted', hosts: [], seconds: 60 }];
	await forge(stage, run, (header) => ({ ...header, settings: { ...header.settings, setup } }), asTheWorkflow(stage));
	const end = await stage.say('maintainer', '/approve A1');
	expect(end.outputs, end.log).toMatchObject({ outcome: 'failed', 'reason-code': 'checkpoint-forged' });
	expect(end.log).toContain('`setup`');
});

it('the key of a model provider encrypts the saved state without any setting', async () => {
	await using stage = await Stage.open({ script, files });
	const inputs = { ...stage.inputs(), 'anthropic-api-key': `sk-ant-${'made-up-'.repeat(6)}` };
	const run = await waiting(stage, { inputs });
	const ref = `refs/countersign/runs/${run}`;
	const kept = git(stage.github.repositoryDir, 'log', '-p', '--format=%B', ref);
	expect(kept).not.toMatch(/run_started|scripted:|made-up/);
	expect(kept).toContain('sealed.json');
	const keyless = await stage.say('maintainer', '/approve A1');
	expect(keyless.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'state-key-missing' });
	const end = await stage.say('maintainer', '/approve A1', { inputs });
	expect(end.outputs, end.log).toMatchObject({ outcome: 'waiting', approvals: 'A2' });
	expect(started(end)).toHaveLength(1);
});

it('a run that was saved before there was a key is refused, and its thread says what to do', async () => {
	await using stage = await Stage.open({ script, files });
	await waiting(stage);
	const inputs = { ...stage.inputs(), 'anthropic-api-key': `sk-ant-${'made-up-'.repeat(6)}` };
	const end = await stage.say('maintainer', '/approve A1', { inputs });
	expect(end.outputs, end.log).toMatchObject({ outcome: 'failed', 'reason-code': 'checkpoint-unsealed' });
	expect((await stage.comments()).at(-1)?.body).toContain('an earlier version saved it');
	const again = await stage.say('maintainer', '/agent do it', { inputs });
	expect(again.outputs, again.log).toMatchObject({ outcome: 'waiting', approvals: 'A2' });
});
