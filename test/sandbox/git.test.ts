import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { git, runSandboxed, withRepository } from '../../src/sandbox/index.ts';
import { aRepository, putFiles, sh, temporaryDirectory } from './temporary.ts';

/** A repository in which every setting that can run a program runs one that leaves a trace. */
function aTrap(): { readonly root: string; readonly sprung: () => readonly string[] } {
	const { root } = aRepository({
		'a.txt': 'a\n',
		'b.bin': 'b\n',
		'.gitattributes': '*.txt filter=evil\n*.bin diff=evil\n',
	});
	const traces = temporaryDirectory();
	const hooks = join(root, '.git', 'trap-hooks');
	mkdirSync(hooks);
	const trap = (name: string): string => {
		const path = join(hooks, name);
		writeFileSync(path, `#!/bin/sh\ntouch ${traces}/${name}\ncat\n`, { mode: 0o755 });
		return path;
	};
	for (const hook of ['post-index-change', 'pre-commit', 'post-checkout', 'reference-transaction']) trap(hook);
	const config = {
		'core.hooksPath': hooks,
		'core.fsmonitor': trap('fsmonitor'),
		'core.pager': trap('pager'),
		'core.editor': trap('editor'),
		'core.sshCommand': trap('ssh'),
		'credential.helper': trap('credential'),
		'diff.external': trap('external'),
		'diff.evil.textconv': trap('textconv'),
		'diff.evil.command': trap('command'),
		'filter.evil.clean': trap('clean'),
		'filter.evil.smudge': trap('smudge'),
		'alias.status': `!${trap('alias')}`,
	};
	for (const [key, value] of Object.entries(config)) sh(`git config '${key}' '${value}'`, root);
	putFiles(root, { 'a.txt': 'changed\n', 'b.bin': 'changed\n', 'new.txt': 'new\n' });
	return { root, sprung: () => readdirSync(traces).sort() };
}

