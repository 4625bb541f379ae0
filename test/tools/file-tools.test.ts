import {
	chmodSync,
	existsSync,
	linkSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { searchWith } from '../../src/tools/file-search.ts';
import { placeToRead } from '../../src/tools/place.ts';
import type { Searcher } from '../../src/tools/search-programs.ts';
import type { ToolServices } from '../../src/tools/tool.ts';
import { putFiles, sh, temporaryDirectory } from '../sandbox/temporary.ts';
import { testServices } from './tool-services.ts';

describe('every file tool', () => {
	const tools: readonly [string, Record<string, string>][] = [
		['file_read', {}],
		['file_list', {}],
		['file_search', { pattern: 'canary' }],
		['file_write', { content: 'evil' }],
		['file_edit', { old_text: 'canary', new_text: 'evil' }],
	];

	it.each(tools)('%s stays inside the checkout', async (name, args) => {
		const outside = temporaryDirectory();
		putFiles(outside, { secret: 'canary' });
		const { root, call } = await testServices(
			{ 'a/b': 'inside' },
			`ln -s ${outside} out; ln -s ${outside}/secret a/secret; ln -s out chained; ln -s loop loop`,
		);
		putFiles(`${root}-evil`, { file: 'canary' });
		for (const path of [
			'../repository-evil/file',
			`${root}-evil/file`,
			`${outside}/secret`,
			'out/secret',
			'out',
			'a/secret',
			'a/../../repository-evil/file',
			'chained/secret',
			'chained/new',
			'loop',
			'nul\0byte',
			'',
			'/etc/passwd',
			'/proc/self/environ',
			'/proc/self/cwd/a/../../../../../../etc/passwd',
			'/sys/kernel/notes',
			'/dev/zero',
		]) {
			const { ok, text } = await call(name, { ...args, path });
			expect(ok, `${path}: ${text}`).toBe(false);
			expect(text).not.toMatch(/canary|at .*\.ts:\d/);
			if (!path.includes(outside) && !path.includes(root)) expect(text).not.toMatch(new RegExp(`${root}|${outside}`));
		}
		expect([readFileSync(join(outside, 'secret'), 'utf8'), readdirSync(outside)]).toEqual(['canary', ['secret']]);
		expect(readFileSync(`${root}-evil/file`, 'utf8')).toBe('canary');
	});

	it.each(tools)('%s stays out of `.git`', async (name, args) => {
		const { root, call } = await testServices({ a: 'a' }, 'ln -s .git/config innocent; ln -s .git also');
		sh('git config a.b canary; mkdir -p sub/.git; echo canary > sub/.git/config', root);
		for (const path of [
			'.git/config',
			'.git',
			'./.git/../.git/config',
			'innocent',
			'also/config',
			'sub/.git/config',
			'.GIT/config',
			'.git/hooks/pre-commit',
		]) {
			const { ok, text } = await call(name, { ...args, path });
			expect(ok, path).toBe(false);
			expect(text).not.toContain('canary');
		}
		expect(readFileSync(join(root, '.git', 'config'), 'utf8')).toContain('canary');
		expect(existsSync(join(root, '.git', 'hooks', 'pre-commit'))).toBe(false);
	});

	it('accepts relative paths, paths with `./`, and absolute paths inside the checkout', async () => {
		const { root, call } = await testServices({ 'a/b.txt': 'hello\n' });
		for (const path of ['a/b.txt', './a/../a/b.txt', join(root, 'a/b.txt')]) {
			expect(await call('file_read', { path })).toEqual({ ok: true, text: '1\thello' });
		}
	});
});

describe('file_read', () => {
	it('numbers the lines, and can read a part of the file', async () => {
		const { call } = await testServices({ 'f.txt': 'one\ntwo\n\nfour' });
		expect((await call('file_read', { path: 'f.txt' })).text).toBe('1\tone\n2\ttwo\n3\t\n4\tfour');
		expect((await call('file_read', { path: 'f.txt', offset: 2, limit: 1 })).text).toBe(
			'2\ttwo\n[lines 2–2 of 4. Read on with `offset`: 3.]',
		);
		expect((await call('file_read', { path: 'f.txt', offset: 3 })).text).toBe('3\t\n4\tfour\n[lines 3–4 of 4.]');
		expect(await call('file_read', { path: 'f.txt', offset: 5 })).toMatchObject({
			ok: false,
			text: expect.stringContaining('has 4 lines'),
		});
	});

	it('reads at most 256 KB at once, and says how to continue', async () => {
		const { call } = await testServices({ long: `${'x'.repeat(99)}\n`.repeat(10_000), wide: 'y'.repeat(400_000) });
		const first = await call('file_read', { path: 'long' });
		const next = Number(/`offset`: (\d+)/.exec(first.text)?.[1]);
		expect(Buffer.byteLength(first.text)).toBeLessThan(262_300);
		expect((await call('file_read', { path: 'long', offset: next, limit: 1 })).text).toContain(`${next}\txxx`);
		expect((await call('file_read', { path: 'wide' })).text).toContain('the rest of this line is left out');
	});

	it.each([
		['missing', 'does not exist'],
		['dir', 'is a folder'],
		['binary', 'is binary'],
		['latin1', 'is binary'],
		['pipe', 'neither a file nor a folder'],
	])('refuses %s', async (path, why) => {
		const { root, call } = await testServices({ 'dir/a': 'a' });
		sh(`printf 'a\\0b' > binary; printf '\\xe9t\\xe9' > latin1; mkfifo pipe`, root);
		expect(await call('file_read', { path })).toMatchObject({ ok: false, text: expect.stringContaining(why) });
	});

	it('says that a file is empty', async () => {
		const { call } = await testServices({ empty: '' });
		expect(await call('file_read', { path: 'empty' })).toEqual({ ok: true, text: '`empty` is empty.' });
	});
});

describe('file_list', () => {
	it('lists one folder, without `.git`', async () => {
		const { call } = await testServices(
			{ 'b.txt': 'four', 'a/x': 'x', '.hidden': '' },
			'ln -s b.txt link; ln -s /etc/passwd out',
		);
		expect((await call('file_list', {})).text).toBe(
			'.hidden (0 bytes)\na/\nb.txt (4 bytes)\nlink -> b.txt\nout -> (outside the checkout)',
		);
		expect((await call('file_list', { path: 'a' })).text).toBe('x (1 bytes)');
		expect(await call('file_list', { path: 'b.txt' })).toMatchObject({ ok: false });
	});

	it('says how many more entries exist', async () => {
		const { root, call } = await testServices();
		sh('mkdir many; cd many; touch $(seq 1200)', root);
		expect((await call('file_list', { path: 'many' })).text).toContain('[200 more;');
	});
});

interface Sought {
	readonly pattern: string;
	readonly path: string;
	readonly glob?: string;
}

/** Searches like the tool, with the given program. */
async function search(searcher: Searcher, { pattern, path, glob }: Sought, services: ToolServices) {
	const placed = placeToRead(services, path);
	return placed.ok ? searchWith(searcher, { pattern, place: placed.place, glob }, services) : placed.output;
}

describe.each(['rg', 'git'] as const)('file_search with %s', (searcher) => {
	const files = {
		'a.ts': 'const x = 1;\nfoo42();\n',
		'src/b.ts': 'foo7();\nbar();\n',
		'src/deep/c.js': 'foo99();\n',
		'-dash.ts': 'foo1();\n',
		'node_modules/x.ts': 'foo0();\n',
		'.github/w.yml': 'foo5()\n',
		'.gitignore': 'node_modules\n',
		'we[i]rd/d.ts': 'foo3();\n',
	};

	async function found(sought: { readonly pattern: string; readonly path?: string; readonly glob?: string }) {
		const { root, services } = await testServices(files);
		putFiles(root, { 'new.ts': 'foo8();\n', 'ignored.ts': 'no' });
		const { text } = await search(searcher, { path: '.', ...sought }, services);
		return text.split('\n').sort();
	}

	it('finds lines in tracked, new and hidden files, but not in ignored files', async () => {
		expect(await found({ pattern: 'foo\\d+\\(' })).toEqual([
			'-dash.ts:1:foo1();',
			'.github/w.yml:1:foo5()',
			'a.ts:2:foo42();',
			'new.ts:1:foo8();',
			'src/b.ts:1:foo7();',
			'src/deep/c.js:1:foo99();',
			'we[i]rd/d.ts:1:foo3();',
		]);
	});

	it.each([
		[{ pattern: 'foo', path: 'src' }, ['src/b.ts:1:foo7();', 'src/deep/c.js:1:foo99();']],
		[{ pattern: 'foo', path: 'src/b.ts' }, ['src/b.ts:1:foo7();']],
		[{ pattern: 'foo', path: '-dash.ts' }, ['-dash.ts:1:foo1();']],
		[{ pattern: 'foo', glob: '*.js' }, ['src/deep/c.js:1:foo99();']],
		[{ pattern: 'foo', path: 'src', glob: '*.ts' }, ['src/b.ts:1:foo7();']],
		[{ pattern: 'foo', path: 'we[i]rd', glob: '*.ts' }, ['we[i]rd/d.ts:1:foo3();']],
		[{ pattern: 'foo', glob: 'src/**/*.js' }, ['src/deep/c.js:1:foo99();']],
		[{ pattern: 'foo', path: 'src', glob: '!*.ts' }, ['src/deep/c.js:1:foo99();']],
		[{ pattern: '--help' }, ['No line matches.']],
		[{ pattern: '-e' }, ['No line matches.']],
	])('%j', async (sought, expected) => {
		expect(await found(sought)).toEqual(expected);
	});

	it('reports an invalid pattern', async () => {
		const { services } = await testServices(files);
		const answer = await search(searcher, { pattern: 'foo(', path: '.' }, services);
		expect(answer).toMatchObject({
			ok: false,
			text: expect.stringMatching(/The search failed: [\s\S]*(unclosed|missing|parenthes)/),
		});
	});

	it('shows at most 300 matches and shortens long lines, and says so', async () => {
		const { root, services } = await testServices();
		putFiles(root, { many: 'match\n'.repeat(2_000), wide: `match${'x'.repeat(2_000)}` });
		const { text } = await search(searcher, { pattern: 'match', path: '.' }, services);
		expect(text.split('\n')).toHaveLength(301);
		expect(text).toContain('only the first 300 matches are shown');
		expect((await search(searcher, { pattern: 'match', path: 'wide' }, services)).text).toMatch(
			/^wide:1:matchx+\[…\]$/,
		);
	});
});

describe('file_search', () => {
	it('finds a line by its pattern, and rejects an empty pattern', async () => {
		const { call } = await testServices({ 'a.txt': 'needle\n' });
		expect(await call('file_search', { pattern: 'n.edle' })).toEqual({ ok: true, text: 'a.txt:1:needle' });
		expect(await call('file_search', { pattern: '' })).toMatchObject({ ok: false });
	});
});

describe('file_write', () => {
	it('creates files and their folders, and keeps the mode of an existing file', async () => {
		const { root, call } = await testServices({ 'run.sh': '#!/bin/sh\n' });
		expect(await call('file_write', { path: 'new/deep/f.txt', content: 'one\ntwo\n' })).toEqual({
			ok: true,
			text: 'Created `new/deep/f.txt` (2 lines, 8 bytes).',
		});
		expect(readFileSync(join(root, 'new/deep/f.txt'), 'utf8')).toBe('one\ntwo\n');
		expect(statSync(join(root, 'new/deep/f.txt')).mode & 0o777).toBe(0o644);
		chmodSync(join(root, 'run.sh'), 0o755);
		expect((await call('file_write', { path: 'run.sh', content: '' })).text).toBe('Wrote `run.sh` (0 lines, 0 bytes).');
		expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o755);
		expect(readdirSync(root).filter((name) => name.endsWith('.tmp'))).toEqual([]);
	});

	it('rejects links, hard links, folders, special files and too large content', async () => {
		const { root, call } = await testServices(
			{ 'real/file': 'kept', 'hard-1': 'kept' },
			'ln -s real link; ln -s real/file to-file; ln -s nowhere dangling',
		);
		linkSync(join(root, 'hard-1'), join(root, 'hard-2'));
		sh('mkfifo pipe', root);
		for (const [path, why] of [
			['link/file', '`link` is a symbolic link'],
			['to-file', 'It leads to `real/file`'],
			['dangling', '`dangling` is a symbolic link'],
			['hard-1', 'second name'],
			['real', 'is a folder'],
			['.', 'is a folder'],
			['pipe', 'not a regular file'],
			['real/file/below', '`real/file` is a file'],
		] as const) {
			expect(await call('file_write', { path, content: 'evil' }), path).toMatchObject({
				ok: false,
				text: expect.stringContaining(why),
			});
		}
		expect([readFileSync(join(root, 'real/file'), 'utf8'), readFileSync(join(root, 'hard-2'), 'utf8')]).toEqual([
			'kept',
			'kept',
		]);
		expect(existsSync(join(root, 'nowhere'))).toBe(false);
		expect(await call('file_write', { path: 'large', content: 'x'.repeat(1_048_577) })).toMatchObject({ ok: false });
		expect(await call('file_write', { path: 'fits', content: 'x'.repeat(1_048_576) })).toMatchObject({ ok: true });
	});
});

