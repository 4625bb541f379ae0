import { execFileSync } from 'node:child_process';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Manifest, type ManifestEntry, sha256, type Workspace } from '../../src/core/index.ts';
import { readBaseTree } from '../../src/workspace/base-tree.ts';
import { isAsBase, newScanMemory } from '../../src/workspace/compare-with-base.ts';
import { localFacts, openWorkspace, readAsCommitted } from '../../src/workspace/index.ts';
import { aRepository, asOrdinaryUser, putFiles, sh, temporaryDirectory } from '../sandbox/temporary.ts';

const baseFiles = {
	'a.txt': 'a\n',
	'b.txt': 'b\n',
	'run.sh': '#!/bin/sh\n',
	'src/deep/er/c.txt': 'c\n',
	'becomes-link/x': 'x\n',
	'becomes-directory': 'file\n',
	'sp ace/ünï-名\nline.txt': 'odd\n',
	'.gitignore': 'node_modules/\n*.log\n',
};

describe('a file that must stay on this machine', () => {
	it('is neither saved nor removed if it is new', async () => {
		const { root, baseSha } = aRepository({ ...baseFiles, 'kept.env': 'committed\n' });
		const workspace = await openWorkspace(root, baseSha, { stays: (path) => path.endsWith('.env') });
		putFiles(root, { 'new.env': 'x', 'new.txt': 'x', 'kept.env': 'changed\n' });
		const { manifest, files, left } = await workspace.snapshot();
		expect([manifest.entries.map(({ path }) => path), left]).toEqual([
			['kept.env', 'new.txt'],
			[{ path: 'new.env', why: 'credential' }],
		]);
		putFiles(root, { 'another.txt': 'x' });
		await workspace.restore(manifest, (hash) => files.get(hash));
		expect([existsSync(join(root, 'another.txt')), existsSync(join(root, 'new.env'))]).toEqual([false, true]);
		await workspace.restore({ baseSha, entries: [] }, () => undefined);
		expect(readFileSync(join(root, 'kept.env'), 'utf8')).toBe('committed\n');
		expect(existsSync(join(root, 'new.env'))).toBe(true);
	});
});

/** A fresh clone of a repository, as on another runner. */
function cloneOf(root: string): string {
	const clone = join(temporaryDirectory(), 'clone');
	sh(`git clone -q ${root} ${clone}`, '/');
	return clone;
}

/** Lists every path below a directory with its kind, mode, and content, without `.git` and ignored files. */
function treeOf(root: string): string {
	const find = `find . \\( -name .git -o -name node_modules -o -name '*.log' \\) -prune -o -type f -printf '%P %m ' -exec sh -c 'sha256sum < "$1"' _ {} \\; -o -type l -printf '%P -> %l\\n'`;
	return execFileSync('bash', ['-c', `${find} | sort`], { cwd: root, encoding: 'utf8' });
}

/** Restores the state of one checkout in another. */
async function carry(from: Workspace, to: Workspace): Promise<void> {
	const { manifest, files } = await from.snapshot();
	await to.restore(JSON.parse(JSON.stringify(manifest)) as Manifest, (hash) => files.get(hash));
}

async function opened(files: Readonly<Record<string, string>> = baseFiles, script?: string) {
	const { root, baseSha } = aRepository(files, script);
	return { root, baseSha, workspace: await openWorkspace(root, baseSha) };
}

async function pathsOf(workspace: Workspace): Promise<readonly string[]> {
	return (await workspace.snapshot()).manifest.entries.map((entry) => entry.path);
}

