import { CountersignError, type Decision, type EffectKind, type Risk } from '../core/index.ts';
import { compileGlob, type Glob } from './glob.ts';
import type { Regex, RegexEngine } from './regex.ts';
import type { Policy, Rule } from './rule.ts';

/** A rule as plain JSON. A build can save it and read it again without a YAML parser or a schema. */
export interface RuleData {
	readonly name: string;
	readonly tools?: readonly string[];
	readonly effects?: readonly EffectKind[];
	readonly commandPatterns?: readonly string[];
	readonly pathPatterns?: readonly string[];
	readonly effectPatterns?: readonly string[];
	readonly branches?: readonly string[];
	readonly paths?: readonly string[];
	readonly hosts?: readonly string[];
	readonly minRisk?: Risk;
	readonly approvers?: readonly string[];
	readonly expires?: string;
	readonly contained?: boolean;
	readonly decision: Decision;
	readonly reason: string;
	readonly risk: Risk;
	readonly line: number;
}

/** A policy as plain JSON. */
export interface PolicyData {
	readonly name: string;
	readonly file: string;
	readonly rules: readonly RuleData[];
	readonly defaultAction?: Decision;
	readonly contained?: boolean;
	readonly approvalTimeoutSeconds?: number;
	readonly warnings: readonly string[];
}

/** A pattern that cannot be used, with its place in the rule. */
export interface PatternFault {
	readonly key: 'commandPatterns' | 'pathPatterns' | 'effectPatterns' | 'branches' | 'paths';
	readonly index: number;
	readonly message: string;
}

/** Compiles a policy from validated data. @throws CountersignError `bad-policy` when a pattern cannot be used. */
export function compilePolicy(data: PolicyData, engine: RegexEngine): Policy {
	return assemblePolicy(
		data,
		data.rules.map((rule) => {
			const compiled = compileRule(rule, engine);
			if (!('message' in compiled)) return compiled;
			throw new CountersignError({
				code: 'bad-policy',
				message: `\`${compiled.key}\` of \`${rule.name}\` cannot be used (${data.file}:${rule.line}): ${compiled.message}`,
				fix: 'Load the policy from its file again.',
			});
		}),
	);
}

/** Creates a policy from compiled rules. */
export function assemblePolicy(data: Omit<PolicyData, 'rules'>, rules: readonly Rule[]): Policy {
	const { name, file, defaultAction, contained, approvalTimeoutSeconds, warnings } = data;
	return { name, file, rules, defaultAction, contained, approvalTimeoutSeconds, warnings };
}

/** Compiles a rule. If a pattern cannot be used, returns the first such pattern instead. */
export function compileRule(data: RuleData, engine: RegexEngine): Rule | PatternFault {
	const compileRegex = (source: string) => engine.compile(source);
	const faults: PatternFault[] = [];
	const all = <T extends object>(key: PatternFault['key'], compile: (source: string) => T | string) =>
		data[key]?.flatMap((source, index) => {
			const compiled = compile(source);
			if (typeof compiled !== 'string') return [compiled];
			faults.push({ key, index, message: compiled });
			return [];
		});
	const rule: Rule = {
		name: data.name,
		tools: data.tools && new Set(data.tools),
		effects: data.effects && new Set(data.effects),
		commandPatterns: all<Regex>('commandPatterns', compileRegex),
		pathPatterns: all<Regex>('pathPatterns', compileRegex),
		effectPatterns: all<Regex>('effectPatterns', compileRegex),
		branches: all<Glob>('branches', (source) => compileGlob(source, 'branch')),
		paths: all<Glob>('paths', (source) => compileGlob(source, 'path')),
		hosts: data.hosts,
		minRisk: data.minRisk,
		approvers: data.approvers,
		expires: data.expires,
		contained: data.contained,
		decision: data.decision,
		reason: data.reason,
		risk: data.risk,
		line: data.line,
	};
	return faults[0] ?? rule;
}

/** Returns a loaded policy as plain JSON, for `compilePolicy`. The data do not say who wrote the policy (`isOwn`, `ofOrganization`). */
export function policyData(policy: Policy): PolicyData {
	const { defaultAction, contained, approvalTimeoutSeconds } = policy;
	return {
		name: policy.name,
		file: policy.file,
		rules: policy.rules.map(ruleData),
		warnings: policy.warnings,
		...(defaultAction !== undefined && { defaultAction }),
		...(contained !== undefined && { contained }),
		...(approvalTimeoutSeconds !== undefined && { approvalTimeoutSeconds }),
	};
}

function ruleData(rule: Rule): RuleData {
	const { tools, effects, commandPatterns, pathPatterns, effectPatterns, branches, paths, ...plain } = rule;
	const { hosts, minRisk, approvers, expires, contained, ...always } = plain;
	return {
		...always,
		...(tools && { tools: [...tools] }),
		...(effects && { effects: [...effects] }),
		...(commandPatterns && { commandPatterns: sources(commandPatterns) }),
		...(pathPatterns && { pathPatterns: sources(pathPatterns) }),
		...(effectPatterns && { effectPatterns: sources(effectPatterns) }),
		...(branches && { branches: sources(branches) }),
		...(paths && { paths: sources(paths) }),
		...(hosts && { hosts }),
		...(minRisk && { minRisk }),
		...(approvers && { approvers }),
		...(expires !== undefined && { expires }),
		...(contained !== undefined && { contained }),
	};
}

function sources(patterns: readonly { readonly source: string }[]): readonly string[] {
	return patterns.map(({ source }) => source);
}
