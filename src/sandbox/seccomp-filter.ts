import { CountersignError } from '../core/index.ts';
import { type CallNumbers, callNumbers, type FilteredArchitecture } from './system-calls.ts';

/** An instruction of the filter: code, jump if true, jump if false, operand (linux/filter.h). */
type Instruction = readonly [code: number, jt: number, jf: number, k: number];

const allow = 0x7fff_0000;
const killProcess = 0x8000_0000;
const refuseWith = (errno: number): number => 0x0005_0000 + errno;
const [eperm, eafnosupport] = [1, 97];

/**
 * Offsets in the kernel's `struct seccomp_data`. The filter compares only the lower half of an argument, because these system calls read
 * only that half.
 */
const at = { nr: 0, arch: 4, argument: (index: number): number => 16 + 8 * index };

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const answer = (value: number): Instruction => [0x06, 0, 0, value];
/** Continues with the next instruction if the value is equal. Otherwise skips `otherwise` instructions. */
const ifEqual = (value: number, otherwise: number): Instruction => [0x15, 0, otherwise, value];
const ifAtLeast = (value: number, otherwise: number): Instruction => [0x35, 0, otherwise, value];

/**
 * The allowed families of sockets: AF_UNIX, AF_INET, AF_INET6, AF_NETLINK. A network namespace does not isolate some of the others, such
 * as AF_VSOCK.
 */
const families = [1, 2, 10, 16];
/** TIOCSTI and TIOCLINUX put text into a terminal as if a person had typed it. */
const typing = [0x5412, 0x541c];

const built = new Map<string, Uint8Array>();

/**
 * Returns the kernel's system call filter for every command, in the form that bubblewrap reads (`--seccomp`). A system call of another
 * architecture or ABI kills the process. @throws CountersignError `sandbox-unavailable` if there is no filter for the architecture.
 */
export function seccompFilter(architecture: string = process.arch): Uint8Array {
	const known = built.get(architecture);
	if (known !== undefined) return known;
	const bytes = assemble(program(numbersOf(architecture)));
	built.set(architecture, bytes);
	return bytes;
}

function numbersOf(architecture: string): CallNumbers {
	if (Object.hasOwn(callNumbers, architecture)) return callNumbers[architecture as FilteredArchitecture];
	throw new CountersignError({
		code: 'sandbox-unavailable',
		message: `There is no filter of system calls for the architecture \`${architecture}\`.`,
		fix: `Use a runner with one of ${Object.keys(callNumbers).join(', ')}.`,
	});
}

function program(calls: CallNumbers): readonly Instruction[] {
	const { otherAbiFrom } = calls;
	return [
		load(at.arch),
		[0x15, 1, 0, calls.audit],
		answer(killProcess),
		load(at.nr),
		...(otherAbiFrom === undefined ? [] : [ifAtLeast(otherAbiFrom, 1), answer(killProcess)]),
		...Object.values(calls.refused).flatMap((nr) => [ifEqual(nr, 1), answer(refuseWith(eperm))]),
		...forCall(calls.socket, onlyFamilies),
		...forCall(calls.socketpair, onlyFamilies),
		...forCall(calls.ioctl, [
			load(at.argument(1)),
			...typing.flatMap((request) => [ifEqual(request, 1), answer(refuseWith(eperm))]),
			answer(allow),
		]),
		...forCall(calls.ptrace, notTheFirst(1)),
		...forCall(calls.process_vm_readv, notTheFirst(0)),
		...forCall(calls.process_vm_writev, notTheFirst(0)),
		answer(allow),
	];
}

/**
 * Refuses a system call whose target is the sandbox's first process. This process is bubblewrap, and everything else ends with it. Threat:
 * a command that could change this process would continue after the call, and would see hidden files.
 */
function notTheFirst(argument: number): readonly Instruction[] {
	return [load(at.argument(argument)), ifEqual(1, 1), answer(refuseWith(eperm)), answer(allow)];
}

const onlyFamilies: readonly Instruction[] = [
	load(at.argument(0)),
	...families.flatMap((family) => [ifEqual(family, 1), answer(allow)]),
	answer(refuseWith(eafnosupport)),
];

function forCall(nr: number, instructions: readonly Instruction[]): readonly Instruction[] {
	return [ifEqual(nr, instructions.length), ...instructions];
}

/** Returns the bytes of a filter program. Both architectures are little-endian. */
function assemble(instructions: readonly Instruction[]): Uint8Array {
	const bytes = Buffer.alloc(instructions.length * 8);
	for (const [index, [code, jt, jf, k]] of instructions.entries()) {
		bytes.writeUInt16LE(code, index * 8);
		bytes.writeUInt8(jt, index * 8 + 2);
		bytes.writeUInt8(jf, index * 8 + 3);
		bytes.writeUInt32LE(k, index * 8 + 4);
	}
	return bytes;
}
