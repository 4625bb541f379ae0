import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git } from '../../rehearsal/sample-repository.ts';
import { journalOf, root, Stage } from './stage.ts';
import { standInProvider } from './stand-in-provider.ts';

const provider = standInProvider();

const key = 'sk-ant-api03-not-a-real-key-only-for-this-test-0123456789';
const install = 'npm install --offline --no-audit --no-fund ./vendor/tiny-words-1.0.0.tgz';

const turns: readonly (readonly { readonly name: string; readonly args: Readonly<Record<string, string>> }[])[] = [
	[
		{ name: 'file_read', args: { path: 'src/slug.js' } },
		{ name: 'shell_exec', args: { command: 'npm test' } },
		{ name: 'shell_exec', args: { command: 'rm -rf / --no-preserve-root' } },
		{ name: 'file_edit', args: { path: 'src/slug.js', old_text: "join('_')", new_text: "join('-')" } },
	],
	[{ name: 'shell_exec', args: { command: install } }],
	[{ name: 'shell_exec', args: { command: 'npm test' } }],
	[{ name: 'open_pull_request', args: { title: 'Join words with hyphens', body: 'As the test says.' } }],
];

function teach(): void {
	for (const [turnIndex, calls] of turns.entries()) {
		const toolCalls = calls.map(({ name, args }, index) => ({
			name,
			arguments: JSON.stringify(args),
			id: `toolu_${turnIndex}_${index}`,
		}));
		provider.on({ turnIndex }, { content: `Turn ${turnIndex}.`, toolCalls });
	}
	provider.on({ turnIndex: turns.length }, { content: 'The test passes now.' });
}

function claude(stage: Stage) {
	const inputs = { ...stage.inputs(), model: 'anthropic:claude-sonnet-5-5', 'anthropic-api-key': key };
	return { inputs, env: { ANTHROPIC_BASE_URL: provider.url } };
}

test.each([
	['custom git refs', {}],
	['branches, because GitHub refuses custom refs', { refuseCustomRefs: true }],
])('an Anthropic model over HTTP completes the main job, with the state in %s [seeds 45]', async (_where, options) => {
	teach();
	await using stage = await Stage.open(options);
	const disk = stage.freshDisk();
	const first = await stage.say('maintainer', '/agent make the test pass', { ...claude(stage), disk });
	expect(first).toMatchObject({
		exitCode: 0,
		outputs: { outcome: 'waiting', 'reason-code': 'approval-pending', approvals: 'A1' },
	});
	expect(first.summary).toContain('Waiting for approval');
	rmSync(disk, { recursive: true });
	const second = await stage.say('maintainer', '/approve A1', claude(stage));
	expect(second).toMatchObject({ exitCode: 0, outputs: { outcome: 'completed', 'reason-code': 'answered' } });

	const kinds = journalOf(second).filter((entry) =>
		['tool_attempt', 'approval', 'security_violation'].includes(String(entry['type'])),
	);
	expect(
		kinds.map((entry) => `${entry['type']} ${entry['decision'] ?? entry['approved'] ?? entry['matched_rule']}`),
	).toEqual([
		'tool_attempt allow',
		'tool_attempt allow',
		'tool_attempt block',
		expect.stringMatching(/^security_violation /),
		'tool_attempt allow',
		'tool_attempt confirm',
		'approval true',
		'tool_attempt allow',
		'tool_attempt allow',
	]);
	const [pull] = await stage.pulls();
	expect(pull).toMatchObject({ draft: true, title: 'Join words with hyphens' });
	const clone = join(stage.folder, 'clone');
	git(stage.folder, 'clone', '-q', '--branch', pull?.head.ref ?? '', stage.github.repositoryDir, clone);
	expect(git(clone, 'diff', '--name-only', 'origin/main')).toBe('src/slug.js');
	execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund'], { cwd: clone });
	expect(execFileSync('npm', ['test'], { cwd: clone, encoding: 'utf8' })).toMatch(/pass 1/);
	const verify = [
		join(root, 'dist/cli.js'),
		'audit',
		'verify',
		second.outputs['audit-dir'] ?? '',
		'--head',
		second.outputs['journal-head'] ?? '',
	];
	expect(execFileSync(process.execPath, verify, { encoding: 'utf8' })).toMatch(/^verified: /);
	const refs = stage.refs().filter((ref) => ref.includes('countersign'));
	const namespace = 'refuseCustomRefs' in options ? 'refs/heads/countersign-state/' : 'refs/countersign/';
	const others = [`refs/heads/${pull?.head.ref}`, 'refs/heads/countersign/memory'];
	expect(refs.filter((ref) => !ref.startsWith(namespace)).toSorted()).toEqual(others);
});

