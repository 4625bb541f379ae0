import type { z } from 'zod';
import type { RunLimits, SandboxLimits } from '../core/index.ts';
import type { ConfigShape, SandboxText } from './config-schema.ts';
import type { reachShape } from './reach-schema.ts';
import type { toolsShape } from './tools-schema.ts';

type BudgetKey = keyof NonNullable<z.output<ConfigShape>['budget']>;
type LimitKey = Exclude<keyof SandboxText, keyof typeof reachShape | keyof typeof toolsShape>;

/** The keys in dollars. Their limits are stored in cents. */
const money = {
	usd_per_run: 'centsPerRun',
	usd_per_day: 'centsPerDay',
} as const satisfies Partial<Record<BudgetKey, keyof RunLimits>>;

/** A key that is missing here would be accepted and have no effect. It does not compile. */
const counted = {
	tokens_per_run: 'tokensPerRun',
	minutes_per_run: 'minutesPerRun',
	tokens_per_day: 'tokensPerDay',
	minutes_per_day: 'minutesPerDay',
	at_cap: 'atCap',
} as const satisfies Record<Exclude<BudgetKey, keyof typeof money>, keyof RunLimits>;

/** Each key of `budget` and the limit that it sets, except for the keys in dollars. */
export const budgetKeys = rowsOf(counted);
/** Each key of `budget` in dollars, and the limit in cents that it sets. */
export const moneyKeys = rowsOf(money);

const mebibyte = 1_048_576;

/** For each key of `sandbox`: the limits that it sets, and the value of its unit. A missing key does not compile. */
const ofCommands: Readonly<Record<LimitKey, readonly [limits: readonly (keyof SandboxLimits)[], unit: number]>> = {
	seconds: [['wallSeconds'], 1],
	cpu_seconds: [['cpuSeconds'], 1],
	memory_mb: [['memoryBytes'], mebibyte],
	processes: [['processes'], 1],
	open_files: [['openFiles'], 1],
	file_mb: [['fileBytes'], mebibyte],
	scratch_mb: [['scratchBytes'], mebibyte],
	output_kb: [['headBytes', 'tailBytes'], 512],
};

/** Each key of `sandbox`, the limits that it sets, and the value of its unit. */
export const limitKeys = rowsOf(ofCommands).map(([key, [limits, unit]]) => [key, limits, unit] as const);

type RowOf<T> = { readonly [K in keyof T]: readonly [K, T[K]] }[keyof T];

function rowsOf<T extends object>(table: T): readonly RowOf<T>[] {
	return Object.entries(table) as unknown as readonly RowOf<T>[];
}
