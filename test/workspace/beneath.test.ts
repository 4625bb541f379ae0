import { spawn } from 'node:child_process';
import {
	existsSync,
	linkSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runSandboxed } from '../../src/sandbox/index.ts';
import { openWorkspace, readBeneath, withDirectory, withFileBeneath, writeBeneath } from '../../src/workspace/index.ts';
import { aRepository, putFiles, sh, temporaryDirectory } from '../sandbox/temporary.ts';

const mostBytes = 1_000;
const doors = `${process.cwd()}/src/workspace/index.ts`;
const textOf = (root: string, path: string): string | undefined => readBeneath(root, path, mostBytes)?.bytes.toString();

/** A module of the test that runs in its own process. */
function aModule(directory: string, source: string): string {
	const file = join(directory, 'module.ts');
	writeFileSync(file, source.replace('#workspace', doors));
	return file;
}

describe('a file below a root', () => {
	it('is read and written at any depth', () => {
		const root = temporaryDirectory();
		putFiles(root, { top: 'one', 'a/b/c/deep': 'two' });
		expect([textOf(root, 'top'), textOf(root, 'a/b/c/deep')]).toEqual(['one', 'two']);
		writeBeneath(root, 'a/new/folder/file', Buffer.from('three'));
		expect(readFileSync(join(root, 'a/new/folder/file'), 'utf8')).toBe('three');
	});

	it('is never reached through a link, at any part of its path', () => {
		const root = temporaryDirectory();
		const outside = temporaryDirectory();
		putFiles(outside, { 'b/file': 'canary' });
		putFiles(root, { 'real/b/file': 'inside' });
		symlinkSync(outside, join(root, 'a'));
		symlinkSync(join(outside, 'b'), join(root, 'real/c'));
		symlinkSync(join(outside, 'b/file'), join(root, 'real/b/link'));
		for (const path of ['a/b/file', 'real/c/file']) {
			expect(() => textOf(root, path), path).toThrow(/ENOTDIR|ELOOP/);
			expect(() => writeBeneath(root, path, Buffer.from('evil')), path).toThrow(/ENOTDIR|ELOOP/);
		}
		expect(textOf(root, 'real/b/link')).toBeUndefined();
		expect(() => writeBeneath(root, 'real/b/link', Buffer.from('evil'))).toThrow(/ELOOP/);
		expect(readFileSync(join(outside, 'b/file'), 'utf8')).toBe('canary');
		expect(() => textOf(root, '../x')).toThrow(RangeError);
		expect(() => textOf(root, 'real/../real/b/file')).toThrow(RangeError);
	});

	it('is not opened if it is not a regular file', async () => {
		const root = temporaryDirectory();
		sh('mkfifo pipe; mkdir folder', root);
		const server = createServer().listen(join(root, 'socket'));
		await new Promise((resolve) => server.once('listening', resolve));
		for (const path of ['pipe', 'socket', 'folder', '.']) {
			expect(
				withFileBeneath(root, path, () => 'opened'),
				path,
			).toBeUndefined();
		}
		expect(withFileBeneath('/dev', 'zero', () => 'opened')).toBeUndefined();
		for (const path of ['pipe', 'socket', 'folder']) {
			expect(() => writeBeneath(root, path, Buffer.from('x')), path).toThrow(/ELOOP|EISDIR/);
		}
		server.close();
	});

	it('is not written if it changed since it was read', () => {
		const root = temporaryDirectory();
		putFiles(root, { file: 'one' });
		const seen = statSync(join(root, 'file'));
		writeBeneath(root, 'file', Buffer.from('two'), seen);
		expect(() => writeBeneath(root, 'file', Buffer.from('three'), seen)).toThrow(/ESTALE/);
		expect(readFileSync(join(root, 'file'), 'utf8')).toBe('two');
	});

	it('gets a new inode on a write, so that other hard links keep the old bytes', () => {
		const root = temporaryDirectory();
		const outside = temporaryDirectory();
		putFiles(outside, { file: 'canary' });
		linkSync(join(outside, 'file'), join(root, 'file'));
		writeBeneath(root, 'file', Buffer.from('changed'));
		expect([readFileSync(join(outside, 'file'), 'utf8'), textOf(root, 'file')]).toEqual(['canary', 'changed']);
	});
});

