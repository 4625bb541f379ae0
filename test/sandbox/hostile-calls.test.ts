import { describe, expect, it } from 'vitest';
import { runSandboxed } from '../../src/sandbox/index.ts';
import { callNumbers, type FilteredArchitecture } from '../../src/sandbox/system-calls.ts';
import { sh, temporaryDirectory } from './temporary.ts';

/** System calls of a hostile command. They use Perl, which every Debian and Ubuntu has and which can call by number. */

const calls = callNumbers[process.arch as FilteredArchitecture];
const [EPERM, EAFNOSUPPORT] = [1, 97];

/** A command that prints the error number of a system call, or 0 if it succeeded. */
const calling = (nr: number, ...args: readonly (number | string)[]): string =>
	`perl -e 'my $r = syscall(${[nr, ...args.map((arg, i) => (typeof arg === 'number' ? arg : `(my $s${i} = "${arg}")`))].join(', ')}); print $r < 0 ? $! + 0 : 0, " "'`;

async function inside(script: string): Promise<string> {
	const { output } = await runSandboxed({ workspace: temporaryDirectory(), script });
	return output.head.trim();
}

const outside = (script: string): string => sh(`${script} || true`, '/').trim();

describe('a command that makes system calls', () => {
	it('can create ordinary sockets, but no vsock, packet, crypto or Bluetooth socket', async () => {
		const socket = (family: number, type: number): string => calling(calls.socket, family, type, 0);
		const [vsock, packet, alg, bluetooth] = [socket(40, 1), socket(17, 3), socket(38, 5), socket(31, 3)];
		expect(await inside([vsock, packet, alg, bluetooth].join('; '))).toBe(Array(4).fill(EAFNOSUPPORT).join(' '));
		expect(await inside([socket(1, 1), socket(2, 1), socket(10, 2), socket(16, 3)].join('; '))).toBe('0 0 0 0');
		// Without the filter, the call succeeds or fails for another reason.
		expect(Number(outside(packet))).not.toBe(EAFNOSUPPORT);
	});

	it('cannot use kernel keyrings', async () => {
		const show = calling(calls.refused['keyctl'] ?? 0, 0, -3, 1);
		expect(await inside(show)).toBe(String(EPERM));
		expect(outside(show)).toBe('0');
		const add = calling(calls.refused['add_key'] ?? 0, 'user', 'canary', 'x', 1, -2);
		expect(await inside(add)).toBe(String(EPERM));
	});

	it.each([
		['io_uring_setup', [1, 0]],
		['bpf', [0, 0, 0]],
		['perf_event_open', [0, 0, -1, -1, 0]],
		['userfaultfd', [1]],
		['mount', ['none', '/nowhere', 'none', 0, 0]],
		['open_tree', [-100, '/', 1]],
		['kexec_load', [0, 0, 0, 65_535]],
		['syslog', [10, 0, 0]],
	])('cannot call %s', async (name, args) => {
		const call = calling(calls.refused[name] ?? 0, ...args);
		expect(await inside(call)).toBe(String(EPERM));
		// An ordinary user may get the same error without the filter, so only root can compare.
		if (process.getuid?.() === 0) expect(outside(call)).not.toBe(String(EPERM));
	});

	it('cannot type into a terminal', async () => {
		const type = (request: number): string =>
			`perl -e 'ioctl(STDOUT, ${request}, my $x = "x"); print STDERR $! + 0, " "' 2>&1 >/dev/null`;
		expect(await inside(`${type(0x5412)}; ${type(0x541c)}; ${type(0x5413)}`)).toBe('1 1 25');
		expect(outside(type(0x5412))).toBe('25');
	});

	it.runIf(process.arch === 'x64')('cannot use another numbering of system calls', async () => {
		// x32: getpid.
		const call = 'perl -e \'syscall(0x40000000 + 39); print "went on"\'; echo " $?"';
		expect(await inside(call)).toMatch(/Bad system call.*\n 159$/);
		expect(outside(call)).toContain('went on');
	});

	it('can still trace its own child process', async () => {
		const trace = `perl -e 'my $p = fork; if (!$p) { sleep 5; exit } my $r = syscall(${process.arch === 'x64' ? 101 : 117}, 16, $p, 0, 0); print $r < 0 ? $! + 0 : 0; kill 9, $p'`;
		expect(await inside(trace)).toBe('0');
	});
});
