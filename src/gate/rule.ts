import type { Decision, EffectKind, Risk } from '../core/index.ts';
import type { Glob } from './glob.ts';
import type { Regex } from './regex.ts';

/** The conditions of a rule. An undefined condition does not restrict it. */
export interface Conditions {
	/** Countersign's names of the tools. `mcp__server__*` means all tools of a server. Undefined means any tool. */
	readonly tools: ReadonlySet<string> | undefined;
	readonly effects: ReadonlySet<EffectKind> | undefined;
	readonly commandPatterns: readonly Regex[] | undefined;
	readonly pathPatterns: readonly Regex[] | undefined;
	/** Matched on the effect in words, as people see it. */
	readonly effectPatterns: readonly Regex[] | undefined;
	readonly branches: readonly Glob[] | undefined;
	readonly paths: readonly Glob[] | undefined;
	/** Names of hosts in lower case. `*.example.com` means all names below it. */
	readonly hosts: readonly string[] | undefined;
	readonly minRisk: Risk | undefined;
}

/** One rule of a policy file, ready to match. */
export interface Rule extends Conditions {
	readonly name: string;
	/** Who may approve calls that match it: `@login#number`, `@org/team`, or a role. */
	readonly approvers: readonly string[] | undefined;
	/** The last day on which it is valid, as `2026-12-31`. */
	readonly expires: string | undefined;
	/** Whether mode `contained` turns the rule's `confirm` into `allow`. If undefined, the file decides. */
	readonly contained: boolean | undefined;
	readonly decision: Decision;
	readonly reason: string;
	readonly risk: Risk;
	readonly line: number;
}

/** A policy file that has passed its own examples. */
export interface Policy {
	readonly name: string;
	readonly file: string;
	/** The repository or its organization wrote the policy. No mode turns its `confirm` into `allow`, unless it sets `contained`. */
	readonly isOwn?: true;
	/** The policy applies in every repository of an organization. No other policy and no standing approval can make it milder. */
	readonly ofOrganization?: true;
	readonly rules: readonly Rule[];
	readonly defaultAction: Decision | undefined;
	/** Whether mode `contained` turns the file's `confirm` into `allow`. Undefined means yes for a shipped policy, and no for any other. */
	readonly contained: boolean | undefined;
	readonly approvalTimeoutSeconds: number | undefined;
	/** Warnings for the reader of the run. They do not stop it. */
	readonly warnings: readonly string[];
}
