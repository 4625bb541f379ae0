import { z } from 'zod';
import { effectKinds } from '../core/index.ts';

const list = z
	.union([z.string(), z.array(z.string())])
	.transform((value) => (typeof value === 'string' ? [value] : value));
const example = z.union([z.string(), z.strictObject({ tool: z.string(), args: z.record(z.string(), z.json()) })]);
const examples = z.union([example.transform((one) => [one]), z.array(example)]);
const action = z.enum(['allow', 'deny', 'require_approval']);

const rule = z.strictObject({
	name: z.string().min(1),
	tools: list.optional(),
	tool: z.string().optional(),
	effects: z.array(z.enum(effectKinds)).min(1).optional(),
	command_patterns: list.optional(),
	path_patterns: list.optional(),
	effect_patterns: list.optional(),
	action,
	reason: z.string().optional(),
	description: z.string().optional(),
	risk_level: z.enum(['low', 'medium', 'high', 'critical']).optional(),
	match: examples.optional(),
	not_match: examples.optional(),
});

/** A policy file (leashd, Policies: the YAML format), with `effects`, `effect_patterns` and examples added to its rules. */
export const policySchema = z.strictObject({
	version: z.union([z.string(), z.number()]).optional(),
	name: z.string().optional(),
	settings: z
		.strictObject({
			default_action: action.optional(),
			approval_timeout_seconds: z.number().positive().optional(),
		})
		.optional(),
	rules: z.array(rule).nullable().optional(),
});

export type PolicyText = z.infer<typeof policySchema>;
export type RuleText = z.infer<typeof rule>;
export type Example = z.infer<typeof example>;

/** The keys that may stand at a place of the file, and what the place is called. */
export function keysAt(path: readonly PropertyKey[]): { readonly keys: readonly string[]; readonly what: string } {
	if (path.length === 0) return { keys: Object.keys(policySchema.shape), what: 'a policy' };
	if (path[0] === 'settings') return { keys: ['default_action', 'approval_timeout_seconds'], what: 'the settings' };
	if (path.length === 2) return { keys: Object.keys(rule.shape), what: 'a rule' };
	return { keys: ['tool', 'args'], what: 'an example' };
}

/** The values that a key accepts, where it is a choice. */
export function choicesFor(key: PropertyKey | undefined): readonly string[] {
	if (key === 'action' || key === 'default_action') return action.options;
	if (key === 'risk_level') return ['low', 'medium', 'high', 'critical'];
	return key === 'effects' ? effectKinds : [];
}
