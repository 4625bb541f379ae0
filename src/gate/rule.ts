import type { Decision, EffectKind, Risk } from '../core/index.ts';
import type { Glob } from './glob.ts';
import type { Regex } from './regex.ts';

/** One rule of a policy file, ready to match. What is undefined does not restrict it. */
export interface Rule {
	readonly name: string;
	/** This product's names of the tools, `mcp__server__*` for all of a server; undefined: any. */
	readonly tools: ReadonlySet<string> | undefined;
	readonly effects: ReadonlySet<EffectKind> | undefined;
	readonly commandPatterns: readonly Regex[] | undefined;
	readonly pathPatterns: readonly Regex[] | undefined;
	/** Matched on the effect in words, as people see it. */
	readonly effectPatterns: readonly Regex[] | undefined;
	readonly branches: readonly Glob[] | undefined;
	readonly paths: readonly Glob[] | undefined;
	/** Names of hosts in lower case, `*.example.com` for all below one. */
	readonly hosts: readonly string[] | undefined;
	readonly minRisk: Risk | undefined;
	/** Who may approve what it asks about: `@login`, `@org/team`, or a role. */
	readonly approvers: readonly string[] | undefined;
	/** The last day on which it holds, as `2026-12-31`. */
	readonly expires: string | undefined;
	/** Whether mode `contained` answers what it asks; undefined: as its file says. */
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
	/** The repository wrote it: what it asks about is asked whatever the mode. */
	readonly isOwn?: true;
	/** It counts in every repository of an organization: what others allow, and what was approved for every run, is no word on it. */
	readonly ofOrganization?: true;
	readonly rules: readonly Rule[];
	readonly defaultAction: Decision | undefined;
	/** Whether mode `contained` answers what the file asks; undefined: where we wrote it, and not a repository. */
	readonly contained: boolean | undefined;
	readonly approvalTimeoutSeconds: number | undefined;
	/** What a reader of the run should know, and does not stop it. */
	readonly warnings: readonly string[];
}
