import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JobEnd } from '../../../rehearsal/job-runner.ts';
import { git } from '../../../rehearsal/sample-repository.ts';
import { openHostileStages, Stage } from '../stage.ts';

openHostileStages();

const open = { calls: [{ tool: 'open_pull_request', args: { title: 'Add one', body: 'It was missing.' } }] };
const write = (content: string) => ({ calls: [{ tool: 'file_write', args: { path: 'src/new.js', content } }] });
const ended = { text: 'That is all I can do.' };
const scriptOf = (...turns: object[]) => JSON.stringify({ turns });
const usual = scriptOf(write('export const one = 1;\n'), open, ended);

const patchOf = ({ outputs }: JobEnd) => join(outputs['audit-dir'] ?? '', 'undelivered.patch');

/** The run's own comment, as people see it at last. */
async function progressOf(stage: Stage): Promise<string> {
	const found = (await stage.comments()).find(({ body }) => body.startsWith('### '));
	return found?.body ?? '';
}

/** The files of a fresh clone after the real `git am`. */
function appliedIn(stage: Stage, end: JobEnd): string {
	const clone = join(stage.folder, 'clone');
	git(stage.folder, 'clone', '-q', stage.github.repositoryDir, clone);
	git(clone, 'am', '-q', '-3', patchOf(end));
	return clone;
}

function expectAudit({ outputs, log }: JobEnd): void {
	const folder = outputs['audit-dir'] ?? '';
	expect(existsSync(join(folder, 'journal.jsonl')), log).toBe(true);
	expect(existsSync(join(folder, 'report.html')), log).toBe(true);
	expect(outputs['journal-head'], log).toMatch(/^\d+:[0-9a-f]{64}$/);
}

