import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { putFiles, sh, temporaryDirectory } from '../sandbox/temporary.ts';
import { aBench } from './bench.ts';

describe('shell_exec', () => {
	it('runs in the checkout and tells output and exit code', async () => {
		const { root, call } = await aBench();
		const fine = await call('shell_exec', { command: 'pwd; echo made > made' });
		expect(fine.ok).toBe(true);
		expect(fine.text).toMatch(new RegExp(`^${root}\n\\[exit code 0 after \\d+\\.\\d s\\]$`));
		expect(readFileSync(join(root, 'made'), 'utf8')).toBe('made\n');
		const failed = await call('shell_exec', { command: 'echo no >&2; exit 3' });
		expect(failed.ok).toBe(false);
		expect(failed.text).toMatch(/^no\n\[exit code 3 after/);
		expect((await call('shell_exec', { command: 'true' })).text).toContain('(no output)');
	});

	it('runs in a folder of the checkout only', async () => {
		const { root, call } = await aBench({ 'sub/file': 'x' });
		expect((await call('shell_exec', { command: 'ls', cwd: 'sub' })).text).toContain('file\n');
		for (const cwd of ['..', '/tmp', '.git', 'sub/file', 'missing']) {
			expect(await call('shell_exec', { command: 'touch ran', cwd }), cwd).toMatchObject({ ok: false });
		}
		expect(existsSync(join(root, 'ran')) || existsSync(join(root, '.git', 'ran'))).toBe(false);
	});

	it('is sandboxed', async () => {
		const outside = temporaryDirectory();
		putFiles(outside, { secret: 'canary' });
		const { root, call } = await aBench();
		sh('git config a.b canary', root);
		const { text } = await call('shell_exec', {
			command: `cat ${outside}/secret .git/config; git push origin main; whoami`,
		});
		expect(text).not.toContain('canary');
		expect(text).toContain('agent');
	});

	it('stops when the time is up, says what was cut, and why the network fails', async () => {
		const { call } = await aBench();
		const slow = await call('shell_exec', { command: 'echo begun; sleep 30', timeout_seconds: 1 });
		expect(slow).toEqual({ ok: false, text: 'begun\n[stopped after 1 s, with everything it had started]' });
		const flood = await call('shell_exec', { command: 'seq 100000' });
		expect(flood.text).toMatch(/\[… \d+ bytes left out here …\]/);
		expect(flood.text).toContain('\n100000\n[exit code 0');
		const offline = await call('shell_exec', {
			command: 'getent hosts example.com || echo "Could not resolve host"; false',
		});
		expect(offline.text).toContain('[commands have no network here]');
	});

	it('shows no terminal control sequences', async () => {
		const { call } = await aBench();
		expect((await call('shell_exec', { command: 'printf "\\033[31mred\\033[0m\\033]0;title\\007"' })).text).toMatch(
			/^red\n/,
		);
	});

	it.each([[''], ['  '], ['nul\0byte'], ['x'.repeat(100_001)]])('refuses a command that is none', async (command) => {
		const { call } = await aBench();
		expect(await call('shell_exec', { command })).toMatchObject({ ok: false });
	});
});

describe('git_status', () => {
	it('tells what a pull request would hold', async () => {
		const { root, call } = await aBench({ a: 'a', b: 'b', c: 'c', '.gitignore': '*.log\n' });
		expect((await call('git_status', {})).text).toMatch(/^Nothing differs from commit [0-9a-f]{12} \(main\)\.$/);
		sh('echo x > a; rm b; echo n > new; chmod +x c; ln -s a link; echo l > x.log; git add a', root);
		const { ok, text } = await call('git_status', {});
		expect(ok).toBe(true);
		expect(text.split('\n').slice(1)).toEqual(['M a', 'D b', 'M c (executable)', 'A link (link)', 'A new']);
	});
});

describe('git_diff', () => {
	it('shows no credential, changed or new, and says how many there are', async () => {
		const { root, call } = await aBench({ '.env': 'A=1\n', 'a.ts': 'one\n' });
		putFiles(root, { '.env': 'A=canary\n', 'keys/b.pem': 'canary\n' });
		const left = '[2 changed files that hold credentials, by their names, are not shown]';
		expect(await call('git_diff', {})).toEqual({ ok: true, text: left });
		putFiles(root, { 'a.ts': 'two\n', 'c.ts': 'three\n' });
		const { text } = await call('git_diff', {});
		expect(text).toMatch(/-one\n\+two\n[\s\S]*\+three\n/);
		expect([text.includes('canary'), text.endsWith(left)]).toEqual([false, true]);
		expect((await call('git_diff', { path: 'a.ts' })).text).not.toContain('credentials');
	});

	it('shows changes, new files and deletions against the base, whatever was staged or committed', async () => {
		const { root, call } = await aBench({ a: 'one\n', b: 'gone\n', 'd/c': 'committed\n' });
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

	it('takes paths literally and inside the checkout', async () => {
		const { root, call } = await aBench({ '*': 'star\n', b: 'b\n' });
		putFiles(root, { '*': 'changed\n', b: 'changed\n' });
		expect((await call('git_diff', { path: '*' })).text).not.toContain('a/b');
		expect(await call('git_diff', { path: '../x' })).toMatchObject({ ok: false });
		expect(await call('git_diff', { path: '--output=x' })).toMatchObject({ ok: true });
		expect(existsSync(join(root, 'x'))).toBe(false);
	});

	it('is cut, and runs no driver of the repository', async () => {
		const { root, call } = await aBench({ '.gitattributes': '* diff=evil\n', a: 'a\n' });
		const trace = join(temporaryDirectory(), 'trace');
		sh(`git config diff.evil.textconv "touch ${trace};cat"; git config diff.external "touch ${trace}"`, root);
		putFiles(root, { a: 'changed\n'.repeat(30_000) });
		const { text } = await call('git_diff', {});
		expect(text).toMatch(/\[… \d+ characters left out; name a `path`/);
		expect(existsSync(trace)).toBe(false);
		mkdirSync(join(root, 'x'));
	});
});
