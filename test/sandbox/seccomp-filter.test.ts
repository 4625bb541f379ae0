import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runSandboxed } from '../../src/sandbox/index.ts';
import { seccompFilter } from '../../src/sandbox/seccomp-filter.ts';
import { callNumbers, type FilteredArchitecture } from '../../src/sandbox/system-calls.ts';
import { ownNode } from '../support/programs-at.ts';
import { temporaryDirectory } from './temporary.ts';

const [allowed, killed] = [0x7fff_0000, 0x8000_0000];
const errno = (value: number): number => 0x0005_0000 + value;
const architectures: readonly FilteredArchitecture[] = ['x64', 'arm64'];

interface SystemCall {
	readonly nr: number;
	readonly audit: number;
	readonly args?: readonly bigint[];
}

/** Returns the kernel's answer: runs classic BPF over `struct seccomp_data`, as linux/filter.h defines it. */
function judge(filter: Uint8Array, { nr, audit, args = [] }: SystemCall): number {
	const data = Buffer.alloc(64);
	data.writeUInt32LE(nr >>> 0, 0);
	data.writeUInt32LE(audit, 4);
	for (const [index, value] of args.entries()) data.writeBigUInt64LE(value, 16 + 8 * index);
	const code = Buffer.from(filter);
	let accumulator = 0;
	for (let pc = 0; pc * 8 < code.length; pc++) {
		const [operation, jt, jf] = [code.readUInt16LE(pc * 8), code.readUInt8(pc * 8 + 2), code.readUInt8(pc * 8 + 3)];
		const k = code.readUInt32LE(pc * 8 + 4);
		if (operation === 0x20) accumulator = data.readUInt32LE(k);
		else if (operation === 0x15) pc += accumulator === k ? jt : jf;
		else if (operation === 0x35) pc += accumulator >= k ? jt : jf;
		else if (operation === 0x06) return k;
		else throw new Error(`an instruction that is not used: ${operation}`);
	}
	throw new Error('the program ran out');
}

describe.each(architectures)('the filter for %s', (architecture) => {
	const calls = callNumbers[architecture];
	const verdict = (nr: number, ...args: readonly bigint[]): number =>
		judge(seccompFilter(architecture), { nr, audit: calls.audit, args });

	it('refuses exactly the calls of its list', () => {
		const refused = new Set(Object.values(calls.refused));
		const answers = Array.from({ length: 600 }, (_, nr) => verdict(nr, 2n, 0n));
		expect(answers.flatMap((answer, nr) => (answer === errno(1) ? [nr] : []))).toEqual(
			[...refused].sort((a, b) => a - b),
		);
		expect(answers.filter((answer) => answer !== errno(1) && answer !== allowed)).toEqual([]);
	});

	it('allows only four socket families, and ignores the upper half of the argument', () => {
		const made = Array.from({ length: 64 }, (_, family) => family).filter(
			(family) => verdict(calls.socket, BigInt(family)) === allowed,
		);
		expect(made).toEqual([1, 2, 10, 16]);
		expect(verdict(calls.socketpair, 1n)).toBe(allowed);
		for (const family of [40n, (1n << 32n) + 40n, 0xffff_ffffn, 0n])
			expect([verdict(calls.socket, family), verdict(calls.socketpair, family)]).toEqual([errno(97), errno(97)]);
	});

	it('forbids typing into a terminal, and ignores the upper half of the argument', () => {
		for (const request of [0x5412n, 0x541cn, 0x7_0000_5412n]) expect(verdict(calls.ioctl, 0n, request)).toBe(errno(1));
		for (const request of [0x5401n, 0x5413n, 0x541bn]) expect(verdict(calls.ioctl, 0n, request)).toBe(allowed);
	});

	it('forbids access to the first process, and ignores the upper half of the argument', () => {
		const { ptrace, process_vm_readv: read, process_vm_writev: write } = calls;
		for (const first of [1n, (1n << 32n) + 1n])
			expect([verdict(ptrace, 16_902n, first), verdict(read, first), verdict(write, first)]).toEqual(
				Array(3).fill(errno(1)),
			);
		expect([verdict(ptrace, 1n, 2n), verdict(ptrace, 0n, 0n), verdict(read, 2n), verdict(write, 2n)]).toEqual(
			Array(4).fill(allowed),
		);
	});

	it('kills a process that calls with another architecture or ABI', () => {
		const filter = seccompFilter(architecture);
		for (const audit of [0x4000_0003, 0x4000_0028, 0xc000_0015, 0])
			expect(judge(filter, { nr: 1, audit })).toBe(killed);
		if (architecture === 'x64')
			expect([verdict(0x4000_0000 + 1), verdict(0x4000_0000 + 425)]).toEqual([killed, killed]);
	});
});

it('an unknown architecture is rejected', () => {
	for (const architecture of ['riscv64', 'toString'])
		expect(() => seccompFilter(architecture)).toThrow(/no filter of system calls for the architecture/);
});

it.runIf(existsSync('/usr/bin/cc'))('the numbers of system calls match the headers of the kernel', () => {
	const { refused, audit, otherAbiFrom, ...special } = callNumbers[process.arch as FilteredArchitecture];
	const all = { ...refused, ...special };
	const source = `#include <sys/syscall.h>\n${Object.keys(all)
		.map((name) => `#ifdef SYS_${name}\n${name} = SYS_${name}\n#endif\n`)
		.join('')}`;
	const said = execFileSync('/usr/bin/cc', ['-E', '-P', '-'], { input: source, encoding: 'utf8' });
	const numbers = [...said.matchAll(/^(\w+) = (\d+)$/gm)].map(([, name, number]) => [name, Number(number)]);
	expect(numbers.length).toBeGreaterThan(30);
	expect(all).toMatchObject(Object.fromEntries(numbers));
});

/** Uses Perl, which every Debian has and which can make any system call. */
it.runIf(existsSync('/usr/bin/perl'))(
	'a process can trace its child, but not the first process of the sandbox',
	async () => {
		const { ptrace } = callNumbers[process.arch as FilteredArchitecture];
		const seize = (pid: string) =>
			`print syscall(${ptrace}, 0x4206, ${pid}, 0, 0) == 0 ? "held" : "refused: $!", "\\n";`;
		const program = `$| = 1; my $child = fork; if (!$child) { sleep 9; exit } ${seize('$child')} ${seize('1')} kill 9, $child;`;
		const { output } = await runSandboxed({ workspace: temporaryDirectory(), argv: ['perl', '-e', program] });
		expect(output.head).toBe('held\nrefused: Operation not permitted\n');
	},
);

it('ordinary work is allowed: socket files, socket pairs, network interfaces and threads', async () => {
	const script = `node -e "
		const server = require('net').createServer((s) => s.end('by name')).listen('/tmp/s', () =>
			require('net').connect('/tmp/s').on('data', (x) => { console.log(String(x)); server.close(); }));
		require('child_process').exec('echo by pair', (error, out) => console.log(out.trim()));
		console.log(Object.keys(require('os').networkInterfaces()).join());
		new (require('worker_threads').Worker)('console.log(1)', { eval: true });"`;
	const { output, exitCode } = await runSandboxed({
		workspace: temporaryDirectory(),
		script,
		toolchain: ownNode,
	});
	expect([exitCode, output.head.trim().split('\n').sort()]).toEqual([0, ['1', 'by name', 'by pair', 'lo']]);
});
