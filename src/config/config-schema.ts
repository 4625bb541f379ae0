import { z } from 'zod';
import { atCaps, basePolicies, exactHost, modes, mostRounds, nearestWord, overlayPolicies } from '../core/index.ts';
import { approvalKeys, approvalsSchema, person } from './approvals-schema.ts';
import { mcpSchema, serverKeys } from './mcp-schema.ts';
import { modelId, modelList } from './model-schema.ts';
import { privateHostKeys, reachShape } from './reach-schema.ts';
import { toolsShape } from './tools-schema.ts';

/** Not trimmed, because a space at the end of a pattern is part of it. */
const expression = z.string().regex(/\S/);

const blockedPattern = z.union(
	[
		expression,
		z.strictObject({
			pattern: expression,
			reason: z.string().trim().min(1).exactOptional(),
			on: z.enum(['raw', 'executed']).exactOptional(),
		}),
	],
	{ error: 'must be a regular expression in quotes that is not empty, or {pattern, reason, on: raw or executed}' },
);

const shippedNames: readonly string[] = ['floor', ...basePolicies, ...overlayPolicies];
const path = /^(?!\/|.*\.\.)[\w./-]+\.ya?ml$/;

const policy = z.string().refine((name) => path.test(name) || shippedNames.includes(name), {
	error: ({ input }) => policyFault(String(input)),
});

function policyFault(name: string): string {
	if (/[/.]/.test(name)) return 'must be a path in the repository that ends in .yml';
	const near = nearestWord(name, shippedNames);
	const meant = near === undefined ? '' : `; did you mean \`${near}\`?`;
	return `\`${name}\` is not a shipped policy${meant} (one of ${shippedNames.join(', ')}, or a path that ends in .yml)`;
}

/** The key `safety` of a configuration. `allow_overrides` has no effect. Seed document: agtop, Safety Hooks (SafetyConfig). */
const safety = z.strictObject({
	blocked_patterns: z.array(blockedPattern).readonly().exactOptional(),
	allow_overrides: z.boolean().exactOptional(),
});

const whole = (least: number, most: number) => z.number().int().min(least).max(most).exactOptional();

/**
 * The limits of one call of shell_exec, and the hosts that it may reach without an approval. Below the smallest limits, even `git status`
 * does not run.
 */
const sandbox = z.strictObject({
	seconds: whole(1, 900),
	cpu_seconds: whole(1, 86_400),
	memory_mb: whole(64, 1_048_576),
	processes: whole(16, 65_536),
	open_files: whole(64, 1_048_576),
	file_mb: whole(1, 1_048_576),
	scratch_mb: whole(1, 65_536),
	output_kb: whole(1, 1_024),
	...reachShape,
	...toolsShape,
});

/** The part of `sandbox` for an organization, which does not know the machines of its repositories. */
export const organizationSandbox = sandbox.omit({ tools: true, env: true });

const usd = z.number().min(0.01).max(1_000_000).multipleOf(0.01).exactOptional();

/** The limits of one run and of all runs of a day, and what happens at a limit. */
const budget = z.strictObject({
	tokens_per_run: whole(1_000, 1_000_000_000),
	usd_per_run: usd,
	minutes_per_run: whole(1, 1_440),
	tokens_per_day: whole(1_000, 1_000_000_000),
	usd_per_day: usd,
	minutes_per_day: whole(1, 100_000),
	at_cap: z.enum(atCaps).exactOptional(),
});

const exactName = z
	.string()
	.refine((name) => exactHost(name) !== undefined, {
		error:
			'must be the exact name of a public host, for example `registry.npmjs.org`; write a private host into `sandbox.hosts`',
	})
	.transform((name) => exactHost(name) ?? name);

const setupShape = z.strictObject({
	// Journals store the command in one line. A longer command should be a script in the repository.
	run: z
		.string({ error: 'must be a command line' })
		.trim()
		.min(1, 'must not be empty')
		.max(500, 'is longer than 500 characters; put it into a script of the repository'),
	hosts: z.array(exactName).max(20).readonly().default([]),
	seconds: z.number().int().min(1).max(900).default(600),
});

/** A setup command. A plain string is a command without network. A single command needs no list. */
const setupCommand = z.preprocess((value) => (typeof value === 'string' ? { run: value } : value), setupShape);
const setup = z.preprocess(
	(value) => (typeof value === 'string' ? [value] : value),
	z.array(setupCommand, { error: 'must be a list of commands' }).max(20).readonly().default([]),
);

/** One model, or a list of models that are tried in order. */
const models = z.union([modelId.transform((id) => [id]), modelList], {
	error: 'must be provider:name, or a list of up to five different ones',
});

/** The keys of `.github/countersign.yml`. */
export const configSchema = z
	.strictObject({
		enabled: z.boolean().default(true),
		model: models.default(['anthropic:claude-sonnet-5-5']),
		mode: z.enum(modes).default('contained'),
		auto_for: z.array(person, { error: 'must be a list of accounts' }).max(100).readonly().exactOptional(),
		max_iterations: z.number().int().min(1).max(mostRounds).exactOptional(),
		approval_timeout_seconds: z.number().int().min(1).max(2_592_000).default(86_400),
		listen_to: z.enum(['writers', 'everyone']).default('writers'),
		memory: z.enum(['branch', 'artifact']).exactOptional(),
		policies: z.array(policy).readonly().default([]),
		safety: safety.exactOptional(),
		sandbox: sandbox.exactOptional(),
		budget: budget.exactOptional(),
		setup,
		approvals: approvalsSchema.exactOptional(),
		mcp: mcpSchema.exactOptional(),
	})
	.readonly();

export type ConfigShape = typeof configSchema;
export type SandboxText = z.output<typeof sandbox>;
export type BlockedText = z.output<typeof blockedPattern>;

/** The keys of each place, by path. */
export const configKeys: Readonly<Record<string, readonly string[]>> = {
	'': Object.keys(configSchema.unwrap().shape),
	safety: Object.keys(safety.shape),
	sandbox: Object.keys(sandbox.shape),
	'sandbox.hosts': privateHostKeys,
	budget: Object.keys(budget.shape),
	setup: Object.keys(setupShape.shape),
	approvals: approvalKeys,
	'mcp.*': serverKeys,
	'safety.blocked_patterns': ['pattern', 'reason', 'on'],
};
