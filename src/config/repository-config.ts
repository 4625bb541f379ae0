import type { z } from 'zod';
import {
	type ApprovalSettings,
	basePolicies,
	type ListenTo,
	type Mode,
	type OrganizationFiles,
	type Person,
	type PlannedMode,
	type RunLimits,
	type SandboxLimits,
	type SetupCommand,
} from '../core/index.ts';
import { roleMeant } from './approvals-schema.ts';
import { type BlockedText, type ConfigShape, configSchema, type SandboxText } from './config-schema.ts';
import { badConfig, type ConfigText, parseConfig } from './config-text.ts';
import { budgetKeys, limitKeys, moneyKeys } from './limit-keys.ts';
import { firstAndOthers } from './model-schema.ts';
import { type ConfiguredReach, reachIn } from './reach-schema.ts';

/** The path of the repository's configuration on the default branch. */
export const configPath = '.github/countersign.yml';

/** A pattern of `safety.blocked_patterns` (agtop, Safety Hooks). */
export interface BlockedPattern {
	readonly pattern: string;
	readonly reason?: string;
	/** `raw` matches the text of the call. `executed` matches each executed command. */
	readonly on: 'raw' | 'executed';
	readonly line: number;
}

/** An MCP server that is started in the sandbox. */
export interface McpServer {
	readonly name: string;
	readonly command: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	readonly tools?: readonly string[];
	readonly writes: boolean;
}

/** The parts of an organization's file that are used in addition to the configuration. */
export interface OrganizationRules {
	/**
	 * The organization's files that are frozen with a run. They contain its configuration, but no policies, because those are frozen
	 * separately.
	 */
	readonly files: OrganizationFiles;
	/**
	 * Shipped policies with one base. Empty if the organization names none, or if it lets the repository choose and the repository does so.
	 */
	readonly shippedPolicies: readonly string[];
	readonly policies: readonly { readonly file: string; readonly text: string }[];
	readonly blocked?: { readonly file: string; readonly patterns: readonly BlockedPattern[] };
	/** The limits that the workflow's inputs cannot exceed either. */
	readonly ceiling: Ceiling;
	/** The place of the teams of `approvals`, if it is not the repository's file. */
	readonly teamsAt?: string;
}

/** The most that an organization allows its repositories, with the place of each limit. */
export interface Ceiling {
	readonly mode?: { readonly value: Mode; readonly place: string };
	/**
	 * The mode after a plan is approved, if either file sets a mode that asks about each edit. Without this limit, a plan of the stricter mode
	 * `plan` would be carried out in mode `contained`.
	 */
	readonly planned?: PlannedMode;
	readonly maxIterations?: { readonly value: number; readonly place: string };
	readonly approvalTimeoutSeconds?: { readonly value: number; readonly place: string };
}

/** The repository's configuration, from the base commit. */
export interface RepositoryConfig extends ConfiguredReach {
	readonly enabled: boolean;
	readonly model: string;
	/** The models that are tried in order if the first does not answer. If left out, there are none. */
	readonly fallbacks?: readonly string[];
	readonly mode: Mode;
	/** The people who may use mode `auto`, identified by id. If left out, nobody may use it. */
	readonly autoFor?: readonly Person[];
	readonly maxIterations: number;
	/** True if the configuration sets the number of iterations. Then no skill may use more. */
	readonly capsIterations?: true;
	readonly approvalTimeoutSeconds: number;
	/** The limits of runs, and what happens at a limit. Undefined means that only iterations are limited. */
	readonly budget: Partial<Pick<RunLimits, (typeof budgetKeys)[number][1] | 'centsPerRun' | 'centsPerDay'>> | undefined;
	/** Whose comments and reviews the agent sees. */
	readonly listenTo: ListenTo;
	/** Where runs store memory for later runs. If left out, `branch` is used, unless `state-key` encrypts the state. */
	readonly memory?: 'branch' | 'artifact';
	/** Shipped policies by name: one base, then overlays. The floor always applies in addition. */
	readonly shippedPolicies: readonly string[];
	/** Policy files of the repository, in addition to the shipped ones. */
	readonly policies: readonly string[];
	/** The patterns that no call may match. Undefined means the shipped patterns. */
	readonly blockedPatterns: readonly BlockedPattern[] | undefined;
	/** The limits of one call of shell_exec. Missing limits have their defaults. */
	readonly commandLimits: Partial<SandboxLimits>;
	/** Folders of programs that every command sees, in addition to the job's PATH. `~/` is the home of the job's user. */
	readonly tools: readonly string[];
	/** Literal variables of every command. */
	readonly env: Readonly<Record<string, string>>;
	/** The commands that prepare the checkout before the first call that runs or writes something, in order. */
	readonly setup: readonly SetupCommand[];
	/** Who may approve. Undefined means one person with write access. */
	readonly approvals: ApprovalSettings | undefined;
	/** The rules of the organization's own file, if it has one. */
	readonly organization?: OrganizationRules;
	readonly mcp: readonly McpServer[];
	/** Problems that a reader of the run should know. They do not stop it. */
	readonly warnings: readonly string[];
}

/** A configuration as it was written. */
export interface WrittenConfig {
	readonly file: string;
	readonly config: RepositoryConfig;
	/** The line of a key. Undefined if the key is not written, so its value is the default. */
	readonly lineOf: (path: readonly string[]) => number | undefined;
}

/**
 * Reads `.github/countersign.yml`. Without the file, it returns the defaults. It does not check whether the patterns compile, because an
 * invalid pattern must not disable the others.
 * @throws CountersignError `bad-config` with line and nearest key.
 */
export function readRepositoryConfig(text: string | undefined, file: string = configPath): RepositoryConfig {
	return readWrittenConfig(text, file).config;
}

