import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorkspace } from '../../src/workspace/index.ts';
import { aRepository, sh } from '../sandbox/temporary.ts';

/** A checkout with the submodule `sub`, a repository beside it, and what a script makes of it. */
async function changedBy(script: string) {
	const inner = aRepository({ inner: 'inner\n' });
	const add = `git -c protocol.file.allow=always submodule --quiet add ${inner.root} sub`;
	const { root, baseSha } = aRepository({ 'src/a.ts': 'a\n' }, add);
	const workspace = await openWorkspace(root, baseSha);
	sh(`inner=${inner.root}; commit=$(git -C ${inner.root} rev-parse HEAD)\n${script}`, root);
	return { root, workspace };
}

/** What a delivery would hold, or why there is none. */
async function deliveredAfter(script: string): Promise<readonly string[] | string> {
	const { workspace } = await changedBy(script);
	try {
		const { files } = await workspace.delivery();
		return files.map(({ path, before, after }) => `${path} ${before?.mode ?? 'none'} ${after?.mode ?? 'none'}`);
	} catch (error) {
		const { code, message } = error as { readonly code?: string; readonly message: string };
		return `${code ?? 'no code'}: ${message}`;
	}
}

describe('no gitlink (mode 160000) reaches a delivery', () => {
	it.each([
		['staged without files', 'git update-index --add --cacheinfo 160000,$commit,new', []],
		['staged at another commit', 'git update-index --cacheinfo 160000,$(git rev-parse HEAD),sub', []],
		[
			'staged in place of a file',
			'git rm -q --cached src/a.ts; git update-index --add --cacheinfo 160000,$commit,src',
			[],
		],
		['removed from the index', 'git rm -q --cached sub', []],
		['taken away with its folder', 'rm -rf sub', []],
	])('that is %s', async (_, script, expected) => {
		expect(await deliveredAfter(script)).toEqual(expected);
	});

	it.each([
		['a nested clone', 'git clone -q $inner new', '`new/` is a git repository'],
		['a nested clone that is staged', 'git clone -q $inner new; git add new', '`new/` is a git repository'],
		['a nested repository without a commit', 'git init -q new', '`new/` is a git repository'],
		[
			'a nested repository in place of a file',
			'rm src/a.ts; git clone -q $inner src/a.ts',
			'`src/a.ts/` is a git repository',
		],
		['a submodule with another commit', 'git -C sub commit -q --allow-empty -m x', 'The submodule `sub`'],
		['a submodule with another file', 'echo x > sub/new', 'The submodule `sub`'],
		['a submodule whose repository is gone', 'rm sub/.git', 'The submodule `sub`'],
		['a file in place of a submodule', 'rm -rf sub; echo x > sub', 'The submodule `sub`'],
		['a link in place of a submodule', 'rm -rf sub; ln -s src sub', 'The submodule `sub`'],
		[
			'a link to an empty folder in place of a submodule',
			'rm -rf sub; mkdir empty; ln -s empty sub',
			'The submodule `sub`',
		],
		['a link to nothing in place of a submodule', 'rm -rf sub; ln -s nowhere sub', 'The submodule `sub`'],
	])('%s is refused by name', async (_, script, expected) => {
		expect(await deliveredAfter(script)).toContain(`checkout-mismatch: ${expected}`);
	});

	it('nor does the state of a submodule that is ignored now', async () => {
		const { root, workspace } = await changedBy('echo /sub > .gitignore; echo x > sub/new');
		expect(existsSync(join(root, 'sub/new'))).toBe(true);
		await expect(workspace.delivery()).rejects.toThrow('The submodule `sub`');
	});
});