describe('file_edit', () => {
	it('replaces a text that occurs exactly once, literally', async () => {
		const { root, call } = await testServices({ f: 'a $1 b\nc\n' });
		expect(await call('file_edit', { path: 'f', old_text: '$1', new_text: "$& $' $$" })).toMatchObject({ ok: true });
		expect(readFileSync(join(root, 'f'), 'utf8')).toBe("a $& $' $$ b\nc\n");
		await call('file_edit', { path: 'f', old_text: '\nc', new_text: '' });
		expect(readFileSync(join(root, 'f'), 'utf8')).toBe("a $& $' $$ b\n");
	});

	it('reports the lines if the text occurs more than once', async () => {
		const { root, call } = await testServices({ f: 'x = 1\ny\nx = 1\n', overlap: 'aaa' });
		expect((await call('file_edit', { path: 'f', old_text: 'x = 1', new_text: 'z' })).text).toContain(
			'occurs 2 times in `f` (lines 1, 3)',
		);
		expect(await call('file_edit', { path: 'overlap', old_text: 'aa', new_text: 'b' })).toMatchObject({ ok: false });
		expect(readFileSync(join(root, 'f'), 'utf8')).toBe('x = 1\ny\nx = 1\n');
	});

	it('shows the nearest lines if the text does not occur', async () => {
		const { call } = await testServices({ f: 'function one() {\n\treturn first(value);\n}\n\nfunction two() {}\n' });
		const { ok, text } = await call('file_edit', { path: 'f', old_text: '  return first(value);', new_text: 'x' });
		expect(ok).toBe(false);
		expect(text).toContain('with other white space');
		expect(text).toContain('1\tfunction one() {\n2\t\treturn first(value);\n3\t}');
		expect((await call('file_edit', { path: 'f', old_text: 'return first(val);', new_text: 'x' })).text).toContain(
			'2\t\treturn first(value);',
		);
		expect((await call('file_edit', { path: 'f', old_text: '#####', new_text: 'x' })).text).toContain(
			'read the file again',
		);
	});

	it('keeps Windows line endings', async () => {
		const { root, call } = await testServices({ f: 'one\r\ntwo\r\nthree\r\n' });
		expect(await call('file_edit', { path: 'f', old_text: 'one\ntwo', new_text: '1\n2' })).toMatchObject({ ok: true });
		expect(readFileSync(join(root, 'f'), 'utf8')).toBe('1\r\n2\r\nthree\r\n');
	});

	it('rejects an edit that changes nothing, a missing file, a link and a binary file', async () => {
		const { root, call } = await testServices({ f: 'text' });
		symlinkSync('f', join(root, 'link'));
		writeFileSync(join(root, 'bin'), Buffer.from([0, 1]));
		for (const [path, old_text, new_text, why] of [
			['f', '', 'x', 'is empty'],
			['f', 'text', 'text', 'nothing to change'],
			['missing', 'a', 'b', 'Use file_write'],
			['link', 'text', 'x', 'symbolic link'],
			['bin', 'a', 'b', 'binary'],
		] as const) {
			expect(await call('file_edit', { path, old_text, new_text }), path).toMatchObject({
				ok: false,
				text: expect.stringContaining(why),
			});
		}
	});
});
