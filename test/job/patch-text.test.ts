import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DeliveredFile, FileState } from '../../src/core/index.ts';
import { type Patch, patchText } from '../../src/job/patch-text.ts';

let dir: string;
const self = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
const git = (...args: string[]) => execFileSync('git', ['-C', dir, ...self, ...args], { encoding: 'utf8' }).trim();
const state = (content: string | Buffer, mode: FileState['mode'] = '100644'): FileState => ({
	mode,
	bytes: Buffer.from(content),
});
const every = Buffer.from(Array.from({ length: 2048 }, (_none, at) => (at * 7 + (at >> 8)) % 256));

beforeEach(() => {
	dir = mkdtempSync(join(tmpdir(), 'patch-text-'));
	git('init', '-q', '-b', 'main');
	writeFileSync(join(dir, 'kept.txt'), 'one\ntwo\nthree\n');
	writeFileSync(join(dir, 'gone.txt'), 'away\n');
	writeFileSync(join(dir, 'run.sh'), '#!/bin/sh\n');
	writeFileSync(join(dir, 'logo.bin'), every);
	writeFileSync(join(dir, 'windows.txt'), 'one\r\ntwo\r\n');
	symlinkSync('kept.txt', join(dir, 'link'));
	git('add', '-A');
	git('commit', '-qm', 'base');
});

afterEach(() => rmSync(dir, { recursive: true }));

/** Applies the patch with the real `git am`. */
function applied(files: readonly DeliveredFile[], change: Partial<Patch> = {}): void {
	const author = { name: 'github-actions[bot]', email: 'github-actions[bot]@users.noreply.github.com' };
	const patch = patchText({
		...{ title: 'Change it', body: 'Why not.', author, at: new Date('2026-05-01T12:00:00Z') },
		...{ baseSha: git('rev-parse', 'HEAD'), files, ...change },
	});
	writeFileSync(join(dir, '.git', 'undelivered.patch'), patch);
	git('am', '-q', '-3', join(dir, '.git', 'undelivered.patch'));
}

const held = (path: string) => readFileSync(join(dir, path));
const was = (path: string, mode: FileState['mode'] = '100644') => state(held(path), mode);

test('git am applies changed text, deletions, new files, and files without a final newline', () => {
	applied([
		{ path: 'kept.txt', before: was('kept.txt'), after: state('one\n2\nthree') },
		{ path: 'gone.txt', before: was('gone.txt'), after: undefined },
		{ path: 'src/new.ts', before: undefined, after: state('export const one = 1;\n') },
		{ path: 'empty', before: undefined, after: state('') },
	]);
	expect(held('kept.txt').toString()).toBe('one\n2\nthree');
	expect(held('src/new.ts').toString()).toBe('export const one = 1;\n');
	expect(git('ls-files')).toBe('empty\nkept.txt\nlink\nlogo.bin\nrun.sh\nsrc/new.ts\nwindows.txt');
	expect(git('log', '-1', '--format=%an %ae %aI%n%B')).toBe(
		'github-actions[bot] github-actions[bot]@users.noreply.github.com 2026-05-01T12:00:00+00:00\nChange it\n\nWhy not.',
	);
});

test('binary bytes and carriage returns arrive unchanged', () => {
	const other = Buffer.concat([Buffer.from([0, 255, 254, 13, 10]), every]);
	applied([
		{ path: 'new.png', before: undefined, after: state(every) },
		{ path: 'logo.bin', before: was('logo.bin'), after: state(other) },
		{ path: 'windows.txt', before: was('windows.txt'), after: state('one\r\n2\r\n') },
		{ path: 'latin.txt', before: undefined, after: state(Buffer.from([0x47, 0xfc, 0x74, 10])) },
	]);
	expect(held('new.png').equals(every)).toBe(true);
	expect(held('logo.bin').equals(other)).toBe(true);
	expect(held('windows.txt').toString()).toBe('one\r\n2\r\n');
	expect(held('latin.txt')).toEqual(Buffer.from([0x47, 0xfc, 0x74, 10]));
});

test('executable bits, changed links, and links that replace files arrive', () => {
	applied([
		{ path: 'run.sh', before: was('run.sh'), after: state('#!/bin/sh\n', '100755') },
		{ path: 'link', before: state('kept.txt', '120000'), after: state('run.sh', '120000') },
		{ path: 'gone.txt', before: was('gone.txt'), after: state('kept.txt', '120000') },
		{ path: 'tool', before: undefined, after: state('#!/bin/sh\necho\n', '100755') },
	]);
	expect(lstatSync(join(dir, 'run.sh')).mode & 0o111).not.toBe(0);
	expect(lstatSync(join(dir, 'tool')).mode & 0o111).not.toBe(0);
	expect(readlinkSync(join(dir, 'link'))).toBe('run.sh');
	expect(readlinkSync(join(dir, 'gone.txt'))).toBe('kept.txt');
});

test('names that git quotes and words that would end a mail arrive unchanged', () => {
	const name = 'a "b"\\ü\t.txt';
	const title = 'Grüße: ändere die Überschriften, damit sie wieder so heißen, wie sie in der Anleitung stehen ✓';
	const body = 'One.\n\nFrom ann Mon Sep 17 00:00:00 2001\n---\ndiff -u is a word\n--- a/kept.txt';
	applied(
		[
			{ path: name, before: undefined, after: state('From me\n-- \n---\n') },
			{ path: 'with blank.txt', before: undefined, after: state('1\n') },
		],
		{ title, body },
	);
	expect(held(name).toString()).toBe('From me\n-- \n---\n');
	expect(held('with blank.txt').toString()).toBe('1\n');
	expect(git('log', '-1', '--format=%s')).toBe(title);
	expect(git('log', '-1', '--format=%b')).toContain('diff -u is a word');
	expect(git('rev-list', '--count', 'HEAD')).toBe('2');
});