test('a run leaves comments and an audit folder, without any credential [seeds 12, 88, 89]', async () => {
	teach();
	await using stage = await Stage.open();
	await stage.say('maintainer', '/agent make the test pass', claude(stage));
	const end = await stage.say('maintainer', '/approve A1', claude(stage));
	const ours = (await stage.comments()).filter((comment) => comment.user.login === 'github-actions[bot]');
	expect(ours.map((comment) => comment.body.split('\n')[0])).toEqual(['### ✅ Done', '### ✅ Approved']);
	const folder = end.outputs['audit-dir'] ?? '';
	const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	for (const name of ['journal.jsonl', 'context.md', 'report.html', 'changes.diff', 'episodes', 'feedback', 'blobs'])
		expect(names).toContain(name);
	expect(readFileSync(join(folder, 'report.html'), 'utf8')).toMatch(
		/<strong>Done\.<\/strong>[\s\S]*approved[\s\S]*id="changes"/,
	);
	const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	const texts = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
	const feedback = texts.find((text) => text.includes('| approved'));
	expect(feedback).toMatch(/shell_exec \| blocked[\s\S]*shell_exec \| approved\n[\s\S]*A1 by @maintainer/);
	for (const secret of [key, stage.github.actionsToken]) {
		for (const text of [...texts, ...ours.map((comment) => comment.body), end.summary])
			expect(text).not.toContain(secret);
	}
});

test('a changed argument needs a new approval', async () => {
	const call = (name: string) => [
		{ name: 'shell_exec', arguments: JSON.stringify({ command: `bash scripts/say.sh ${name}` }), id: `toolu_${name}` },
	];
	provider.on({ turnIndex: 0 }, { content: 'One.', toolCalls: call('one') });
	provider.on({ turnIndex: 1 }, { content: 'Another.', toolCalls: call('two') });
	await using stage = await Stage.open({ files: { 'scripts/say.sh': 'if false; then ./tool; fi\necho "$1"\n' } });
	await stage.say('maintainer', '/agent say it', claude(stage));
	const second = await stage.say('maintainer', '/approve A1', claude(stage));
	expect(second.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A2' });
	const third = await stage.say('maintainer', '/approve A1', claude(stage));
	expect(third.outputs).toMatchObject({ outcome: 'nothing-to-do', 'reason-code': 'nothing-pending' });
	expect(journalOf(second).filter((entry) => entry['type'] === 'tool_started')).toHaveLength(1);
});

test('a denial is final, the model gets its reason, and the outcome is "denied" [seeds 10]', async () => {
	provider.on(
		{ turnIndex: 0 },
		{
			content: 'One.',
			toolCalls: [{ name: 'shell_exec', arguments: '{"command":"npm install left-pad"}', id: 'toolu_1' }],
		},
	);
	provider.on({ turnIndex: 1 }, { content: 'Then not.' });
	await using stage = await Stage.open();
	await stage.say('maintainer', '/agent install', claude(stage));
	const end = await stage.say('maintainer', '/deny A1 we pad by hand', claude(stage));
	expect(end.outputs).toMatchObject({ outcome: 'denied', 'reason-code': 'denied-by-maintainer' });
	expect(JSON.stringify(provider.getRequests().at(-1)?.body)).toContain(
		'Denied by @maintainer. Their reason: “we pad by hand”.',
	);
});

test('a stranger causes no model call and at most one reply', async () => {
	teach();
	await using stage = await Stage.open();
	for (const body of ['/agent do it', '/agent do it again', '/approve all'])
		await stage.say('octocat', body, claude(stage));
	expect(provider.getRequests()).toHaveLength(0);
	expect((await stage.comments()).filter((comment) => comment.user.login === 'github-actions[bot]')).toHaveLength(1);
});

test.each([
	[401, 'authentication_error', 'model-unauthorized', /ANTHROPIC_API_KEY/],
	[400, 'invalid_request_error', 'model-refused', /provider answered 400/],
	[529, 'overloaded_error', 'model-overloaded', /re-run the job/],
])('if the model answers %i, the run says so, and a re-run continues', async (status, type, reason, said) => {
	provider.on({ turnIndex: 0 }, { error: { message: 'no', type }, status });
	await using stage = await Stage.open();
	const comment = await stage.comment('maintainer', '/agent make the test pass');
	const runId = stage.newRunId();
	const failed = await (await stage.start(comment, { ...claude(stage), runId })).ended;
	expect(failed).toMatchObject({ exitCode: 1, outputs: { outcome: 'failed', 'reason-code': reason } });
	expect(failed.log).toMatch(said);
	expect(failed.log.replaceAll(`::add-mask::${key}`, '')).not.toContain(key);
	provider.clearFixtures();
	teach();
	const again = await (await stage.start(comment, { ...claude(stage), runId, attempt: 2 })).ended;
	expect(again.outputs).toMatchObject({ outcome: 'waiting', approvals: 'A1' });
});
