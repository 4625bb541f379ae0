import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorkspace } from '../../src/workspace/index.ts';
import { aRepository, sh } from '../sandbox/temporary.ts';

/** A checkout with the submodule `sub`, another repository, and the changes of a script. */
async function changedBy(script: string) {
	const inner = aRepository({ inner: 'inner\n' });
	const add = `git -c protocol.file.allow=always submodule --quiet add ${inner.root} sub`;
	const { root, baseSha } = aRepository({ 'src/a.ts': 'a\n' }, add);
	const workspace = await openWorkspace(root, baseSha);
	sh(`inner=${inner.root}; commit=$(git -C ${inner.root} rev-parse HEAD)\n${script}`, root);
	return { root, workspace };
}

/** Lists the files of a delivery and what it leaves out. */
async function deliveredAfter(script: string): Promise<readonly string[]> {
	const { workspace } = await changedBy(script);
	const { files, left } = await workspace.delivery();
	return [
		...files.map(({ path, before, after }) => `${path} ${before?.mode ?? 'none'} ${after?.mode ?? 'none'}`),
		...left.map(({ path, why }) => `${path} left: ${why}`),
	];
}

describe('a delivery contains no gitlink (mode 160000)', () => {
	it.each([
		['staged without files', 'git update-index --add --cacheinfo 160000,$commit,new', []],
		['staged at another commit', 'git update-index --cacheinfo 160000,$(git rev-parse HEAD),sub', []],
		[
			'staged in place of a file',
			'git rm -q --cached src/a.ts; git update-index --add --cacheinfo 160000,$commit,src',
			[],
		],
		['removed from the index', 'git rm -q --cached sub', []],
		['deleted with its folder', 'rm -rf sub', []],
	])('if one is %s', async (_, script, expected) => {
		expect(await deliveredAfter(script)).toEqual(expected);
	});

	it.each([
		['a nested clone', 'git clone -q $inner new', 'new/ left: repository'],
		['a nested clone that is staged', 'git clone -q $inner new; git add new', 'new/ left: repository'],
		['a nested repository without a commit', 'git init -q new', 'new/ left: repository'],
		[
			'a nested repository in place of a file',
			'rm src/a.ts; git clone -q $inner src/a.ts',
			'src/a.ts left: repository',
		],
		['a submodule with another commit', 'git -C sub commit -q --allow-empty -m x', 'sub left: submodule'],
		['a submodule with another file', 'echo x > sub/new', 'sub left: submodule'],
		['a submodule whose repository is gone', 'rm sub/.git', 'sub left: submodule'],
		['a file in place of a submodule', 'rm -rf sub; echo x > sub', 'sub left: submodule'],
		['a link in place of a submodule', 'rm -rf sub; ln -s src sub', 'sub left: submodule'],
		[
			'a link to an empty folder in place of a submodule',
			'rm -rf sub; mkdir empty; ln -s empty sub',
			'sub left: submodule',
		],
		['a link to nothing in place of a submodule', 'rm -rf sub; ln -s nowhere sub', 'sub left: submodule'],
	])('and leaves out %s', async (_, script, expected) => {
		expect(await deliveredAfter(script)).toContain(expected);
	});

	it('and leaves out a submodule that is ignored now', async () => {
		const { root, workspace } = await changedBy('echo /sub > .gitignore; echo x > sub/new');
		expect(existsSync(join(root, 'sub/new'))).toBe(true);
		await expect(workspace.delivery()).resolves.toMatchObject({ left: [{ path: 'sub', why: 'submodule' }] });
	});
});