describe('an open directory', () => {
	it('stays the same directory after a rename', () => {
		const root = temporaryDirectory();
		mkdirSync(join(root, 'a/b'), { recursive: true });
		const work = (): void =>
			withDirectory(root, 'a', (directory) => {
				renameSync(join(root, 'a'), join(root, 'elsewhere'));
				mkdirSync(join(root, 'a'));
				writeFileSync(directory.at('file'), 'x');
			});
		work();
		// The write goes to the moved directory, never to the new one with its name.
		expect([existsSync(join(root, 'a/file')), existsSync(join(root, 'elsewhere/file'))]).toEqual([false, true]);
	});

	it('needs `/proc`, and the error says so', () => {
		const dir = temporaryDirectory();
		putFiles(dir, { file: 'x' });
		const module = aModule(
			dir,
			`import { readBeneath } from '#workspace';
			try { readBeneath(process.cwd(), 'file', 10); } catch (error) { console.log(error.code, error.message, error.fix); }`,
		);
		const said = sh(`bwrap --dev-bind / / --tmpfs /proc "${process.execPath}" ${module}`, dir);
		expect(said).toMatch(/^sandbox-unavailable .*`\/proc` is not there.*Run on Linux/);
	});
});

describe('a hard link to a file outside', () => {
	it('cannot be made by a command in the sandbox', async () => {
		const { root } = aRepository();
		const { exitCode, output } = await runSandboxed({ script: 'ln /usr/bin/env stolen', workspace: root });
		expect([exitCode, output.head]).toEqual([1, expect.stringMatching(/cross-device|not permitted/i)]);
		expect(existsSync(join(root, 'stolen'))).toBe(false);
	});
});

describe('an interrupted write', () => {
	it('by a full disk leaves only the old file', () => {
		const dir = temporaryDirectory();
		const module = aModule(
			dir,
			`import { writeBeneath } from '#workspace';
			import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
			writeFileSync('/mnt/file', 'old');
			try { writeBeneath('/mnt', 'file', Buffer.alloc(1_000_000, 'x')); } catch (error) { console.log(error.code); }
			console.log(readdirSync('/mnt').join(), readFileSync('/mnt/file', 'utf8'));
			writeBeneath('/mnt', 'file', Buffer.from('new'));
			console.log(readFileSync('/mnt/file', 'utf8'));`,
		);
		const said = sh(`bwrap --dev-bind / / --size 131072 --tmpfs /mnt "${process.execPath}" ${module}`, dir);
		expect(said.trim().split('\n')).toEqual(['ENOSPC', 'file old', 'new']);
	});

	it('by a kill leaves a complete file, and the next start removes leftovers', async () => {
		const { root, baseSha } = aRepository({ 'a/file': 'x'.repeat(4_000_000) });
		const dir = mkdtempSync(join(temporaryDirectory(), 'm'));
		const module = aModule(
			dir,
			`import { writeBeneath } from '#workspace';
			console.log('writing');
			for (let n = 0; ; n += 1) writeBeneath(process.argv[2], 'a/file', Buffer.alloc(4_000_000, String(n % 10)));`,
		);
		let leftovers = 0;
		for (let round = 0; round < 12; round += 1) {
			const child = spawn(process.execPath, [module, root], { stdio: ['ignore', 'pipe', 'inherit'] });
			await new Promise((resolve) => child.stdout.once('data', resolve));
			await new Promise((resolve) => setTimeout(resolve, 3 + 5 * round));
			child.kill('SIGKILL');
			await new Promise((resolve) => child.once('exit', resolve));
			const text = readFileSync(join(root, 'a/file'), 'utf8');
			expect([text.length, new Set(text).size]).toEqual([4_000_000, 1]);
			leftovers += readdirSync(join(root, 'a')).length - 1;
		}
		expect(leftovers).toBeGreaterThan(0);
		putFiles(root, { 'a/.countersign-mine.tmp': 'kept' });
		const workspace = await openWorkspace(root, baseSha);
		expect(readdirSync(join(root, 'a')).sort()).toEqual(['.countersign-mine.tmp', 'file']);
		const { manifest } = await workspace.snapshot();
		expect(manifest.entries.map((entry) => entry.path)).toEqual(['a/.countersign-mine.tmp', 'a/file']);
	});

	it('does not lead to the removal of a committed file with the name of a leftover', async () => {
		const name = '.countersign-00000000-0000-4000-8000-000000000000.tmp';
		const { root, baseSha } = aRepository({ [name]: 'committed' });
		sh(`git rm -q --cached ${name}`, root);
		await openWorkspace(root, baseSha);
		expect(readdirSync(root)).toContain(name);
	});
});