/** Like {@link readRepositoryConfig}, and also returns the lines of the keys. @throws CountersignError `bad-config` */
export function readWrittenConfig(text: string | undefined, file: string = configPath): WrittenConfig {
	const source = parseConfig(text ?? '', file);
	const parsed = configSchema.safeParse(source.value ?? {});
	if (!parsed.success) throw source.explain(firstOf(parsed.error.issues));
	return writtenIn(parsed.data, source);
}

/** The settings of a file in the form of a configuration, after validation. */
export function writtenIn(data: z.output<ConfigShape>, source: ConfigText): WrittenConfig {
	const lineOf = (path: readonly string[]): number | undefined =>
		isWritten(source.value, path) ? source.line(path) : undefined;
	return { file: source.file, config: configIn(data, source), lineOf };
}

function isWritten(value: unknown, [key, ...rest]: readonly string[]): boolean {
	if (key === undefined) return true;
	const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
	return isThere && isWritten((value as Readonly<Record<string, unknown>>)[key], rest);
}

function configIn(data: z.output<ConfigShape>, source: ConfigText): RepositoryConfig {
	const { enabled, model, mode, auto_for: autoFor, max_iterations: most, approval_timeout_seconds, ...more } = data;
	const { budget, listen_to: listenTo, memory, policies, safety, sandbox = {}, setup, approvals, mcp, ...rest } = more;
	// If a key is missing above, this line does not compile. Otherwise the key would be accepted without effect.
	rest satisfies Readonly<Record<string, never>>;
	return {
		enabled,
		...firstAndOthers(model),
		mode,
		...(autoFor === undefined ? {} : { autoFor }),
		maxIterations: most ?? 8,
		...(most === undefined ? {} : { capsIterations: true }),
		approvalTimeoutSeconds: approval_timeout_seconds,
		budget: budgetIn(budget),
		listenTo,
		...(memory === undefined ? {} : { memory }),
		shippedPolicies: shippedIn(policies, source),
		policies: policies.filter(isPath),
		blockedPatterns: safety?.blocked_patterns?.map((spec, index) => blocked(spec, index, source)),
		commandLimits: commandLimits(sandbox),
		tools: sandbox.tools ?? [],
		env: sandbox.env ?? {},
		setup,
		...reachIn(sandbox),
		approvals,
		mcp: Object.entries(mcp ?? {}).map(([name, { env = {}, writes = false, ...server }]) => ({
			name,
			...server,
			env,
			writes,
		})),
		warnings: warningsOf(data, source),
	};
}

/** The first problem to report. A misspelled key causes two problems: an unknown key and a missing one. The unknown key is more helpful. */
export function firstOf(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
	return issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
}

/** Whether a policy is a path in the repository. A path contains a slash or a dot. Any other word is the name of a shipped policy. */
function isPath(policy: string): boolean {
	return /[/.]/.test(policy);
}

function shippedIn(policies: readonly string[], source: ConfigText): readonly string[] {
	const isBase = (name: string) => basePolicies.some((base) => base === name);
	const bases = policies.filter(isBase);
	if (bases.length > 1) {
		const line = source.line(['policies', policies.indexOf(bases[1] ?? '')]);
		throw badConfig(
			source.file,
			line,
			`\`policies\` names two bases, ${bases.map((name) => `\`${name}\``).join(' and ')}; choose one`,
		);
	}
	const overlays = policies.filter((name) => !isPath(name) && !isBase(name) && name !== 'floor');
	return [bases[0] ?? 'default', ...new Set(overlays)];
}

function budgetIn(budget: z.output<ConfigShape>['budget']): RepositoryConfig['budget'] {
	const given = budgetKeys.flatMap(([key, limit]) => {
		const value = budget?.[key];
		return value === undefined ? [] : [[limit, value] as const];
	});
	const money = moneyKeys.flatMap(([key, limit]) => {
		const usd = budget?.[key];
		return usd === undefined ? [] : [[limit, Math.round(100 * usd)] as const];
	});
	return given.length + money.length === 0 ? undefined : Object.fromEntries([...given, ...money]);
}

function commandLimits(wanted: SandboxText): Partial<SandboxLimits> {
	return Object.fromEntries(
		limitKeys.flatMap(([key, limits, unit]) => {
			const value = wanted[key];
			return value === undefined ? [] : limits.map((limit) => [limit, value * unit]);
		}),
	);
}

function blocked(spec: BlockedText, index: number, source: ConfigText): BlockedPattern {
	const line = source.line(['safety', 'blocked_patterns', index]);
	if (typeof spec === 'string') return { pattern: spec, on: 'raw', line };
	const { pattern, reason, on = 'raw' } = spec;
	return { pattern, ...(reason === undefined ? {} : { reason }), on, line };
}

function warningsOf({ safety, approvals }: z.output<ConfigShape>, { file, line }: ConfigText): readonly string[] {
	const warnings: string[] = [];
	if (safety?.blocked_patterns?.length === 0)
		warnings.push(
			`${file}:${line(['safety', 'blocked_patterns'])}: \`blocked_patterns\` is empty, so no shipped pattern applies. To use the shipped patterns, remove the key.`,
		);
	if (safety?.allow_overrides === true)
		warnings.push(
			`${file}:${line(['safety', 'allow_overrides'])}: \`allow_overrides\` has no effect, because no skill and no policy can override a pattern.`,
		);
	for (const role of approvals?.roles ?? []) {
		const meant = roleMeant(role);
		if (meant === undefined) continue;
		warnings.push(
			`${file}:${line(['approvals', 'role'])}: \`${role}\` is read as the name of a custom role; did you mean \`${meant}\`?`,
		);
	}
	return warnings;
}
