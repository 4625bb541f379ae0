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
			args: z.record(text, z.json()).describe('Its arguments.'),
			delivers: z
				.record(
					text,
					z.union([
						text,
						z.strictObject({
							before: text.optional().describe('The text in the base commit; without it the file is new.'),
							after: text.optional().describe('The text that is delivered; without it the file is deleted.'),
							times: z
								.int()
								.min(1)
								.max(1_000_000)
								.optional()
								.describe('How often the delivered text is repeated, for a file that is large; once without it.'),
						}),
					]),
				)
				.optional()
				.describe(
					'What the working tree changes, for a tool that delivers it: the text of a new file, or before and after.',
				),
		})
		.describe('A call of any tool.'),
]);
const examples = z.union([example.transform((one) => [one]), z.array(example)]);

const rule = z.strictObject({
	name: text.min(1).describe('How verdicts, grants and the audit name the rule; unique in the file.'),
	tools: list
		.optional()
		.describe(
			'Names of tools, case-sensitive; an alias such as `Bash` stands for the tool, `mcp__server__*` for all tools of a server. Without it: any tool.',
		),
	tool: text.optional().describe('One tool; the same as `tools` with one name.'),
	effects: z
		.array(z.enum(effectKinds))
		.min(1)
		.optional()
		.describe('Kinds of effects that it speaks about. A rule needs `tools` or `effects`.'),
	command_patterns: list
		.optional()
		.describe('RE2 regular expressions, any of which hits the text of one simple command of a shell.'),
	path_patterns: list.optional().describe("RE2 regular expressions on the effect's path, relative to the checkout."),
	effect_patterns: list.optional().describe('RE2 regular expressions on the effect in words, as verdicts show it.'),
	branches: list
		.optional()
		.describe(
			'Globs on the branch that is pushed to, or, for local work, that is checked out. An unknown branch matches rules that restrict, and no rule that allows.',
		),
	paths: list
		.optional()
		.describe(
			"Globs on the effect's path, relative to the checkout, or `~/…` below the home: `src/**`, `**/*.md`, `docs/*.{md,txt}`.",
		),
	hosts: list
		.optional()
		.describe('Names of hosts that are talked to: `docs.example.com`, or `*.example.com` for all below one.'),
	min_risk: risk.optional().describe('The rule matches only commands with at least this risk.'),
	approvers: list
		.optional()
		.describe(
			"Who may approve, on a rule that asks: '@login#number', '@org/team', `write`, `maintain` or `admin`. The number is the account's `id` at https://api.github.com/users/<login>.",
		),
	expires: z.iso
		.date('a date is written 2026-12-31')
		.optional()
		.describe(
			'The last day on which the rule allows calls. A rule that restricts stays in force after this day, with a warning.',
		),
	contained: z
		.boolean()
		.optional()
		.describe(
			'Whether mode `contained` answers what this rule asks, where it ends inside a proven sandbox. Default: what the settings of the file say.',
		),
	action: action.describe('What happens: `deny` beats `require_approval` beats `allow` among files.'),
	reason: text.optional().describe('The reason that the model and people see when the rule denies a call.'),
	description: text.optional().describe('What the rule is about, as a request for approval shows it.'),
	risk_level: risk.optional().describe('The risk that is shown; `medium` without it.'),
	match: examples.optional().describe('Calls that the rule must match. They are tested each time the file is loaded.'),
	not_match: examples.optional().describe('Calls that the rule must not match.'),
});

const settings = z.strictObject({
	default_action: action.optional().describe('What happens where no file speaks; `require_approval` without it.'),
	contained: z
		.boolean()
		.optional()
		.describe(
			'Whether mode `contained` answers what this file asks, where it ends inside a proven sandbox. Default: false in a policy of your own, true in a shipped one.',
		),
	approval_timeout_seconds: z
		.number()
		.positive()
		.optional()
		.describe('How long to wait for an answer. Without an answer, the call is denied.'),
});

/** A policy file (leashd, Policies: the YAML format). Its rules also have effects, globs, approvers, expiry and examples. */
export const policySchema = z
	.strictObject({
		version: z.union([text, z.number()]).optional().describe('The version of the format: "1".'),
		name: text.optional().describe('The name of the policy. The default is the name of its file.'),
		settings: settings.optional().describe('Settings for the whole file.'),
		rules: z.array(rule).nullable().optional().describe('The first rule that matches decides for the file.'),
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
