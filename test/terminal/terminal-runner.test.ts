import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import {
	isTerminalLiving,
	type ProcessSigns,
	terminalRunner,
	thisMachineSigns,
} from '../../src/terminal/terminal-runner.ts';

const at = '2026-11-22T12:00:00.000Z';
const soon = new Date('2026-11-22T12:00:01Z');
const signs = (change: Partial<ProcessSigns> = {}): ProcessSigns => ({
	...{ machine: 'm', boot: 'b', beganAt: (pid: number) => (pid === 7 ? '100' : undefined) },
	...change,
});

test('another process with the same number, or one before a restart, does not count as the same', () => {
	const seven = terminalRunner(7, signs());
	expect(isTerminalLiving(seven, at, signs(), soon)).toBe(true);
	expect(isTerminalLiving(seven, at, signs({ beganAt: () => '101' }), soon)).toBe(false);
	expect(isTerminalLiving(seven, at, signs({ beganAt: () => undefined }), soon)).toBe(false);
	expect(isTerminalLiving(seven, at, signs({ boot: 'c' }), soon)).toBe(false);
});

test('a process that cannot be checked counts as running for one day', () => {
	const elsewhere = terminalRunner(7, signs({ machine: 'n' }));
	expect(isTerminalLiving(elsewhere, at, signs(), soon)).toBe(true);
	expect(isTerminalLiving(elsewhere, at, signs(), new Date('2026-11-23T12:00:01Z'))).toBe(false);
	expect(isTerminalLiving({ kind: 'actions', id: '7', attempt: 1 }, at, signs(), soon)).toBe(true);
});

test('this machine distinguishes a running process from a killed one', async () => {
	const here = thisMachineSigns();
	const own = terminalRunner(process.pid, here);
	expect(isTerminalLiving(own, at, here, soon)).toBe(true);
	const child = spawn('sleep', ['60']);
	const other = terminalRunner(child.pid ?? 0, here);
	expect(isTerminalLiving(other, at, here, soon)).toBe(true);
	const gone = new Promise((resolve) => child.once('exit', resolve));
	child.kill('SIGKILL');
	await gone;
	expect(isTerminalLiving(other, at, here, soon)).toBe(false);
});
