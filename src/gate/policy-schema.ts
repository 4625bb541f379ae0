import { z } from 'zod';
import { effectKinds } from '../core/index.ts';

const text = z.string();
const oneOrMore = (item: z.ZodString) =>
	z.union([item, z.array(item)]).transform((value) => (typeof value === 'string' ? [value] : value));
const list = oneOrMore(text);
const action = z.enum(['allow', 'deny', 'require_approval']);
const risk = z.enum(['low', 'medium', 'high', 'critical']);

const example = z.union([
	text.describe('A command line for `shell_exec`.'),
	z
		.strictObject({
			tool: text.describe('The name of the tool.'),
			args: z.record(text, z.json()).describe('The arguments of the call.'),
			delivers: z
				.record(
					text,
					z.union([
						text,
						z.strictObject({
							before: text.optional().describe('The text in the base commit. If it is missing, the file is new.'),
							after: text.optional().describe('The text that is delivered. If it is missing, the file is deleted.'),
							times: z
								.int()
								.min(1)
								.max(1_000_000)
								.optional()
								.describe('How many times the delivered text is repeated, to describe a large file. Default: 1.'),
						}),
					]),
				)
				.optional()
				.describe(
					'The changed files, for a tool that delivers changes. A value is the text of a new file, or an object with `before` and `after`.',
				),
		})
		.describe('A call of any tool.'),
]);
const examples = z.union([example.transform((one) => [one]), z.array(example)]);

const rule = z.strictObject({
	name: text.min(1).describe('The name of the rule, as verdicts and the audit show it. It must be unique in the file.'),
	tools: list
		.optional()
		.describe(
			'Names of tools, case-sensitive. `mcp__server__*` means all tools of that server. An alias works too: `Bash` means `shell_exec`. Without this key, the rule matches any tool.',
		),
	tool: text.optional().describe('The name of one tool. It means the same as `tools` with one name.'),
	effects: z
		.array(z.enum(effectKinds))
		.min(1)
		.optional()
		.describe('The kinds of effects that the rule matches. A rule needs `tools` or `effects`.'),
	command_patterns: list
		.optional()
		.describe(
			'RE2 regular expressions. The rule matches a simple command of a shell if at least one of them matches its text.',
		),
	path_patterns: list
		.optional()
		.describe("RE2 regular expressions that are matched on the effect's path, relative to the checkout."),
	effect_patterns: list
		.optional()
		.describe('RE2 regular expressions that are matched on the description of the effect in verdicts.'),
	branches: list
		.optional()
		.describe(
			'Globs for the branch to which the command pushes. For local work: globs for the current branch. If the branch is unknown, a rule with `deny` or `require_approval` matches, and a rule with `allow` does not.',
		),
	paths: list
		.optional()
		.describe(
			"Globs for the effect's path: `src/**`, `**/*.md`, `docs/*.{md,txt}` in the checkout, or `~/…` below the home.",
		),
	hosts: list
		.optional()
		.describe(
			'Names of hosts that the call contacts: `docs.example.com`, or `*.example.com` for all names below `example.com`.',
		),
	min_risk: risk.optional().describe('The rule matches only commands with at least this risk.'),
	approvers: list
		.optional()
		.describe(
			"For a rule with `require_approval`, who may approve: '@login#number', '@org/team', `write`, `maintain` or `admin`. The number is the account's `id` at https://api.github.com/users/<login>.",
		),
	expires: z.iso
		.date('a date is written 2026-12-31')
		.optional()
		.describe(
			'The last day on which the rule allows calls. A rule with `deny` or `require_approval` still applies after this day, with a warning.',
		),
	contained: z
		.boolean()
		.optional()
		.describe(
			'Whether mode `contained` allows a call for which this rule requires approval, if the effects of the call stay inside a proven sandbox. Default: the value in `settings`.',
		),
	action: action.describe(
		'What happens if the rule matches. If rules of several files match, the strictest action applies: `deny`, then `require_approval`, then `allow`.',
	),
	reason: text.optional().describe('The reason that the model and people see when the rule denies a call.'),
	description: text.optional().describe('What the rule is about. Requests for approval show this text.'),
	risk_level: risk.optional().describe('The risk that requests and verdicts show. Default: `medium`.'),
	match: examples.optional().describe('Calls that the rule must match. They are tested each time the file is loaded.'),
	not_match: examples.optional().describe('Calls that the rule must not match.'),
});

const settings = z.strictObject({
	default_action: action
		.optional()
		.describe('What happens if no rule of any file matches. Default: `require_approval`.'),
	contained: z
		.boolean()
		.optional()
		.describe(
			'Whether mode `contained` allows calls for which rules of this file require approval, if the effects of the call stay inside a proven sandbox. Default: false in your own policies, true in shipped ones.',
		),
	approval_timeout_seconds: z
		.number()
		.positive()
		.optional()
		.describe('How long a request waits for an answer, in seconds. Without an answer, the call is denied.'),
});

/** A policy file. The format comes from the section Policies of the seed document leashd, with more keys for a rule. */
export const policySchema = z
	.strictObject({
		version: z.union([text, z.number()]).optional().describe('The version of the format: "1".'),
		name: text.optional().describe('The name of the policy. The default is the name of its file.'),
		settings: settings.optional().describe('Settings for the whole file.'),
		rules: z
			.array(rule)
			.nullable()
			.optional()
			.describe('The rules. In each file, the first rule that matches decides.'),
	})
	.describe('What an agent may do without approval, what needs approval, and what is blocked.');

export type PolicyText = z.infer<typeof policySchema>;
export type RuleText = z.infer<typeof rule>;
export type Example = z.infer<typeof example>;

/** Returns the JSON Schema of a policy file, for editors. */
export function policyJsonSchema(): Readonly<Record<string, unknown>> {
	const { $schema, ...schema } = z.toJSONSchema(policySchema, { io: 'input' });
	return { $schema, title: 'A policy of Countersign', ...schema };
}

/** Returns the keys that are allowed at a place of the file, and the name of the place. */
export function keysAt(path: readonly PropertyKey[]): { readonly keys: readonly string[]; readonly what: string } {
	if (path.length === 0) return { keys: Object.keys(policySchema.shape), what: 'a policy' };
	if (path[0] === 'settings') return { keys: Object.keys(settings.shape), what: 'the settings' };
	if (path.length === 2) return { keys: Object.keys(rule.shape), what: 'a rule' };
	return { keys: ['tool', 'args', 'delivers'], what: 'an example' };
}

/** Returns the values that a key accepts. Empty if the key has no list of values. */
export function choicesFor(key: PropertyKey | undefined): readonly string[] {
	if (key === 'action' || key === 'default_action') return action.options;
	if (key === 'risk_level' || key === 'min_risk') return risk.options;
	return key === 'effects' ? effectKinds : [];
}
