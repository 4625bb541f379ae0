import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createToolbox } from '../../src/tools/index.ts';
import { putFiles, sh, temporaryDirectory } from '../sandbox/temporary.ts';
import { ownNode } from '../support/programs-at.ts';
import { testServices } from './tool-services.ts';

describe('shell_exec', () => {
	it('runs in the checkout and reports output and exit code', async () => {
		const { root, call } = await testServices();
		const fine = await call('shell_exec', { command: 'pwd; echo made > made' });
		expect(fine.ok).toBe(true);
		expect(fine.text).toMatch(new RegExp(`^${root}\n\\[exit code 0 after \\d+\\.\\d s\\]$`));
		expect(readFileSync(join(root, 'made'), 'utf8')).toBe('made\n');
		const failed = await call('shell_exec', { command: 'echo no >&2; exit 3' });
		expect(failed.ok).toBe(false);
		expect(failed.text).toMatch(/^no\n\[exit code 3 after/);
		expect((await call('shell_exec', { command: 'true' })).text).toContain('(no output)');
	});

	it('runs only in folders of the checkout', async () => {
		const { root, call } = await testServices({ 'sub/file': 'x' });
		expect((await call('shell_exec', { command: 'ls', cwd: 'sub' })).text).toContain('file\n');
		for (const cwd of ['..', '/tmp', '.git', 'sub/file', 'missing']) {
			expect(await call('shell_exec', { command: 'touch ran', cwd }), cwd).toMatchObject({ ok: false });
		}
		expect(existsSync(join(root, 'ran')) || existsSync(join(root, '.git', 'ran'))).toBe(false);
	});

	it('is sandboxed', async () => {
		const outside = temporaryDirectory();
		putFiles(outside, { secret: 'canary' });
		const { root, call } = await testServices();
		sh('git config a.b canary', root);
		const { text } = await call('shell_exec', {
			command: `cat ${outside}/secret .git/config; git push origin main; whoami`,
		});
		expect(text).not.toContain('canary');
		expect(text).toContain('agent');
	});

	it('stops at the time limit, and says what was cut and why the network fails', async () => {
		const { call } = await testServices();
		const slow = await call('shell_exec', { command: 'echo begun; sleep 30', timeout_seconds: 1 });
		expect(slow).toEqual({
			ok: false,
			text: 'begun\n[stopped after 1 s, with everything it had started; ask for more with timeout_seconds, up to 900, or do less at once]',
		});
		const flood = await call('shell_exec', { command: 'seq 100000' });
		expect(flood.text).toMatch(/\[… \d+ bytes left out here …\]/);
		expect(flood.text).toContain('\n100000\n[exit code 0');
		const offline = await call('shell_exec', {
			command: 'getent hosts example.com || echo "Could not resolve host"; false',
		});
		expect(offline.text).toContain('[commands have no network here]');
	});

	it.each([
		[
			{ memoryBytes: 67_108_864 },
			'node -e "const all = []; for (;;) all.push(Buffer.alloc(8388608, 1))"',
			/^\(no output\)\n\[stopped, with everything it had started: more than 64 MB of memory; use fewer workers, or do less at once\]$/,
		],
		[
			{ processes: 20 },
			'for i in $(seq 60); do sleep 5 & done; wait',
			/more than 20 processes and threads; start fewer at a time\]$|\[a command may have 20 processes/,
		],
		[{ cpuSeconds: 1 }, 'while :; do :; done', /1 s of processor time(?: here)?; do less at once\]$/],
		[
			{ fileBytes: 1_048_576 },
			'head -c 2000000 /dev/zero > big',
			/\[exit code 153 after .* s\]\n\[a file may have 1 MB here; write smaller files\]$/,
		],
		[
			{ openFiles: 48 },
			`node -e 'for (;;) require("fs").openSync("/dev/null")'`,
			/\[a process may have 48 open files here; close some, or work in smaller parts\]$/,
		],
		[{ scratchBytes: 1_048_576 }, 'head -c 2000000 /dev/zero > /tmp/big', /the home directory hold 1 MB each/],
	])('says in one sentence which limit stopped it: %j', async (limits, command, said) => {
		const { services } = await testServices();
		const toolbox = createToolbox({ ...services, sandbox: { limits, toolchain: ownNode } });
		const output = await toolbox.run(
			{ id: 'c', name: 'shell_exec', args: { command, timeout_seconds: 20 } },
			{ callId: 'c', effects: [] },
		);
		expect(output.ok).toBe(false);
		expect(output.text).toMatch(said);
	});

	it('does not mention limits if a successful command only prints such words', async () => {
		const { call } = await testServices();
		const { text } = await call('shell_exec', { command: 'echo "fork: Resource temporarily unavailable, ENOSPC"' });
		expect(text).toMatch(/ENOSPC\n\[exit code 0 after \d+\.\d s\]$/);
	});

	it('removes terminal control sequences', async () => {
		const { call } = await testServices();
		expect((await call('shell_exec', { command: 'printf "one\\rtwo\\b\\b\\033 \\x9b2J\\x7f\\0end"' })).text).toMatch(
			/^one\ntwo [^\p{Cc}]*end\n\[/u,
		);
		expect((await call('shell_exec', { command: 'printf "\\033[31mred\\033[0m\\033]0;title\\007"' })).text).toMatch(
			/^red\n/,
		);
	});

	it.each([[''], ['  '], ['nul\0byte'], ['x'.repeat(100_001)]])(
		'refuses an empty or invalid command',
		async (command) => {
			const { call } = await testServices();
			expect(await call('shell_exec', { command })).toMatchObject({ ok: false });
		},
	);
});

describe('git_status', () => {
	it('lists the changes that a pull request would contain', async () => {
		const { root, call } = await testServices({ a: 'a', b: 'b', c: 'c', '.gitignore': '*.log\n' });
		expect((await call('git_status', {})).text).toMatch(/^Nothing differs from commit [0-9a-f]{12} \(main\)\.$/);
		sh('echo x > a; rm b; echo n > new; chmod +x c; ln -s a link; echo l > x.log; git add a', root);
		const { ok, text } = await call('git_status', {});
		expect(ok).toBe(true);
		expect(text.split('\n').slice(1)).toEqual(['M a', 'D b', 'M c (executable)', 'A link (link)', 'A new']);
	});
});

describe('git_diff', () => {
	it('hides changed and new credential files, and says how many there are', async () => {
		const { root, call } = await testServices({ '.env': 'A=1\n', 'a.ts': 'one\n' });
		putFiles(root, { '.env': 'A=canary\n', 'keys/b.pem': 'canary\n' });
		const left = '[2 changed files that hold credentials, by their names, are not shown]';
		expect(await call('git_diff', {})).toEqual({ ok: true, text: left });
		putFiles(root, { 'a.ts': 'two\n', 'c.ts': 'three\n' });
		const { text } = await call('git_diff', {});
		expect(text).toMatch(/-one\n\+two\n[\s\S]*\+three\n/);
		expect([text.includes('canary'), text.endsWith(left)]).toEqual([false, true]);
		expect((await call('git_diff', { path: 'a.ts' })).text).not.toContain('credentials');
	});

	it('shows all changes against the base commit, also staged and committed ones', async () => {
		const { root, call } = await testServices({ a: 'one\n', b: 'gone\n', 'd/c': 'committed\n' });
		expect((await call('git_diff', {})).text).toBe('Nothing differs from the base commit.');
		sh('echo two > a; rm b; echo new > new; echo three > d/c; git add a; git commit -qm x d/c', root);
		const { text } = await call('git_diff', {});
		for (const part of ['-one\n+two', 'deleted file', '-gone', 'new file', '+new', '-committed\n+three'])
			expect(text).toContain(part);
		expect((await call('git_diff', { path: 'd' })).text).toMatch(/^diff --git a\/d\/c b\/d\/c\n/);
		expect((await call('git_diff', { path: 'd' })).text).not.toContain('+two');
		expect((await call('git_diff', { path: 'nowhere' })).text).toBe(
			'Nothing in `nowhere` differs from the base commit.',
		);
	});

	it('takes a path literally, and only inside the checkout', async () => {
		const { root, call } = await testServices({ '*': 'star\n', b: 'b\n' });
		putFiles(root, { '*': 'changed\n', b: 'changed\n' });
		expect((await call('git_diff', { path: '*' })).text).not.toContain('a/b');
		expect(await call('git_diff', { path: '../x' })).toMatchObject({ ok: false });
		expect(await call('git_diff', { path: '--output=x' })).toMatchObject({ ok: true });
		expect(existsSync(join(root, 'x'))).toBe(false);
	});

	it('is shortened if too long, and runs no diff driver of the repository', async () => {
		const { root, call } = await testServices({ '.gitattributes': '* diff=evil\n', a: 'a\n' });
		const trace = join(temporaryDirectory(), 'trace');
		sh(`git config diff.evil.textconv "touch ${trace};cat"; git config diff.external "touch ${trace}"`, root);
		putFiles(root, { a: 'changed\n'.repeat(30_000) });
		const { text } = await call('git_diff', {});
		expect(text).toMatch(/\[… \d+ characters left out; name a `path`/);
		expect(existsSync(trace)).toBe(false);
		mkdirSync(join(root, 'x'));
	});
});
