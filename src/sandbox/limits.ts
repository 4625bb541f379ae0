import { totalmem } from 'node:os';
import type { SandboxLimits } from '../core/index.ts';
import type { TreeUse } from './tree-use.ts';

const mebibyte = 1_048_576;

/** Limits that the tests and builds of ordinary projects fit into. */
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
 * What stopped a command, with everything it had started. `machine-memory` and `disk` are the machine's own bounds, which no limit raises;
 * `interrupted` is the job's own end.
 */
export type Exceeded =
	| 'wallSeconds'
	| 'cpuSeconds'
	| 'memoryBytes'
	| 'processes'
	| 'machine-memory'
	| 'disk'
	| 'interrupted';

/** What is left of the machine, in bytes. */
export interface Headroom {
	readonly memory: number;
	readonly disk: number;
}

/** Below it the job itself, which keeps the journal, would be the next to suffer. */
const leastHeadroom = 256 * mebibyte;

/** The first limit that a tree of processes is beyond; undefined while it is within all. */
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

/** The limits of one call: the defaults, what the caller wants otherwise, and never more memory than there can be. */
export function limitsOf(wanted: Partial<SandboxLimits> = {}): SandboxLimits {
	const limits = { ...defaultLimits, ...wanted };
	// Zero, or more than there is, where no container bounds us.
	const constrained = process.constrainedMemory() || Number.POSITIVE_INFINITY;
	const most = Math.floor(Math.min(totalmem(), constrained) * 0.75);
	return { ...limits, memoryBytes: Math.min(limits.memoryBytes, most) };
}
