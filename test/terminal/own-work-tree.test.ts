import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { runSandboxed } from '../../src/sandbox/index.ts';
import {
	type LocalRunOrder,
	type TerminalContext,
	terminalJobContext,
	workFolder,
} from '../../src/terminal/terminal-job-context.ts';
import { openWorkTree } from '../../src/terminal/work-tree.ts';
import { aRepository } from '../sandbox/temporary.ts';

/** A terminal run, in its own work tree or with `--here`. */
function aRun(here: boolean) {
	const { root, baseSha } = aRepository({
		'.gitignore': 'node_modules/\nweb/.npmrc\n',
		'web/package.json': '{}\n',
	});
	const state = join(dirname(root), 'state');
	mkdirSync(state);
	const checkout = { root, head: baseSha, branch: 'main', sub: '.', uncommitted: 0 };
	const person = { id: 1, login: 'ann' };
	const runner = { id: '1.a', attempt: 1 };
	const quiet = () => undefined;
	const own = { packageRoot: '.', program: 'test', home: state, state, checkout, person, runner };
	const ground = { ...own, toolchain: [], secrets: [], say: quiet, warn: quiet, watch: quiet } as unknown;
	const run = { run: '1-abc', inputs: { secrets: [] }, here } as unknown as LocalRunOrder;
	const { context } = terminalJobContext(ground as TerminalContext, run);
	return { context, baseSha, folder: here ? root : workFolder(state, '1-abc') };
}

const plants = ['node_modules/.bin/npm', 'web/.npmrc', '.npmrc', 'notes.md'];
const plant = (workspace: string) =>
	runSandboxed({
		workspace,
		script: `mkdir -p node_modules/.bin; for f in ${plants.join(' ')}; do echo planted > $f; done; chmod 000 node_modules`,
	});

it('keeps the saved files when a run continues, and removes ignored and other unsaved files', async () => {
	const { context, baseSha, folder } = aRun(false);
	await context.machine.workspaceAt(baseSha);
	expect(await plant(folder)).toMatchObject({ exitCode: 0 });
	expect(plants.every((path) => existsSync(join(folder, path)))).toBe(true);
	const workspace = await context.machine.workspaceAt(baseSha);
	expect(plants.filter((path) => existsSync(join(folder, path)))).toEqual(['notes.md']);
	const { manifest } = await workspace.snapshot();
	expect(manifest.entries.map(({ path }) => path)).toEqual(['notes.md']);
	expect(existsSync(join(folder, 'web/package.json'))).toBe(true);
});

it('is created even if another process has written only half of its own entry', async () => {
	const { root, baseSha } = aRepository({ 'a.txt': 'a\n' });
	const half = join(root, '.git', 'worktrees', 'other');
	mkdirSync(half, { recursive: true });
	writeFileSync(join(half, 'locked'), 'initializing\n');
	writeFileSync(join(half, 'gitdir'), '/nowhere/.git\n');
	writeFileSync(join(half, 'commondir'), '');
	const folder = join(dirname(root), 'own', 'work');
	const opened = openWorkTree(root, folder, baseSha);
	setTimeout(() => rmSync(half, { recursive: true, force: true }), 50);
	await opened;
	expect(existsSync(join(folder, 'a.txt'))).toBe(true);
});

it("removes nothing from a person's checkout", async () => {
	const { context, baseSha, folder } = aRun(true);
	await context.machine.workspaceAt(baseSha);
	await plant(folder);
	await context.machine.workspaceAt(baseSha);
	expect(plants.every((path) => existsSync(join(folder, path)))).toBe(true);
});
