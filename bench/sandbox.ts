import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSandboxed } from '../src/sandbox/index.ts';
import { seccompFilter } from '../src/sandbox/seccomp-filter.ts';
import { quantile, type Timed, table } from './timing.ts';

const rounds = 50;
/** The most additional time, compared with a bare start of the same program. Milliseconds. */
const goal = 10;

interface Awaited {
	readonly name: string;
	readonly run: () => Promise<unknown>;
}

/** Times candidates in turn, so that a slow phase of a shared machine affects all of them. */
async function interleaved(candidates: readonly Awaited[]): Promise<readonly Timed[]> {
	const times = candidates.map((): number[] => []);
	for (const { run } of candidates) for (let i = 0; i < 3; i++) await run();
	for (let round = 0; round < rounds; round++) {
		for (const [which, { run }] of candidates.entries()) {
			const start = process.hrtime.bigint();
			await run();
			times[which]?.push(Number(process.hrtime.bigint() - start) / 1000);
		}
	}
	return candidates.map(({ name }, which) => ({ name, times: (times[which] ?? []).sort((a, b) => a - b) }));
}

/** Starts a program. `feed` is the text that it reads from descriptor 3. */
function start(program: string, args: readonly string[], feed?: string): Promise<void> {
	return new Promise((resolve, reject) => {
		const opened = feed === undefined ? [] : [openSync(feed, 'r')];
		const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe', ...opened] });
		for (const descriptor of opened) closeSync(descriptor);
		child.once('error', reject);
		child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${program} exited with ${code}`))));
	});
}

async function sandboxed(workspace: string, hosts: readonly string[] = []): Promise<void> {
	const { exitCode } = await runSandboxed({ workspace, script: 'true', network: { hosts } });
	if (exitCode !== 0) throw new Error(`true exited with ${exitCode}`);
}

const bareBubblewrap = '--unshare-all --die-with-parent --ro-bind / / --proc /proc --dev /dev true'.split(' ');
const workspace = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
try {
	const filter = join(workspace, 'filter');
	writeFileSync(filter, seccompFilter());
	const git = (...args: readonly string[]) => execFileSync('git', ['-C', workspace, ...args], { stdio: 'ignore' });
	git('init', '--quiet');
	git('-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', 'commit', '--allow-empty', '-m', 'one');
	const rows = await interleaved([
		{ name: 'bare spawn of true', run: () => start('true', []) },
		{ name: 'bash -c true', run: () => start('bash', ['-c', 'true']) },
		{ name: 'bwrap, nothing hidden', run: () => start('bwrap', bareBubblewrap) },
		{
			name: 'bwrap, nothing hidden, system calls filtered',
			run: () => start('bwrap', ['--seccomp', '3', ...bareBubblewrap], filter),
		},
		{ name: 'shell_exec true', run: () => sandboxed(workspace) },
		{ name: 'shell_exec true that may reach a host', run: () => sandboxed(workspace, ['a.example']) },
	]);
	console.log(table('One command in the sandbox', rows, 'ms'));
	const [floor, , , , ours] = rows.map((row) => quantile(row, 0.5) / 1000);
	const over = (ours ?? Number.NaN) - (floor ?? Number.NaN);
	console.log(
		`shell_exec true takes ${over.toFixed(1)} ms more than a bare spawn (goal ≤ ${goal}): ${over <= goal ? 'reached' : 'missed'}`,
	);
} finally {
	rmSync(workspace, { recursive: true, force: true });
}
