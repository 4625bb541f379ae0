import { z } from 'zod';
import { modes, mostRounds } from '../core/index.ts';
import { budgetSchema } from './skill-budget.ts';

const text = z.string().trim().min(1);
const toolName = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/);

/** Not trimmed, because a space at the end of a pattern is part of it. */
const expression = z.string().regex(/\S/, { error: 'A pattern must not be empty' });

const pattern = z.union([
	expression,
	z.strictObject({
		pattern: expression,
		reason: text.exactOptional(),
		on: z.enum(['raw', 'executed']).exactOptional(),
	}),
]);

const word = z
	.string()
	.min(1, { error: 'A word of a command must not be empty' })
	.regex(/^[^\0]*$/, { error: 'A word of a command must not hold a NUL character' });

const tool = z.strictObject({
	name: toolName,
	description: text,
	parameters: z.record(z.string(), z.json()),
	/** The program that implements the tool, with its arguments. Without it, the tool is one of ours. */
	run: z.array(word).min(1, { error: 'A command needs a program' }).exactOptional(),
	timeout_seconds: z.number().int().min(1).max(900).exactOptional(),
});

/**
 * The fields of a SKILL.md (Wolffish, SKILL.md Reference). An unknown key is an error, because a misspelled limit would otherwise have no
 * effect.
 */
export const skillSchema = z.strictObject({
	name: z
		.string()
		.max(64)
		.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
	version: z
		.string()
		.regex(/^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/)
		.exactOptional(),
	description: text,
	triggers: z.array(text).min(1),
	tools: z.array(tool).default([]),
	danger_patterns: z.array(pattern).default([]),
	confirm_patterns: z.array(pattern).default([]),
	requires: z.array(text).default([]),
	allowed_tools: z.array(text).exactOptional(),
	mode: z.enum(modes).exactOptional(),
	max_iterations: z.number().int().min(1).max(mostRounds).exactOptional(),
	budget: budgetSchema.exactOptional(),
	/** For people and catalogues, as in the open format. */
	license: text.exactOptional(),
	compatibility: text.exactOptional(),
	metadata: z.record(z.string(), z.json()).exactOptional(),
});

export type SkillFields = z.infer<typeof skillSchema>;

/**
 * Whether a field, even misspelled, shows that a file is in our format, which reports every unknown field. A field that restricts must be
 * true, because the open format ignores unknown fields. The open format has `tools` and `mode` too, so their values decide.
 */
export const isOnlyOurs: Readonly<Record<keyof SkillFields, boolean>> = {
	name: false,
	version: false,
	description: false,
	triggers: true,
	tools: false,
	danger_patterns: true,
	confirm_patterns: true,
	requires: true,
	allowed_tools: true,
	mode: false,
	max_iterations: true,
	budget: true,
	license: false,
	compatibility: false,
	metadata: false,
};

/** The keys that are known in each place. A place is a field path without indices. */
export const knownKeys: Readonly<Record<string, readonly string[]>> = {
	'': Object.keys(skillSchema.shape),
	tools: Object.keys(tool.shape),
	danger_patterns: ['pattern', 'reason', 'on'],
	confirm_patterns: ['pattern', 'reason', 'on'],
	budget: Object.keys(budgetSchema.shape),
	'metadata.budget': Object.keys(budgetSchema.shape),
};

/** The advice for each place. A field without advice does not compile. */
export const fixes: Readonly<Record<keyof SkillFields, string> & Partial<Record<string, string>>> = {
	'': 'Write the fields as `key: value` lines, beginning with `name`, `description` and `triggers`.',
	name: 'Write `name: my-skill`, with lower-case letters, digits and hyphens, at most 64 characters.',
	version: 'Write a semantic version in quotes: `version: "1.0.0"`.',
	description: 'Write one sentence: `description: What this skill can do`.',
	triggers: 'Write a list of key words, or `triggers: ["*"]` for a skill that is always relevant.',
	tools: 'Write a list of `{name, description, parameters}`, and `run` for a command of the skill.',
	'tools.name': 'Write a name of letters, digits, `_` and `-`, beginning with a letter, at most 64 characters.',
	'tools.description': 'Write one sentence that tells the model what the tool does.',
	'tools.run':
		'Write the program and its arguments as a list: `run: [node, program.mjs]`. It starts in the folder of the skill.',
	'tools.timeout_seconds': 'Write whole seconds from 1 to 900: `timeout_seconds: 60`.',
	'tools.parameters':
		'Write a JSON Schema (`type: object`, `properties`, `required`), or a map from name to its schema.',
	danger_patterns: 'Write a list whose items are regular expressions in quotes, or `{pattern, reason, on}`.',
	confirm_patterns: 'Write a list whose items are regular expressions in quotes, or `{pattern, reason, on}`.',
	'danger_patterns.on': 'Write `on: raw` (the call as text) or `on: executed` (each executed command).',
	'confirm_patterns.on': 'Write `on: raw` (the call as text) or `on: executed` (each executed command).',
	requires: 'Write a list of names of other skills.',
	allowed_tools:
		'Write a list of names of tools: `allowed_tools: [file_read, file_search]`; leave it out to permit all.',
	'allowed-tools': 'Write `allowed-tools: Read Grep`, or a list of such names.',
	mode: `Write \`mode:\` and one of ${modes.join(', ')}. It can only be stricter than the configuration.`,
	max_iterations: `Write a whole number from 1 to ${mostRounds}: \`max_iterations: 20\`.`,
	budget:
		'Write `budget: {tokens: 200000, minutes: 20}`, or one of the two. It can only be less than the configuration says.',
	'metadata.budget': 'Write `budget: {tokens: 200000, minutes: 20}` below `metadata`, or one of the two.',
	license: 'Write one text: `license: MIT`.',
	compatibility: 'Write one text.',
	metadata: 'Write a map: `metadata: {author: you}`.',
};
