import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SandboxLimits } from '../../src/core/index.ts';
import { runSandboxed } from '../../src/sandbox/index.ts';
import { defaultLimits, firstExceeded, limitsOf } from '../../src/sandbox/limits.ts';
import { openProcessCage } from '../../src/sandbox/process-cage.ts';
import { hasMoreThan, readTree } from '../../src/sandbox/tree-use.ts';
import { ownNode } from '../support/programs-at.ts';
import { temporaryDirectory } from './temporary.ts';

const mebibyte = 1_048_576;
const toolchain = ownNode;
/** A script that holds 40 MB for ten seconds in each of the given number of processes. */
const hold = (many: number): string =>
	`for i in $(seq ${many}); do node -e 'const held = Buffer.alloc(${40 * mebibyte}, 1); setTimeout(() => held.length, 10000)' & done`;

function run(script: string, limits: Partial<SandboxLimits>) {
	const workspace = temporaryDirectory();
	return runSandboxed({ workspace, script, toolchain, limits: { wallSeconds: 20, ...limits } });
}

describe('a tree of processes is stopped for', () => {
	it('the memory of all its processes together, orphans included', async () => {
		const orphans = `(${hold(5)}) & disown -a; sleep 15`;
		expect(await run(orphans, { memoryBytes: 150 * mebibyte })).toMatchObject({
			exitCode: null,
			timedOut: false,
			exceeded: 'memoryBytes',
		});
		const fine = await run('node -e "Buffer.alloc(41943040, 1); setTimeout(() => 0, 500)"', {
			memoryBytes: 150 * mebibyte,
		});
		expect(fine).toMatchObject({ exitCode: 0 });
		expect(fine).not.toHaveProperty('exceeded');
	});

	it('the processor time of all its processes together, ended ones included', async () => {
		const burn = 'for i in 1 2 3 4 5 6; do (ulimit -t 1; while :; do :; done); done; sleep 60';
		const end = await run(burn, { cpuSeconds: 3, wallSeconds: 90 });
		expect(end).toMatchObject({ exitCode: null, timedOut: false, exceeded: 'cpuSeconds' });
		expect(await run(burn.replace(/ 2.*6/, '').replace('; sleep 60', ''), { cpuSeconds: 30 })).not.toHaveProperty(
			'exceeded',
		);
	});

	it('the number of its processes, also for root', async () => {
		const end = await run('for i in $(seq 100); do sleep 10 & done 2>/dev/null; sleep 10; exit 3', { processes: 40 });
		if (process.getuid?.() === 0) expect(end).toMatchObject({ exitCode: null, exceeded: 'processes' });
		else expect(end.exitCode).not.toBe(0);
		expect(await run('for i in $(seq 20); do sleep 0.2 & done; wait', { processes: 40 })).toMatchObject({
			exitCode: 0,
		});
	});
});

describe('readTree', () => {
	it('counts the tree of a process and nothing else', () => {
		const own = readTree(process.pid);
		expect(own.processes).toBeGreaterThan(1);
		expect(own.memoryBytes).toBeGreaterThan(10 * mebibyte);
		expect(own.memoryBytes).toBeLessThan(2 * process.memoryUsage().rss);
		const { user, system } = process.cpuUsage();
		expect(own.cpuSeconds).toBeGreaterThanOrEqual(Math.floor((user + system) / 1e6));
		expect(readTree(process.ppid).processes).toBeGreaterThan(own.processes);
		expect(readTree(4_194_305)).toEqual({ processes: 0, memoryBytes: 0, cpuSeconds: 0 });
	});
});