describe('git', () => {
	it('runs no program from the configuration of the repository, unlike ordinary git', async () => {
		const { root, sprung } = aTrap();
		await withRepository(root, async (run) => {
			for (const args of [
				['status', '--porcelain'],
				['diff'],
				['log', '-p'],
				['add', '--all'],
				['diff', '--cached'],
				['stash', 'list'],
				['ls-files', '-m', '-o'],
				['checkout-index', '--force', '--all', '--prefix=out/'],
				['grep', 'changed'],
				['hash-object', 'a.txt'],
			]) {
				expect(await run(args), args.join(' ')).toMatchObject({ ok: true });
			}
		});
		expect(sprung()).toEqual([]);
		sh('git status --porcelain || true; git diff || true; git --paginate log -p || true; git add --all || true', root);
		expect(sprung()).toEqual(
			expect.arrayContaining(['clean', 'command', 'external', 'fsmonitor', 'post-index-change', 'textconv']),
		);
	});

	it('gives the same answers as ordinary git', async () => {
		const { root } = aTrap();
		const status = await git(['status', '--porcelain'], { cwd: root });
		expect(status.ok && status.stdout.toString()).toBe(' M a.txt\n M b.bin\n?? new.txt\n');
		const diff = await git(['diff'], { cwd: root, paths: ['b.bin'] });
		expect(diff.ok && diff.stdout.toString()).toContain('-b\n+changed\n');
	});

	it('does not change index, objects and refs', async () => {
		const { root } = aRepository();
		putFiles(root, { new: 'new' });
		const before = sh('find .git -type f -exec sha256sum {} + | sort', root);
		await withRepository(root, async (run) => {
			expect(await run(['add', '--all'])).toMatchObject({ ok: true });
			expect(await run(['write-tree'])).toMatchObject({ ok: true });
		});
		expect(sh('find .git -type f -exec sha256sum {} + | sort', root)).toBe(before);
	});

	it('leaves nothing in the temporary directory', async () => {
		const { root } = aRepository();
		const before = process.env['TMPDIR'];
		const own = temporaryDirectory();
		process.env['TMPDIR'] = own;
		onTestFinished(() => {
			if (before === undefined) delete process.env['TMPDIR'];
			else process.env['TMPDIR'] = before;
		});
		await git(['status'], { cwd: root });
		await git(['no-such-command'], { cwd: root });
		await expect(
			withRepository(root, () => {
				expect(readdirSync(own)).toHaveLength(1);
				throw new Error('broken');
			}),
		).rejects.toThrow('broken');
		await runSandboxed({ workspace: root, script: 'true' });
		expect(readdirSync(own)).toEqual([]);
	});

	it('never treats a revision as an option or a path as a pattern', async () => {
		const { root } = aRepository({ '*.txt': 'star\n', 'a.txt': 'a\n', '--help': 'dashes\n', ':(top)x': 'magic\n' });
		const listed = await git(['ls-files'], { cwd: root, paths: ['*.txt', '--help', ':(top)x'] });
		expect(listed.ok && listed.stdout.toString()).toBe('*.txt\n--help\n:(top)x\n');
		const out = join(temporaryDirectory(), 'out');
		const refused = await git(['log'], { cwd: root, revisions: [`--output=${out}`] });
		expect(refused).toMatchObject({ ok: false, message: `not a revision: --output=${out}` });
		expect(existsSync(out)).toBe(false);
		sh(`git log --output=${out}`, root);
		expect(existsSync(out)).toBe(true);
	});

	it('does not pass the environment of the job to git', async () => {
		process.env['COUNTERSIGN_TEST_SECRET'] = 'canary';
		onTestFinished(() => void delete process.env['COUNTERSIGN_TEST_SECRET']);
		const { root } = aRepository();
		const env = await git(['-c', 'alias.dump=!env', 'dump'], { cwd: root });
		expect(env.ok && env.stdout.toString()).toContain('GIT_TERMINAL_PROMPT=0');
		expect(env.ok && env.stdout.toString()).not.toContain('canary');
	});

	it('returns a failure of git as a value, but throws without a repository', async () => {
		const { root } = aRepository();
		const answer = await git(['rev-parse', '--verify'], { cwd: root, revisions: ['nowhere'] });
		expect(answer).toMatchObject({ ok: false, exitCode: 128, message: 'fatal: Needed a single revision' });
		await expect(git(['status'], { cwd: temporaryDirectory() })).rejects.toMatchObject({ code: 'checkout-mismatch' });
	});

	it('cannot fetch from another repository', async () => {
		const { root } = aRepository();
		const other = aRepository();
		expect(await git(['fetch', other.root, 'main'], { cwd: root })).toMatchObject({
			ok: false,
			message: expect.stringMatching(/not allowed/),
		});
	});

	it('reads linked work trees, SHA-256 repositories and packed refs', async () => {
		const { root } = aRepository();
		sh('git worktree add -q ../linked; git tag v1; git pack-refs --all; git gc -q', root);
		for (const cwd of [root, join(root, '..', 'linked')]) {
			expect(await git(['rev-parse', '--verify'], { cwd, revisions: ['v1^{commit}'] })).toMatchObject({ ok: true });
		}
		const dir = temporaryDirectory();
		sh('git init -q --object-format=sha256; git commit -q --allow-empty -m one', dir);
		const head = await git(['rev-parse', 'HEAD'], { cwd: dir });
		expect(head.ok && head.stdout.toString()).toMatch(/^[0-9a-f]{64}\n$/);
	});

	it('does not change the checkout if the work tree is `none`', async () => {
		const { root } = aRepository({ kept: 'kept\n' });
		writeFileSync(join(root, 'kept'), 'changed\n');
		const written = await withRepository(
			root,
			async (run, workTree) => {
				await run(['checkout-index', '--all', '--force']);
				return readFileSync(join(workTree, 'kept'), 'utf8');
			},
			'none',
		);
		expect([written, readFileSync(join(root, 'kept'), 'utf8')]).toEqual(['kept\n', 'changed\n']);
	});
});