describe('snapshot and restore', () => {
	it('produce an identical tree in a fresh clone', async () => {
		const { root, baseSha, workspace } = await opened(baseFiles, 'ln -s a.txt link; ln -s src/deep folder-link');
		const clone = cloneOf(root);
		sh(
			`echo changed > a.txt; rm b.txt; chmod +x run.sh; rm -r src/deep; printf 'bin\\0ary\\xff' > binary
			rm -r becomes-link; ln -s a.txt becomes-link; rm becomes-directory; mkdir becomes-directory; echo in > becomes-directory/in
			echo odd2 > $'sp ace/ünï-名\\nline.txt'; echo new > $' new "quoted"\\t\\\\ name'; echo x > ./-dash; printf x > "*"; mkdir -p a/b/c; echo d > a/b/c/d
			rm link; ln -s /etc/passwd link; rm folder-link; mkdir folder-link; echo y > folder-link/y; ln -s nowhere dangling; : > empty
			echo tool > tool; chmod 755 tool; mkdir node_modules; echo i > node_modules/i; echo l > x.log`,
			root,
		);
		const other = await openWorkspace(clone, baseSha);
		expect(treeOf(clone)).not.toBe(treeOf(root));
		await carry(workspace, other);
		expect(treeOf(clone)).toBe(treeOf(root));
		expect((await other.snapshot()).manifest).toEqual((await workspace.snapshot()).manifest);
		expect(existsSync(join(clone, 'node_modules'))).toBe(false);
	});

	it('restore a deep directory that became a file', async () => {
		const { root, baseSha, workspace } = await opened();
		const clone = cloneOf(root);
		sh('rm -r src; echo file > src', root);
		expect(workspace.facts.changedInRun('src/deep/er/c.txt')).toBe(true);
		const other = await openWorkspace(clone, baseSha);
		await carry(workspace, other);
		expect(treeOf(clone)).toBe(treeOf(root));
		await other.restore({ baseSha, entries: [] }, () => undefined);
		expect(readFileSync(join(clone, 'src/deep/er/c.txt'), 'utf8')).toBe('c\n');
	});

	it('record nothing for a clean checkout, and restore it', async () => {
		const { root, baseSha, workspace } = await opened();
		expect((await workspace.snapshot()).manifest).toEqual({ baseSha, entries: [] });
		const before = treeOf(root);
		sh(
			'echo x > a.txt; rm -r src; chmod +x b.txt; mkdir -p un/tracked; echo y > un/tracked/file; ln -sf a.txt run.sh',
			root,
		);
		await workspace.restore({ baseSha, entries: [] }, () => undefined);
		expect(treeOf(root)).toBe(before);
		expect(existsSync(join(root, 'un'))).toBe(false);
	});

	it('record mode, hash, and deletion of each path', async () => {
		const { root, workspace } = await opened();
		sh('chmod +x a.txt; rm b.txt; ln -s a.txt new-link', root);
		const { manifest, files } = await workspace.snapshot();
		expect(manifest.entries).toEqual([
			{ path: 'a.txt', mode: '100755', sha256: sha256('a\n') },
			{ path: 'b.txt', mode: '100644', sha256: null },
			{ path: 'new-link', mode: '120000', sha256: sha256('a.txt') },
		]);
		expect(Buffer.from(files.get(sha256('a.txt')) ?? []).toString()).toBe('a.txt');
	});

	it('find a change that keeps size, times, and index', async () => {
		const { root, workspace } = await opened();
		const path = join(root, 'a.txt');
		const old = new Date('2020-01-01');
		utimesSync(path, old, old);
		sh('git update-index --refresh; git update-index --assume-unchanged a.txt', root);
		await workspace.snapshot();
		writeFileSync(path, 'z\n');
		utimesSync(path, old, old);
		expect(sh('git status --porcelain', root)).toBe('');
		expect(await pathsOf(workspace)).toEqual(['a.txt']);
		expect(workspace.facts.changedInRun('a.txt')).toBe(true);
	});

	it('find such a change after an earlier look, and files behind a link that replaced a folder', async () => {
		const { root, baseSha, workspace } = await opened();
		const path = join(root, 'a.txt');
		const old = new Date('2020-01-01');
		utimesSync(path, old, old);
		await wait(1_100);
		expect(await pathsOf(workspace)).toEqual([]);
		writeFileSync(path, 'z\n');
		utimesSync(path, old, old);
		expect(await pathsOf(workspace)).toEqual(['a.txt']);
		sh('git checkout -q a.txt; mv src other; ln -s other src', root);
		expect(await pathsOf(workspace)).toEqual(['other/deep/er/c.txt', 'src', 'src/deep/er/c.txt']);
		const clone = cloneOf(root);
		await carry(workspace, await openWorkspace(clone, baseSha));
		expect(treeOf(clone)).toBe(treeOf(root));
	});

	it('remember a file only once its times have settled', async () => {
		const { root, baseSha } = aRepository({ a: 'a\n' });
		const request = { root, base: await readBaseTree(root, baseSha), memory: newScanMemory() };
		writeFileSync(join(root, 'a'), 'a\n');
		expect([isAsBase(request, 'a'), request.memory.seen.size]).toEqual([true, 0]);
		await wait(1_100);
		expect([isAsBase(request, 'a'), request.memory.seen.size]).toEqual([true, 1]);
	});

	it('compare with the base commit, whatever was staged or committed since', async () => {
		const { root, baseSha, workspace } = await opened();
		sh(
			'echo staged > staged; git add staged; echo two > b.txt; git commit -qm two b.txt; git rm -q --cached a.txt',
			root,
		);
		expect(await pathsOf(workspace)).toEqual(['b.txt', 'staged']);
		const clone = cloneOf(root);
		const moved = await openWorkspace(clone, baseSha);
		expect(await pathsOf(moved)).toEqual(['b.txt']);
		await carry(workspace, moved);
		expect(treeOf(clone)).toBe(treeOf(root));
		await moved.restore({ baseSha, entries: [] }, () => undefined);
		expect(readFileSync(join(clone, 'b.txt'), 'utf8')).toBe('b\n');
	});

	it('handle files that git attributes convert on checkout', async () => {
		const files = { '.gitattributes': '*.bat text eol=crlf\n', 'x.bat': 'one\ntwo\n', 'y.bat': 'three\n' };
		const origin = await opened(files);
		const clone = cloneOf(origin.root);
		expect(readFileSync(join(clone, 'x.bat'), 'utf8')).toBe('one\r\ntwo\r\n');
		const workspace = await openWorkspace(clone, origin.baseSha);
		expect(await pathsOf(workspace)).toEqual([]);
		expect(workspace.facts.changedInRun('x.bat')).toBe(false);
		writeFileSync(join(clone, 'x.bat'), 'one\r\nchanged\r\n');
		const { manifest, files: contents } = await workspace.snapshot();
		expect(manifest.entries.map((entry) => entry.path)).toEqual(['x.bat']);
		const committed = await readAsCommitted(clone, manifest, contents);
		expect(Buffer.from(committed.get('x.bat') ?? []).toString()).toBe('one\nchanged\n');
		await workspace.restore({ baseSha: origin.baseSha, entries: [] }, () => undefined);
		expect(readFileSync(join(clone, 'x.bat'), 'utf8')).toBe('one\r\ntwo\r\n');
	});

	it('run no program that the repository configures', async () => {
		const { root, workspace } = await opened({ ...baseFiles, '.gitattributes': '*.md filter=evil\n' });
		const trace = join(temporaryDirectory(), 'trace');
		const trap = join(root, '.git', 'trap');
		writeFileSync(trap, `#!/bin/sh\ntouch ${trace}\n`, { mode: 0o755 });
		for (const key of ['core.fsmonitor', 'diff.external', 'filter.evil.clean', 'filter.evil.smudge']) {
			sh(`git config ${key} ${trap}`, root);
		}
		writeFileSync(join(root, 'a.txt'), 'changed\n');
		const { manifest, files } = await workspace.snapshot();
		await workspace.restore(manifest, (hash) => files.get(hash));
		await readAsCommitted(root, manifest, files);
		expect(existsSync(trace)).toBe(false);
		sh('git status || true', root);
		expect(existsSync(trace)).toBe(true);
	});
});