describe('firstExceeded', () => {
	const limits = { ...defaultLimits, processes: 10, memoryBytes: 1000, cpuSeconds: 5 };
	const within = { processes: 10, memoryBytes: 1000, cpuSeconds: 5 };
	const roomy = { memory: 4096 * mebibyte, disk: 4096 * mebibyte };
	const little = 256 * mebibyte - 1;

	it.each([
		[{}, {}, undefined],
		[{ processes: 11 }, {}, 'processes'],
		[{ memoryBytes: 1001 }, {}, 'memoryBytes'],
		[{ cpuSeconds: 5.01 }, {}, 'cpuSeconds'],
		[{}, { memory: little }, 'machine-memory'],
		[{}, { disk: little }, 'disk'],
		[{}, { memory: little + 1, disk: little + 1 }, undefined],
	] as const)('%j with %j left: %s', (use, left, expected) => {
		expect(firstExceeded({ ...within, ...use }, limits, { ...roomy, ...left }, roomy)).toBe(expected);
	});

	it('allows a machine that was nearly full before, until almost nothing is left', () => {
		const tight = { memory: 100 * mebibyte, disk: 100 * mebibyte };
		expect(firstExceeded(within, limits, tight, tight)).toBeUndefined();
		expect(firstExceeded(within, limits, { ...tight, disk: 24 * mebibyte }, tight)).toBe('disk');
		expect(firstExceeded(within, limits, { ...tight, memory: 24 * mebibyte }, tight)).toBe('machine-memory');
	});
});

describe('a fork bomb', () => {
	/** Every process forks until the time is over, so even an unstopped bomb ends by itself. */
	const bomb = (seconds: number): string =>
		`perl -MTime::HiRes=time -e '$end = time + ${seconds}; while (time < $end) { fork }'`;

	it('is stopped while it grows, and leaves no process', async () => {
		const processes = (): number => readdirSync('/proc').filter((name) => /^\d+$/.test(name)).length;
		const before = processes();
		const end = await run(bomb(5), { processes: 128 });
		if (process.getuid?.() === 0) expect(end).toMatchObject({ exitCode: null, exceeded: 'processes' });
		expect(processes() - before).toBeLessThan(200);
	});

	it('is detected without reading every process', () => {
		const children = Array.from({ length: 5 }, () => spawn('sleep', ['30']));
		onTestFinished(() => children.forEach((child) => void child.kill()));
		expect([hasMoreThan(5, process.pid), hasMoreThan(4_096, process.pid)]).toEqual([true, false]);
		expect(hasMoreThan(1, children[0]?.pid ?? 0)).toBe(false);
	});
});

describe('a control group for the processes of root', () => {
	const cage = openProcessCage(32);
	cage?.close();

	it('limits the processes of a command, and is removed afterwards', async () => {
		if (cage === undefined) return expect(process.getuid?.() === 0 && existsSync('/sys/fs/cgroup/pids')).toBe(false);
		const script = 'for i in $(seq 60); do sleep 3 & done 2>/dev/null; jobs -rp | wc -l';
		const { output, exceeded } = await run(script, { processes: 32 });
		expect(exceeded === 'processes' || Number(output.head.trim()) <= 40).toBe(true);
		// Other processes have groups of their own. The kernel refuses to remove a group until its last process is gone.
		const own = (): readonly string[] =>
			readdirSync(dirname(cage.folder)).filter((name) => name.startsWith(`countersign-${process.pid}-`));
		await expect.poll(own, { timeout: 10_000 }).toEqual([]);
	});

	it('passes on standard input, further descriptors and the exit code', async () => {
		const end = await runSandboxed({ workspace: temporaryDirectory(), script: 'cat; exit 7', input: 'said' });
		expect([end.output.head, end.exitCode]).toEqual(['said', 7]);
	});
});

describe('limitsOf', () => {
	it('uses the given limits, but at most 75 % of the memory of the machine', () => {
		expect(limitsOf({ processes: 3 })).toMatchObject({ processes: 3, openFiles: defaultLimits.openFiles });
		expect(limitsOf({ memoryBytes: 1e15 }).memoryBytes).toBeLessThanOrEqual(totalmem() * 0.75);
		expect(limitsOf({ memoryBytes: mebibyte }).memoryBytes).toBe(mebibyte);
	});
});
