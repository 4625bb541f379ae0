import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runSandboxed } from '../../src/sandbox/index.ts';
import { submodulePaths } from '../../src/workspace/index.ts';
import { aRepository, putFiles, sh } from './temporary.ts';

const evil = '[core]\n\tfsmonitor = "touch \\"$PLANTED\\""\n';

describe('a nested repository', () => {
	it.each(['other', 'deep/er/other'])('stays sealed: no folder above it can be renamed (%s)', async (place) => {
		const { root } = aRepository();
		sh(`mkdir -p ${place} && git init -q ${place}`, root);
		const before = readFileSync(join(root, place, '.git/config'), 'utf8');
		const [top = ''] = place.split('/');
		const script = `mv ${top} moved; mkdir -p ${place}/.git; printf '${evil}' > ${place}/.git/config; mv ${place} ${place}2; ls`;
		const { output } = await runSandboxed({ workspace: root, script });
		expect(output.head).toContain('Device or resource busy');
		expect(readFileSync(join(root, place, '.git/config'), 'utf8')).toBe(before);
		expect(existsSync(join(root, 'moved'))).toBe(false);
	});

	it('does not make the files beside it read-only', async () => {
		const { root } = aRepository();
		sh('mkdir -p deep/other && git init -q deep/other', root);
		await runSandboxed({ workspace: root, script: 'echo x > deep/a && echo y > deep/other/b && rm README.md' });
		expect([existsSync(join(root, 'deep/a')), existsSync(join(root, 'deep/other/b'))]).toEqual([true, true]);
	});
});

describe('the folder of a submodule that is not checked out', () => {
	function withSubmodule() {
		const { root } = aRepository({ 'README.md': 'x' });
		sh(
			'mkdir sub && git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),sub && git commit -q -m sub',
			root,
		);
		return { root, baseSha: sh('git rev-parse HEAD', root).trim() };
	}

	it('cannot become a repository, which a later `git status` would obey', async () => {
		const { root, baseSha } = withSubmodule();
		const planted = join(root, '..', 'planted');
		const script = `mkdir -p sub/.git; printf '${evil}' > sub/.git/config; rmdir sub; mv sub sub2; echo done`;
		const sealed = await submodulePaths(root, baseSha);
		expect(sealed).toEqual(['sub']);
		const { output } = await runSandboxed({ workspace: root, script, sealed });
		expect(output.head).toContain('Read-only file system');
		expect(existsSync(join(root, 'sub/.git'))).toBe(false);
		sh('git status >/dev/null', root, { PLANTED: planted });
		expect(existsSync(planted)).toBe(false);
	});

	it('can become a repository without the seal', async () => {
		const { root } = withSubmodule();
		await runSandboxed({ workspace: root, script: 'git init -q sub' });
		expect(existsSync(join(root, 'sub/.git'))).toBe(true);
		writeFileSync(join(root, 'sub/a'), '');
	});

	it('stays writable once it is checked out, except for its sealed `.git`', async () => {
		const { root } = withSubmodule();
		sh('git init -q sub', root);
		putFiles(root, { 'sub/a': 'x' });
		const script = 'echo y > sub/a; echo z >> sub/.git/config';
		const { output } = await runSandboxed({ workspace: root, script, sealed: ['sub'] });
		expect(output.head).toMatch(/Read-only file system|Permission denied/);
		expect(readFileSync(join(root, 'sub/.git/config'), 'utf8')).not.toContain('z');
		expect(readFileSync(join(root, 'sub/a'), 'utf8')).toBe('y\n');
	});
});
