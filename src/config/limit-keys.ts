import type { SandboxLimits } from '../core/index.ts';
import type { SandboxText } from './config-schema.ts';
import type { reachShape } from './reach-schema.ts';
import type { toolsShape } from './tools-schema.ts';

/** Each key of `budget` and the limit that it sets. */
export const budgetKeys = [
	['tokens_per_run', 'tokensPerRun'],
	['minutes_per_run', 'minutesPerRun'],
	['tokens_per_day', 'tokensPerDay'],
	['minutes_per_day', 'minutesPerDay'],
	['at_cap', 'atCap'],
] as const;

/** The keys in dollars. Their limits are stored in cents. */
export const moneyKeys = [
	['usd_per_run', 'centsPerRun'],
	['usd_per_day', 'centsPerDay'],
] as const;

const mebibyte = 1_048_576;

/** Each key of `sandbox`, the limits that it sets, and the value of its unit. */
export const limitKeys: readonly (readonly [
	Exclude<keyof SandboxText, keyof typeof reachShape | keyof typeof toolsShape>,
	readonly (keyof SandboxLimits)[],
	number,
])[] = [
	['seconds', ['wallSeconds'], 1],
	['cpu_seconds', ['cpuSeconds'], 1],
	['memory_mb', ['memoryBytes'], mebibyte],
	['processes', ['processes'], 1],
	['open_files', ['openFiles'], 1],
	['file_mb', ['fileBytes'], mebibyte],
	['scratch_mb', ['scratchBytes'], mebibyte],
	['output_kb', ['headBytes', 'tailBytes'], 512],
];