test('a run ends as not delivered if a rule refuses its branch, and keeps a patch', async () => {
	const commands = [
		'head -c 3000 /dev/urandom > logo.bin',
		'rm test/slug.test.js',
		'chmod +x src/slug.js',
		'printf "no end" > notes.txt',
	];
	const shell = { calls: [{ tool: 'shell_exec', args: { command: commands.join(' && ') } }] };
	await using stage = await Stage.open({ mode: 'contained', script: scriptOf(shell, open, ended) });
	stage.github.rules = [{ type: 'creation', branches: /^countersign\// }];
	const asked = await stage.say('maintainer', '/agent add a logo');
	expect(asked.outputs, asked.log).toMatchObject({ outcome: 'waiting' });
	const end = await stage.say('maintainer', '/approve A1');
	expect(end.outputs, end.log).toMatchObject({ outcome: 'failed', 'reason-code': 'github-rules', 'pull-request': '' });
	expect(end.exitCode).toBe(1);
	const text = await progressOf(stage);
	expect(text).toMatch(/^### ❌ Not delivered/);
	expect(text).not.toContain('✅ Done');
	expect(text).toContain('a rule of this repository refuses the branch');
	expect(text).toContain('Cannot create ref due to creations being restricted');
	expect(text).toContain('Settings → Rules → Rulesets');
	const made = stage.github.requests.filter(
		({ method, path, body }) =>
			method === 'POST' && path.endsWith('/git/refs') && /heads\/countersign\/\d/.test(JSON.stringify(body)),
	);
	expect(made).toHaveLength(1);
	expectAudit(end);
	const { run = '' } = end.outputs;
	expect(text).toMatch(
		new RegExp(
			`gh run download \\d+ --repo \\S+octo-org/slugs --name countersign-${run}-1 --dir \\S+ && git am -3 \\S+/undelivered\\.patch`,
		),
	);
	const clone = appliedIn(stage, end);
	expect(readFileSync(join(clone, 'logo.bin'))).toHaveLength(3000);
	expect(existsSync(join(clone, 'test/slug.test.js'))).toBe(false);
	expect(lstatSync(join(clone, 'src/slug.js')).mode & 0o111).not.toBe(0);
	expect(readFileSync(join(clone, 'notes.txt'), 'utf8')).toBe('no end');
	expect(git(clone, 'log', '-1', '--format=%an|%s')).toBe('github-actions[bot]|Add one');
});

test('push protection ends the run with its reason, without endless retries', async () => {
	const token = `dop_v1_${'0a1b2c3d'.repeat(8)}`;
	await using stage = await Stage.open({ mode: 'contained', script: scriptOf(write(`// ${token}\n`), open, ended) });
	stage.github.protectsPushes = true;
	const end = await stage.say('maintainer', '/agent add it');
	expect(end.outputs, end.log).toMatchObject({ outcome: 'failed', 'reason-code': 'github-secret', 'pull-request': '' });
	expect(end.exitCode).toBe(1);
	const text = await progressOf(stage);
	expect(text).toMatch(/^### ❌ Not delivered/);
	expect(text).toContain("GitHub's push protection found a secret");
	expect(text).toContain('GitHub found a secret in the patch: remove the secret before you push.');
	expect(stage.github.requests.filter(({ status }) => status === 409 || status === 422).length).toBeLessThan(5);
	expectAudit(end);
	expect(existsSync(patchOf(end))).toBe(true);
});

test('a job fails if the repository was archived meanwhile, and keeps the audit and a patch', async () => {
	await using stage = await Stage.open({ mode: 'contained', script: usual });
	let refused = 0;
	stage.github.intercept = ({ method, path, body, response }, phase) => {
		const delivers = method === 'POST' && path.endsWith('/git/trees') && JSON.stringify(body).includes('src/new.js');
		if (phase === 'before' && delivers) stage.github.archived = true;
		if (phase === 'after' && response?.status === 403) refused++;
	};
	const end = await stage.say('maintainer', '/agent add it');
	expect(end.outputs, end.log).toMatchObject({
		outcome: 'failed',
		'reason-code': 'github-archived',
		'pull-request': '',
	});
	expect(end.exitCode).toBe(1);
	expect(end.summary).toContain('This repository is archived');
	expect(end.summary).toContain('unarchive it under Settings');
	expect(end.summary).toContain('git am -3');
	expect(refused).toBeLessThan(12);
	expectAudit(end);
	expect(readFileSync(join(appliedIn(stage, end), 'src/new.js'), 'utf8')).toBe('export const one = 1;\n');
});

test('a job fails before any model call if the conversation is locked, and says what to do', async () => {
	await using stage = await Stage.open({ mode: 'contained', script: usual });
	const comment = await stage.comment('maintainer', '/agent add it');
	stage.github.locksOutBots = true;
	await stage.github.act('maintainer', 'PUT', `/issues/${stage.issue}/lock`);
	const end = await (await stage.start(comment)).ended;
	expect(end.outputs, end.log).toMatchObject({ outcome: 'failed', 'reason-code': 'github-locked', tokens: '0' });
	expect(end.exitCode).toBe(1);
	expect(end.summary).toContain('This conversation is locked');
	expect(end.summary).toContain('Unlock the conversation');
	expectAudit(end);
	expect(existsSync(patchOf(end))).toBe(false);
	expect(stage.github.requests.filter(({ status }) => status === 403).length).toBeLessThan(5);
});

test('a job reports in its summary that it could not post in the thread after the delivery', async () => {
	await using stage = await Stage.open({ mode: 'contained', script: usual });
	let delivered = false;
	// It is unknown whether GitHub lets a bot edit its own comment in a locked thread; here it does not.
	const locked = { status: 403, body: { message: 'Unable to update comment because issue is locked.' } };
	stage.github.intercept = ({ method, path }, phase) => {
		if (phase === 'after' && method === 'POST' && path.endsWith('/pulls')) delivered = true;
		return delivered && phase === 'before' && path.includes('/issues/') && method !== 'GET' ? locked : undefined;
	};
	const end = await stage.say('maintainer', '/agent add it');
	expect(end.outputs, end.log).toMatchObject({ outcome: 'completed', 'reason-code': 'answered' });
	expect(end.outputs['pull-request']).not.toBe('');
	expect(end.exitCode).toBe(0);
	expect(end.summary).toContain('Nobody was told in the thread: This conversation is locked');
	expectAudit(end);
	expect(existsSync(patchOf(end))).toBe(false);
});

test('a run writes no patch that contains a credential, and says why', async () => {
	const command = 'printf "export const key = \'%s%s\';\\n" AKIA ABCDEFGHIJKLMNOP > src/key.js';
	const shell = { calls: [{ tool: 'shell_exec', args: { command } }] };
	await using stage = await Stage.open({ mode: 'contained', script: scriptOf(shell, write('1\n'), open, ended) });
	stage.github.rules = [{ type: 'creation', branches: /^countersign\// }];
	let end = await stage.say('maintainer', '/agent add it');
	if (end.outputs['outcome'] === 'waiting') end = await stage.say('maintainer', '/approve A1');
	expect(end.outputs, end.log).toMatchObject({ outcome: 'failed', 'pull-request': '' });
	expect(existsSync(patchOf(end))).toBe(false);
	expect(await progressOf(stage)).toContain(
		'**The changes are not kept as a patch:** `src/key.js` holds what looks like a credential',
	);
});
