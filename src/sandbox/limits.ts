import { totalmem } from 'node:os';
import type { SandboxLimits } from '../core/index.ts';
import type { TreeUse } from './tree-use.ts';

const mebibyte = 1_048_576;

/** The default limits, which are enough for the tests and builds of ordinary projects. */
export const defaultLimits: SandboxLimits = {
	wallSeconds: 120,
	cpuSeconds: 3_600,
	memoryBytes: 8_192 * mebibyte,
	processes: 4_096,
	openFiles: 8_192,
	fileBytes: 1_024 * mebibyte,
	scratchBytes: 1_024 * mebibyte,
	headBytes: 65_536,
	tailBytes: 65_536,
};

/**
 * The reason why a command and its descendants were stopped. `machine-memory` and `disk` are limits of the machine, which no setting can
 * raise. `interrupted` means that the job itself ended.
 */
export type Exceeded =
	| 'wallSeconds'
	| 'cpuSeconds'
	| 'memoryBytes'
	| 'processes'
	| 'machine-memory'
	| 'disk'
	| 'interrupted';

/** The free resources of the machine, in bytes. */
export interface Headroom {
	readonly memory: number;
	readonly disk: number;
}

/** The least free memory. With less, the system could kill the job itself, which writes the journal. */
const leastHeadroom = 256 * mebibyte;

/** Returns the first limit that a process tree exceeds, or undefined if it exceeds none. */
export function firstExceeded(
	use: TreeUse,
	limits: SandboxLimits,
	left: Headroom,
	before: Headroom,
): Exceeded | undefined {
	if (use.processes > limits.processes) return 'processes';
	if (use.memoryBytes > limits.memoryBytes) return 'memoryBytes';
	if (use.cpuSeconds > limits.cpuSeconds) return 'cpuSeconds';
	if (left.memory < Math.min(leastHeadroom, before.memory / 4)) return 'machine-memory';
	if (left.disk < Math.min(leastHeadroom, before.disk / 4)) return 'disk';
	return undefined;
}

/** Returns the limits of one call: the defaults with the caller's changes. Memory is never more than the machine can have. */
export function limitsOf(wanted: Partial<SandboxLimits> = {}): SandboxLimits {
	const limits = { ...defaultLimits, ...wanted };
	// Without a limit for the container, this is zero, or more than the machine's memory.
	const constrained = process.constrainedMemory() || Number.POSITIVE_INFINITY;
	const most = Math.floor(Math.min(totalmem(), constrained) * 0.75);
	return { ...limits, memoryBytes: Math.min(limits.memoryBytes, most) };
}