describe('what a snapshot leaves out', () => {
	it.each([
		['a nested repository', 'git init -q nested; git -C nested commit -q --allow-empty -m x', 'nested/', 'repository'],
		['a repository in place of a file', 'rm a.txt; git init -q a.txt', 'a.txt', 'repository'],
		['a file of 100 MB', 'truncate -s 105000000 large', 'large', 'large'],
		['more bytes than a checkpoint can hold', 'truncate -s 30000000 a; truncate -s 20000000 b', 'a', 'large'],
		['more paths than a checkpoint can hold', 'mkdir out; cd out; seq 20001 | xargs touch', 'out/1', 'many'],
		['a file with a git filter', 'echo "*.psd filter=mine" > .gitattributes; echo x > x.psd', 'x.psd', 'filter'],
		['a file of Git LFS', 'echo "*.psd filter=lfs" > .gitattributes; echo x > x.psd', 'x.psd', 'lfs'],
		['a name that is not UTF-8', `printf x > $'bad\\xff'`, 'bad\ufffd', 'name'],
		['a name that git reserves', 'mkdir .GIT; echo x > .GIT/config', '.GIT/config', 'name'],
		['a name that NTFS treats as `.git`', 'mkdir .git.; echo x > .git./config', '.git./config', 'name'],
	])('%s is not saved, and a restore removes it', async (_, script, path, why) => {
		const { root, baseSha, workspace } = await opened();
		sh(`echo good > good; ${script}`, root);
		const { manifest, files, left } = await workspace.snapshot();
		expect(left).toContainEqual({ path, why });
		expect(manifest.entries.map((entry) => entry.path)).toContain('good');
		expect((await workspace.delivery()).files.map((file) => file.path)).not.toContain(path);
		await workspace.restore(manifest, (hash) => files.get(hash));
		expect((await workspace.snapshot()).left).toEqual([]);
		await workspace.restore({ baseSha, entries: [] }, () => undefined);
		expect(sh('git status --porcelain', root)).toBe('');
	});

	it('a sparse checkout is refused, because its missing files would look deleted', async () => {
		const { root, workspace } = await opened();
		sh('git sparse-checkout set --no-cone a.txt', root);
		await expect(workspace.snapshot()).rejects.toMatchObject({
			code: 'checkout-mismatch',
			message: expect.stringMatching(/sparse: `/),
		});
	});

	it('a Git LFS pointer is saved, and its content counts as unchanged', async () => {
		const pointer = (text: string) =>
			`version https://git-lfs.github.com/spec/v1\noid sha256:${sha256(text)}\nsize ${text.length}\n`;
		const { root, baseSha } = aRepository({ '.gitattributes': '*.psd filter=lfs\n', 'a.psd': pointer('pixels') });
		const workspace = await openWorkspace(root, baseSha);
		putFiles(root, { 'a.psd': 'pixels', 'b.psd': pointer('others') });
		const { manifest, left } = await workspace.snapshot();
		expect([manifest.entries.map(({ path }) => path), left]).toEqual([['b.psd'], []]);
		expect(workspace.facts.changedInRun('a.psd')).toBe(false);
		putFiles(root, { 'a.psd': 'pixelz' });
		expect((await workspace.snapshot()).left).toEqual([{ path: 'a.psd', why: 'lfs' }]);
	});

	it('a file that a restore wrote is saved again, even if it is ignored or filtered', async () => {
		const { root, baseSha, workspace } = await opened();
		const text = { 'x.log': 'x', '.gitattributes': '*.psd filter=mine\n', 'x.psd': 'pixels' };
		const contents = new Map(Object.values(text).map((one) => [sha256(one), Buffer.from(one)]));
		const entries = Object.entries(text).map(([path, one]) => ({ path, mode: '100644' as const, sha256: sha256(one) }));
		await workspace.restore({ baseSha, entries }, (hash) => contents.get(hash));
		expect(await pathsOf(workspace)).toEqual(['.gitattributes', 'x.log', 'x.psd']);
		rmSync(join(root, 'x.log'));
		expect(await pathsOf(workspace)).toEqual(['.gitattributes', 'x.psd']);
		await workspace.restore({ baseSha, entries: [] }, () => undefined);
		expect(existsSync(join(root, 'x.psd'))).toBe(false);
	});

	it.each([
		['a tracked file', 'chmod 000 a.txt', 'a.txt'],
		['a folder of tracked files', 'chmod 000 src', 'src/deep/er/c.txt'],
		['a new folder', 'mkdir new; echo x > new/x; chmod 000 new', 'new/'],
	])('%s without read permission is not saved', (_, script, path) => {
		const { root, baseSha } = aRepository(baseFiles);
		sh(`sleep 0.01; touch a.txt; ${script}; printf as-user.ts > .git/info/exclude`, root);
		const said = asOrdinaryUser(
			root,
			`import { openWorkspace } from '#workspace/index.ts';
			const workspace = await openWorkspace(process.cwd(), '${baseSha}');
			const changed = workspace.facts.changedInRun('src/deep/er/c.txt');
			const { left } = await workspace.snapshot();
			console.log(JSON.stringify(left), changed);
			await workspace.restore({ baseSha: '${baseSha}', entries: [] }, () => undefined);
			console.log('restored', (await workspace.snapshot()).left.length);`,
		);
		expect(said).toContain(JSON.stringify({ path, why: 'unreadable' }));
		expect(said).toContain(script.includes('src') ? 'true' : 'false');
		expect(said).toContain('restored 0');
		sh('chmod -R u+rwX .', root);
	});

	it.each([
		['changed', 'echo dirty > sub/inner'],
		['with new files', 'echo dirty > sub/new'],
		['at another commit', 'git -C sub commit -q --allow-empty -m other'],
	])('a submodule %s is not saved', async (_, script) => {
		const inner = aRepository({ inner: 'inner\n' });
		const { root, baseSha } = aRepository(
			{ a: 'a' },
			`git -c protocol.file.allow=always submodule --quiet add ${inner.root} sub`,
		);
		const workspace = await openWorkspace(root, baseSha);
		expect(await pathsOf(workspace)).toEqual([]);
		sh(script, root);
		expect((await workspace.snapshot()).left).toEqual([{ path: 'sub', why: 'submodule' }]);
		await expect(workspace.restore({ baseSha, entries: [] }, () => undefined)).rejects.toThrow('submodule `sub`');
	});

	it('an ignored nested repository and a submodule that is not checked out cause no error', async () => {
		const inner = aRepository({ inner: 'inner\n' });
		const { root, baseSha } = aRepository(
			{ '.gitignore': 'node_modules\n' },
			`git -c protocol.file.allow=always submodule --quiet add ${inner.root} sub`,
		);
		const clone = cloneOf(root);
		sh('mkdir node_modules; git init -q node_modules/x; echo new > new', clone);
		expect(await pathsOf(await openWorkspace(clone, baseSha))).toEqual(['new']);
	});
});

describe('opening a workspace', () => {
	it.each([
		['a directory that is not a checkout', () => temporaryDirectory(), 'a'.repeat(40)],
		['a commit that does not exist', () => aRepository().root, 'a'.repeat(40)],
		['a branch name instead of a commit', () => aRepository().root, 'HEAD'],
		['an option instead of a commit', () => aRepository().root, '--help'],
	])('refuses %s', async (_, root, baseSha) => {
		await expect(openWorkspace(root(), baseSha)).rejects.toMatchObject({ code: 'checkout-mismatch' });
	});

	it('reads the base commit, not the checkout', async () => {
		const { root, workspace } = await opened({ a: 'base\n', 'd/b': 'b' }, 'ln -s a link');
		writeFileSync(join(root, 'a'), 'changed\n');
		writeFileSync(join(root, 'new'), 'new\n');
		expect(await workspace.paths()).toEqual(['a', 'd/b', 'link']);
		expect(await workspace.readBase('a')).toBe('base\n');
		expect(await workspace.readBase('new')).toBeUndefined();
		expect(await workspace.readBase('link')).toBeUndefined();
	});
});

describe('restore refuses', () => {
	const entryOf = (path: string, content = 'x'): ManifestEntry => ({ path, mode: '100644', sha256: sha256(content) });
	const content = (): Uint8Array => Buffer.from('x');

	it.each([
		['../outside'],
		['/etc/countersign'],
		['a/../../outside'],
		['.git/hooks/pre-commit'],
		['src/.GIT/config'],
		['a//b'],
		['./a'],
		[''],
		['a\0b'],
	])('to write to the path %j', async (path) => {
		const { root, baseSha, workspace } = await opened();
		const before = treeOf(root);
		const manifest = { baseSha, entries: [entryOf('fine'), entryOf(path)] };
		await expect(workspace.restore(manifest, content)).rejects.toMatchObject({ code: 'checkout-mismatch' });
		expect(treeOf(root)).toBe(before);
	});

	it('missing or wrong content before it changes a file', async () => {
		const { root, baseSha, workspace } = await opened();
		const before = treeOf(root);
		const manifest = { baseSha, entries: [entryOf('fine'), entryOf('other', 'y')] };
		await expect(workspace.restore(manifest, content)).rejects.toThrow('not what its hash says');
		await expect(workspace.restore(manifest, () => undefined)).rejects.toThrow('is missing');
		expect(treeOf(root)).toBe(before);
	});

	it('to write through a link from the manifest or the checkout', async () => {
		const { root, baseSha, workspace } = await opened();
		const outside = temporaryDirectory();
		const link: ManifestEntry = { path: 'out', mode: '120000', sha256: sha256(outside) };
		const manifest = { baseSha, entries: [link, entryOf('out/planted')] };
		const contents = new Map([outside, 'x'].map((text) => [sha256(text), Buffer.from(text)]));
		await expect(workspace.restore(manifest, (hash) => contents.get(hash))).rejects.toMatchObject({
			code: 'checkout-mismatch',
		});
		expect(existsSync(join(outside, 'planted'))).toBe(false);
		rmSync(join(root, 'out'), { force: true });
		// An ignored link is not a difference, but it still blocks the path.
		writeFileSync(join(root, '.git', 'info', 'exclude'), 'out\n');
		symlinkSync(outside, join(root, 'out'));
		await expect(workspace.restore({ baseSha, entries: [entryOf('out/planted')] }, content)).rejects.toThrow(
			'in the way',
		);
		expect(existsSync(join(outside, 'planted'))).toBe(false);
	});

	it('another base, a repeated path, and a folder with ignored files in the way', async () => {
		const { root, baseSha, workspace } = await opened();
		const other = { baseSha: 'b'.repeat(40), entries: [] };
		await expect(workspace.restore(other, content)).rejects.toThrow('The run stands on commit bbbbbbbbbbbb');
		const twice = { baseSha, entries: [entryOf('a'), entryOf('a')] };
		await expect(workspace.restore(twice, content)).rejects.toThrow('twice');
		mkdirSync(join(root, 'node_modules'));
		writeFileSync(join(root, 'node_modules', 'kept.log'), 'kept');
		await expect(workspace.restore({ baseSha, entries: [entryOf('node_modules')] }, content)).rejects.toThrow(
			'in the way',
		);
		expect(existsSync(join(root, 'node_modules', 'kept.log'))).toBe(true);
	});

	it("to overwrite a user's own changes, with the option `refuse`", async () => {
		const { root, baseSha } = aRepository(baseFiles);
		const careful = await openWorkspace(root, baseSha, { foreign: 'refuse' });
		putFiles(root, { 'a.txt': 'mine\n' });
		const manifest = { baseSha, entries: [entryOf('b.txt')] };
		await expect(careful.restore(manifest, content)).rejects.toThrow('`a.txt`');
		expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('mine\n');
		putFiles(root, { 'a.txt': 'a\n', 'b.txt': 'x' });
		await careful.restore(manifest, content);
		expect(readFileSync(join(root, 'b.txt'), 'utf8')).toBe('x');
	});
});

describe('facts about files', () => {
	it('resolve every link, and paths that do not exist', async () => {
		const { root, workspace } = await opened();
		const outside = temporaryDirectory();
		sh(
			`ln -s ${outside} out; ln -s ${outside}/new dangling; ln -s loop loop; ln -s src/deep deep; ln -s ../.. src/up; ln -s .git/config cfg`,
			root,
		);
		const real = workspace.facts.realPath;
		expect(real('a.txt')).toBe(`${root}/a.txt`);
		expect(real('out/x')).toBe(`${outside}/x`);
		expect(real('dangling')).toBe(`${outside}/new`);
		expect(real('loop')).toBeUndefined();
		expect(real('deep/../x')).toBe(`${root}/src/x`);
		expect(real('src/up')).toBe(dirname(root));
		expect(real('not/there/../yet')).toBe(`${root}/not/yet`);
		expect(real('cfg')).toBe(`${root}/.git/config`);
		// The files in `/proc/self` differ for each process.
		expect(real('/proc/self/root/etc/x')).toBeUndefined();
		expect(real('/proc/self/status')).toBe('/proc/self/status');
		expect(real('nul\0byte')).toBeUndefined();
		expect(real('a.txt/below')).toBe(`${root}/a.txt/below`);
		expect(real('.')).toBe(root);
	});

	it('include text only of regular files inside the root up to 1 MB', async () => {
		const { root, workspace } = await opened();
		const outside = temporaryDirectory();
		putFiles(outside, { secret: 'canary' });
		sh(`ln -s ${outside}/secret out; mkfifo pipe; truncate -s 1048577 large; truncate -s 1048576 fits`, root);
		const read = workspace.facts.readText;
		expect(read('a.txt')).toBe('a\n');
		expect(read(join(root, 'a.txt'))).toBe('a\n');
		expect(read('fits')?.length).toBe(1_048_576);
		const unreadable = ['out', `${outside}/secret`, 'pipe', 'large', 'src', 'nowhere', '/proc/self/environ'];
		for (const path of unreadable) expect(read(path), path).toBeUndefined();
		for (const { isFile } of [workspace.facts, localFacts({ root, home: '/home/octocat' })]) {
			expect(
				['a.txt', join(root, 'a.txt'), 'fits', 'src/../a.txt', ...unreadable].filter((path) => isFile?.(path)),
			).toEqual(['a.txt', join(root, 'a.txt'), 'fits', 'src/../a.txt']);
		}
	});

	it('include the directories in the root, even through links, and none outside', async () => {
		const { root, workspace } = await opened(baseFiles, 'ln -s src folder; ln -s /usr out; ln -s gone dangling');
		const isThere = (path: string) => workspace.facts.isDirectory?.(path);
		expect(['', '/src', '/folder', '/src/../src'].map((path) => isThere(root + path))).toEqual([
			true,
			true,
			true,
			true,
		]);
		for (const path of [
			`${root}/a.txt`,
			`${root}/nowhere`,
			`${root}/a.txt/x`,
			`${root}/out`,
			`${root}/dangling`,
			'/usr',
		])
			expect(isThere(path), path).toBe(false);
		const local = localFacts({ root, home: '/home/octocat' });
		expect([`${root}/src`, `${root}/folder`, '/usr'].map((path) => local.isDirectory?.(path))).toEqual([
			true,
			true,
			true,
		]);
		expect([`${root}/a.txt`, `${root}/nowhere`].map((path) => local.isDirectory?.(path))).toEqual([false, false]);
	});

	it('show at once which paths differ from the base', async () => {
		const { root, workspace } = await opened(baseFiles, 'ln -s a.txt link; ln -s src folder');
		const changed = workspace.facts.changedInRun;
		expect(['a.txt', 'link', 'folder/deep/er/c.txt', 'src', '.', 'nowhere'].filter(changed)).toEqual([]);
		putFiles(root, { 'a.txt': 'A\n' });
		expect(['a.txt', 'link', 'src', '.', 'b.txt'].filter(changed)).toEqual(['a.txt', 'link', '.']);
		putFiles(root, { 'a.txt': 'a\n' });
		expect(['a.txt', 'link', '.'].filter(changed)).toEqual([]);
		chmodSync(join(root, 'run.sh'), 0o755);
		rmSync(join(root, 'b.txt'));
		putFiles(root, { 'src/new': 'new' });
		expect(['run.sh', 'b.txt', 'src/new', 'src', 'src/deep'].filter(changed)).toEqual([
			'run.sh',
			'b.txt',
			'src/new',
			'src',
		]);
		rmSync(join(root, 'folder'));
		symlinkSync('sp ace', join(root, 'folder'));
		expect(changed('folder/ünï-名\nline.txt')).toBe(true);
		expect(changed('sp ace/ünï-名\nline.txt')).toBe(false);
		expect(changed('/etc/passwd')).toBe(true);
	});

	it('show that a directory was replaced by another', async () => {
		const { root, workspace } = await opened({ 'one/script': 'same\n', 'two/script': 'other\n' });
		expect(workspace.facts.changedInRun('one/script')).toBe(false);
		renameSync(join(root, 'one'), join(root, 'gone'));
		symlinkSync('two', join(root, 'one'));
		expect(workspace.facts.changedInRun('one/script')).toBe(true);
	});
});

describe('fileSweep', () => {
	it('reads regular files of the workspace up to a size, and follows no link', async () => {
		const { root, workspace } = await opened();
		const outside = temporaryDirectory();
		putFiles(outside, { secret: 'canary' });
		putFiles(root, { 'src/b.txt': 'b' });
		sh(`ln -s ${outside}/secret out; ln -s a.txt in; ln -s src folder; ln -s ${outside} away; mkfifo pipe`, root);
		const read = workspace.fileSweep(2);
		expect(read('a.txt')).toEqual(Buffer.from('a\n'));
		expect(read('src/b.txt')).toEqual(Buffer.from('b'));
		expect(workspace.fileSweep(1)('a.txt')).toBeUndefined();
		const none = [
			'out',
			'in',
			'folder/b.txt',
			'away/secret',
			'pipe',
			'src',
			'src/',
			'nowhere',
			'nowhere/b.txt',
			'a.txt/b',
		];
		const strange = ['', '.', '/etc/hostname', '../a.txt', 'src/../a.txt', './a.txt', 'a.txt\0', 'src//b.txt'];
		for (const path of [...none, ...strange]) expect(workspace.fileSweep(1_000)(path), path).toBeUndefined();
	});
});

describe('contentOf', () => {
	it('hashes files of the workspace of any size and nothing else', async () => {
		const { root, workspace } = await opened();
		const outside = temporaryDirectory();
		putFiles(outside, { secret: 'canary' });
		sh(`ln -s ${outside}/secret out; ln -s a.txt in; mkfifo pipe`, root);
		writeFileSync(join(root, 'large'), '');
		truncateSync(join(root, 'large'), 3_000_000);
		expect(workspace.contentOf('a.txt')).toEqual({ size: 2, sha256: sha256('a\n'), isText: true, text: 'a\n' });
		expect(workspace.contentOf('in')?.sha256).toBe(sha256('a\n'));
		expect(workspace.contentOf('large')).toEqual({
			size: 3_000_000,
			sha256: sha256(Buffer.alloc(3_000_000)),
			isText: false,
		});
		for (const path of ['out', 'pipe', 'src', 'nowhere', '/etc/hostname'])
			expect(workspace.contentOf(path), path).toBeNull();
		expect(statSync(join(root, 'large')).size).toBe(3_000_000);
	});

	it('returns text that round-trips to the same bytes, and marks other files as not text', async () => {
		const { root, workspace } = await opened();
		const long = 'é'.repeat(200_001);
		const files: Readonly<Record<string, readonly [string | Buffer, object]>> = {
			bom: ['\ufeffx', { isText: true, text: '\ufeffx' }],
			empty: ['', { isText: true, text: '' }],
			// One read can end in the middle of a character.
			long: [`x${long}`, { isText: true, text: `x${long}` }],
			latin: [Buffer.from([0x61, 0xe9]), { isText: false }],
			'cut-off': [Buffer.from([0x61, 0xc3]), { isText: false }],
			nul: ['#!/bin/sh\n\0', { isText: false }],
			huge: ['x'.repeat(1_048_577), { isText: true }],
		};
		for (const [name, [content, expected]] of Object.entries(files)) {
			writeFileSync(join(root, name), content);
			const { size, sha256: hash, ...rest } = workspace.contentOf(name) ?? expect.fail(name);
			expect([size, hash, rest], name).toEqual([Buffer.byteLength(content), sha256(content), expected]);
		}
	});
});
