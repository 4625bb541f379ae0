import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localFacts } from '../../src/workspace/index.ts';
import { putFiles, sh, temporaryDirectory } from '../sandbox/temporary.ts';

function aCheckout(): string {
	const root = temporaryDirectory();
	putFiles(root, { 'a.txt': '', 'src/b.txt': '', 'node_modules/x/y.js': '', 'lib/site-packages/z.py': '' });
	symlinkSync('a.txt', join(root, 'l'));
	sh('git init -q && git add a.txt src', root);
	return root;
}

const kinds = (root: string, folder = root) =>
	Object.fromEntries(
		(localFacts({ root, home: '/home/octocat' }).entries?.(folder) ?? []).map(({ name, kind }) => [name, kind]),
	);

describe('the list of a folder', () => {
	it('gives name and kind, and marks links as links', () => {
		const root = aCheckout();
		expect(kinds(root)).toEqual({
			'a.txt': 'file',
			src: 'folder',
			l: 'link',
			lib: 'folder',
			'.git': 'folder',
			node_modules: 'packages',
		});
		expect(kinds(root, join(root, 'lib'))).toEqual({ 'site-packages': 'packages' });
	});

	it('is empty if the folder does not exist', () => {
		const root = aCheckout();
		const { entries } = localFacts({ root, home: '/home/octocat' });
		expect(entries?.(join(root, 'none'))).toEqual([]);
		expect(entries?.(join(root, 'a.txt'))).toEqual([]);
	});

	it('does not mark a packages folder if git tracks files in it or its index is unreadable', () => {
		const root = aCheckout();
		sh('git add -f node_modules/x/y.js', root);
		expect(kinds(root)['node_modules']).toBe('folder');
		expect(kinds(root, join(root, 'lib'))).toEqual({ 'site-packages': 'packages' });
		writeFileSync(join(root, '.git/index'), 'DIRC');
		expect(kinds(root, join(root, 'lib'))).toEqual({ 'site-packages': 'folder' });
		const bare = temporaryDirectory();
		mkdirSync(join(bare, 'node_modules'));
		expect(kinds(bare)).toEqual({ node_modules: 'folder' });
	});

	it('treats an index of version 4 as unreadable', () => {
		const root = aCheckout();
		sh('git update-index --index-version 4', root);
		expect(kinds(root)['node_modules']).toBe('folder');
	});
});
