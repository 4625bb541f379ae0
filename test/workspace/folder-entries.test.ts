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

describe('what lies in a folder', () => {
	it('is told by name and kind, links as links', () => {
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

	it('is nothing where there is no folder', () => {
		const root = aCheckout();
		const { entries } = localFacts({ root, home: '/home/octocat' });
		expect(entries?.(join(root, 'none'))).toEqual([]);
		expect(entries?.(join(root, 'a.txt'))).toEqual([]);
	});

	it('is no folder of packages once something in one is committed, or that cannot be told', () => {
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

	it('counts an index of a version that cuts names short as one that cannot be told', () => {
		const root = aCheckout();
		sh('git update-index --index-version 4', root);
		expect(kinds(root)['node_modules']).toBe('folder');
	});
});
