import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wallNames } from '../../src/core/index.ts';
import { proveWalls, runSandboxed } from '../../src/sandbox/index.ts';
import type { Mount } from '../../src/sandbox/mount.ts';
import { selfCheck } from '../../src/sandbox/self-check.ts';
import { aRepository, sh, temporaryDirectory } from './temporary.ts';

/** Returns every path below a folder, with the content of files. */
function snapshot(root: string): readonly string[] {
	const names = readdirSync(root, { recursive: true, withFileTypes: true });
	return names
		.map(
			(entry) =>
				join(entry.parentPath, entry.name) +
				(entry.isFile() ? readFileSync(join(entry.parentPath, entry.name), 'hex') : ''),
		)
		.sort();
}

describe('proveWalls', () => {
	it('proves the sandbox of a checkout, and leaves nothing behind', async () => {
		const { root } = aRepository();
		const before = snapshot(root);
		const found = await proveWalls({ workspace: root });
		expect(found).toMatchObject({ kind: 'proven', walls: { closed: wallNames } });
		expect(found.kind === 'proven' && found.walls.sandbox).toMatch(/^bubblewrap \d/);
		expect(snapshot(root)).toEqual(before);
	});

	it('proves the sandbox of a linked work tree', async () => {
		const { root } = aRepository();
		const linked = join(temporaryDirectory(), 'linked');
		sh(`git worktree add -q ${linked}`, root);
		expect(await proveWalls({ workspace: linked })).toMatchObject({ kind: 'proven' });
	});

	it('does not prove a sandbox that does not start', async () => {
		const workspace = temporaryDirectory();
		mkdirSync(join(workspace, 'target'));
		sh('ln -s target .git', workspace);
		expect(await proveWalls({ workspace })).toMatchObject({ kind: 'unproven', why: expect.stringContaining('.git') });
	});
});

/**
 * Runs a script with a changed `bwrap` that leaves out one of its arguments, so the sandbox is weaker than it should be.
 * The change is mounted over the real program in a mount namespace of its own.
 */
function underWeaker(replace: string, script: string): string {
	const folder = temporaryDirectory();
	const { root } = aRepository();
	const real = execFileSync('sh', ['-c', 'readlink -f "$(command -v bwrap)"'], { encoding: 'utf8' }).trim();
	const weak = join(folder, 'bwrap');
	const kept = join(folder, 'real');
	writeFileSync(weak, `#!/bin/bash\nargs=()\nfor a in "$@"; do ${replace}; done\nexec ${kept} "\${args[@]}"\n`, {
		mode: 0o755,
	});
	writeFileSync(join(folder, 'run.mts'), script);
	const inside = `cp ${real} ${kept} && mount --bind ${weak} ${real} && exec ${process.execPath} ${join(folder, 'run.mts')} ${root}`;
	const { stdout, stderr } = spawnSync('unshare', ['--mount', '--map-root-user', 'sh', '-c', inside], {
		encoding: 'utf8',
	});
	return `${stdout}${stderr}`;
}

const openNetwork =
	'case $a in --unshare-all) args+=(--unshare-user --unshare-pid --unshare-ipc --unshare-uts);; *) args+=("$a");; esac';
const source = new URL('../../src/sandbox/index.ts', import.meta.url).href;
const proving = `import { proveWalls } from '${source}'; console.log(JSON.stringify(await proveWalls({ workspace: process.argv[2] })));`;
const running = `import { runSandboxed } from '${source}'; const { open, output } = await runSandboxed({ workspace: process.argv[2], script: 'echo begun' }); console.log(JSON.stringify({ open, begun: output.head.includes('begun') }));`;

describe('a sandbox that is weaker than it should be', () => {
	it('is not proven', () => {
		expect(underWeaker(openNetwork, proving)).toContain('"kind":"unproven"');
	});

	it('is detected before each command, which then does not start', () => {
		const said = underWeaker(openNetwork, running);
		expect(said).toContain('"begun":false');
		expect(said).toContain('the network is open');
	});

	it('is detected if a folder is not sealed', () => {
		const unsealed = 'case $a in --remount-ro) args+=(--chdir);; *) args+=("$a");; esac';
		const said = underWeaker(unsealed, running);
		expect(said).toContain('"begun":false');
		expect(said).toContain('a sealed folder can be written');
	});

	it('is distinguished from the real one, which passes the same checks', () => {
		expect(underWeaker('args+=("$a")', running)).toContain('"begun":true');
		expect(underWeaker('args+=("$a")', proving)).toContain('"kind":"proven"');
	});
});

describe('the self-check of a command', () => {
	const seal = (target: string): Mount => ({ kind: 'seal', target });
	const said = (mounts: readonly Mount[]): string | undefined => {
		const { script, openIn } = selfCheck(mounts);
		return openIn(spawnSync('/bin/sh', ['-c', `${script}; echo begun`], { encoding: 'utf8' }).stdout);
	};

	it('reports what is open outside a sandbox', () => {
		expect(said([seal('/')])).toContain('a sealed folder can be written');
		expect(said([seal('/no such "folder" here')])).toContain('a sealed folder can be written');
	});

	it('cannot be faked by the command itself', async () => {
		const workspace = temporaryDirectory();
		const script =
			'tr "\\0" "\\n" </proc/1/cmdline | grep -o "countersign-open-[0-9a-f]*" | head -1; echo the network is open';
		const { open, exitCode } = await runSandboxed({ workspace, script });
		expect([open, exitCode]).toEqual([undefined, 0]);
	});

	it('leaves no variables for the command', async () => {
		const { output } = await runSandboxed({ workspace: temporaryDirectory(), script: 'echo "[$o$w$n$m]"' });
		expect(output.head).toBe('[]\n');
	});
});
