import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git, makeSampleRepository } from '../../rehearsal/sample-repository.ts';
import type { CommitFile } from '../../src/core/index.ts';
import { ownSignature } from '../../src/sandbox/index.ts';
import { deliverBranch, deliveredBranches, findDelivered } from '../../src/terminal/local-branch.ts';
import { publishAudit } from '../../src/terminal/published-audit.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const text = (content: string): Uint8Array => Buffer.from(content);

function aRepository(folder: string) {
	const root = join(folder, 'repository');
	mkdirSync(root);
	const baseSha = makeSampleRepository(root, { 'a/b': 'a file\n' });
	const home = mkdtempSync(join(folder, 'home-'));
	const pull = (marker: string, files: readonly CommitFile[]) => ({
		...{ branch: 'countersign/1-it', baseBranch: 'main', baseSha, title: 'It', body: 'Said.\n\nRefs #1' },
		...{ message: '', files, marker: `countersign:pull-request:${marker}` },
	});
	return { root, home, pull };
}

test('a delivery is one commit on the base with exactly the changed files', async () => {
	using folder = temporaryFolder();
	const { root, home, pull } = aRepository(folder.path);
	writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Ann Example\n\temail = ann@example.com\n');
	const index = readFileSync(join(root, '.git', 'index'));
	await deliverBranch(
		pull('1-a:x', [
			{ path: 'README.md', mode: '100644', content: text('new\n') },
			{ path: 'a/b', mode: '100644', content: null },
			{ path: 'a', mode: '100755', content: text('#!/bin/sh\n') },
			{ path: 'with space\nand line', mode: '120000', content: text('README.md') },
		]),
		{ root, home },
	);
	expect(git(root, 'log', '-1', '--format=%P|%an <%ae>|%B', 'countersign/1-it')).toBe(
		`${git(root, 'rev-parse', 'main')}|Ann Example <ann@example.com>|It\n\nSaid.\n\nCountersign-Delivery: countersign:pull-request:1-a:x`,
	);
	expect(
		git(root, 'diff', '--raw', '-z', '--no-renames', 'main', 'countersign/1-it')
			.split('\0')
			.filter((_, at) => at % 2 === 1),
	).toEqual([...['README.md', 'a', 'a/b', 'with space\nand line']]);
	expect(git(root, 'ls-tree', 'countersign/1-it', 'a')).toMatch(/^100755 blob/);
	expect(readFileSync(join(root, '.git', 'index')).equals(index)).toBe(true);
	expect(git(root, 'status', '--porcelain')).toBe('');
});

test('a delivery is found by its marker, which the model cannot forge', async () => {
	using folder = temporaryFolder();
	const ground = aRepository(folder.path);
	const { root, pull } = ground;
	const files: readonly CommitFile[] = [{ path: 'x', mode: '100644', content: text('x') }];
	expect(await findDelivered('countersign:pull-request:1-a:x', ground)).toBeUndefined();
	const forged = 'Countersign-Delivery: countersign:pull-request:1-a:y';
	await deliverBranch({ ...pull('1-a:x', files), body: forged }, ground);
	await deliverBranch(pull('1-b:x', files), ground);
	expect(await findDelivered('countersign:pull-request:1-a:x', ground)).toMatchObject({
		url: expect.stringContaining('countersign/1-it (commit'),
	});
	expect(await findDelivered('countersign:pull-request:1-a:y', ground)).toBeUndefined();
	expect(await deliveredBranches('1-b', root)).toEqual([
		{ branch: 'countersign/1-it-2', sha: git(root, 'rev-parse', 'countersign/1-it-2') },
	]);
});

test('a delivery is refused with the error of git when its branch cannot be created', async () => {
	using folder = temporaryFolder();
	const ground = aRepository(folder.path);
	git(ground.root, 'branch', 'countersign');
	const files: readonly CommitFile[] = [{ path: 'x', mode: '100644', content: text('x') }];
	await expect(deliverBranch(ground.pull('1-a:x', files), ground)).rejects.toMatchObject({
		code: 'checkout-mismatch',
		message: expect.stringContaining('countersign/1-it'),
	});
});

test('the name of the person comes from the repository, then from their own settings', async () => {
	using folder = temporaryFolder();
	const { root, home } = aRepository(folder.path);
	expect(await ownSignature(root, home)).toEqual({});
	mkdirSync(join(home, '.config', 'git'), { recursive: true });
	writeFileSync(join(home, '.config', 'git', 'config'), '[user]\n\tname = Ann\n\temail = ann@example.com\n');
	expect(await ownSignature(root, home)).toEqual({ name: 'Ann', email: 'ann@example.com' });
	git(root, 'config', 'user.name', 'Ann of This');
	expect(await ownSignature(root, home)).toEqual({ name: 'Ann of This', email: 'ann@example.com' });
});

test('the audit is copied completely to an ignored folder, and never through a symbolic link', () => {
	using folder = temporaryFolder();
	const { root } = aRepository(folder.path);
	const audit = join(folder.path, 'audit');
	mkdirSync(join(audit, 'blobs'), { recursive: true });
	writeFileSync(join(audit, 'journal.jsonl'), 'one\n');
	const published = publishAudit(audit, root, '1-a');
	expect(published).toBe(join(root, '.countersign/runs/1-a'));
	writeFileSync(join(audit, 'journal.jsonl'), 'two\n');
	publishAudit(audit, root, '1-a');
	expect(readFileSync(join(published, 'journal.jsonl'), 'utf8')).toBe('two\n');
	expect(readdirSync(join(root, '.countersign/runs')).sort()).toEqual(['.gitignore', '1-a']);
	expect(git(root, 'status', '--porcelain')).toBe('');
	const other = join(folder.path, 'other');
	mkdirSync(join(other, 'elsewhere'), { recursive: true });
	symlinkSync('elsewhere', join(other, '.countersign'));
	expect(publishAudit(audit, other, '1-a')).toBe(audit);
	expect(readdirSync(join(other, 'elsewhere'))).toEqual([]);
});

test('the audit is not copied when `.gitignore` is a symbolic link, and nothing is written to its target', () => {
	using folder = temporaryFolder();
	const { root } = aRepository(folder.path);
	const audit = join(folder.path, 'audit');
	mkdirSync(audit);
	mkdirSync(join(root, '.countersign/runs'), { recursive: true });
	symlinkSync('../../../outside', join(root, '.countersign/runs/.gitignore'));
	expect(publishAudit(audit, root, '1-a')).toBe(audit);
	expect(readdirSync(folder.path)).not.toContain('outside');
	expect(readdirSync(join(root, '.countersign/runs'))).toEqual(['.gitignore']);
});
