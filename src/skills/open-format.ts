import { z } from 'zod';
import { isJsonObject, modes, nearestWord, readingTools, writesFile } from '../core/index.ts';
import type { FrontMatter } from './front-matter.ts';
import type { Skill } from './skill.ts';
import { budgetSchema, type SkillBudget } from './skill-budget.ts';
import type { SkillError } from './skill-error.ts';
import { isOnlyOurs } from './skill-schema.ts';
import { ourName } from './tool-names.ts';

/** A file with one of these fields, even misspelled, is parsed as our format. */
const onlyOurs = Object.entries(isOnlyOurs).flatMap(([field, isOurs]) => (isOurs ? [field] : []));

/** Words of the open format that are similar to ours. */
const openWords = new Set(['allowed-tools', 'trigger', 'tools', 'mode', 'version']);

/** Whether front matter is in the open format of Agent Skills. It must not contain a field that only our format has, even misspelled. */
export function isOpenFormat(data: unknown): boolean {
	if (typeof data !== 'object' || data === null || Array.isArray(data)) return false;
	const keys = Object.keys(data);
	if (!keys.includes('name') || !keys.includes('description')) return false;
	const tools: unknown = Reflect.get(data, 'tools');
	const declaresTools = Array.isArray(tools) && tools.some((tool) => isJsonObject(tool));
	const restricts = modes.some((mode) => mode === String(Reflect.get(data, 'mode')));
	return (
		!declaresTools && !restricts && !keys.some((key) => !openWords.has(key) && nearestWord(key, onlyOurs) !== undefined)
	);
}

const text = z.string().trim().min(1);

const toolList = z
	.custom<string | readonly string[] | null>(
		(value) =>
			value === null ||
			typeof value === 'string' ||
			(Array.isArray(value) && value.every((item) => typeof item === 'string')),
		'Neither text nor a list of names of tools',
	)
	.exactOptional();

/** Any value except a map. Other agents may give our word another meaning. */
const notAMap = z.custom<null | string | number | boolean | readonly unknown[]>((value) => !isMap(value));

/** The schema of the open format. It checks only the fields that are used, because the format allows any other field. */
export const openSchema = z.looseObject({
	name: z
		.string()
		.max(64)
		.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
	description: text,
	'allowed-tools': toolList,
	/** The name that some agents use for `allowed-tools`. */
	tools: toolList,
	version: z.unknown().exactOptional(),
	/** A field of Claude Code (code.claude.com/docs/en/skills): only a person may start the skill. */
	'disable-model-invocation': z.unknown().exactOptional(),
	/** The format lets anybody use this field. A value that is not a map is for other programs. */
	metadata: z
		.union([z.looseObject({ budget: z.union([budgetSchema, notAMap]).exactOptional() }), notAMap])
		.exactOptional(),
});

const known = new Set([
	'name',
	'description',
	'allowed-tools',
	'license',
	'compatibility',
	'metadata',
	'version',
	'tools',
	'disable-model-invocation',
]);

type Declared = z.infer<typeof openSchema>;

/** Converts a skill of the open format to ours. If a field cannot be used here, the skill gets a notice and still loads. */
export function openSkill(declared: Declared, file: string, front: FrontMatter & { ok: true }): Skill {
	const { name, description, 'allowed-tools': allowed, tools, version, metadata } = declared;
	const at = (field: string, message: string, fix: string): SkillError => ({
		file,
		line: front.lineOf([field]),
		field,
		message,
		fix,
	});
	const budget = budgetOf(metadata);
	const field = allowed === undefined ? 'tools' : 'allowed-tools';
	const names = toolNames(allowed ?? tools ?? []);
	const isVersion = typeof version === 'string' && /^\d+\.\d+\.\d+$/.test(version);
	const notices = [
		...Object.keys(declared)
			.filter((key) => !known.has(key))
			.map((key) => at(key, `\`${key}\` has no meaning here and is ignored.`, 'Nothing, or take the line out.')),
		...names.flatMap((one) => foreignFault(one).map(([message, fix]) => at(field, message, fix))),
	];
	return {
		file,
		name,
		...(isVersion ? { version } : {}),
		description,
		triggers: [],
		tools: [],
		commands: [],
		toolLines: new Map(),
		patterns: { source: file, danger: [], confirm: [] },
		requires: [],
		...(names.length === 0 ? {} : { allowedTools: permitted(names), allowedToolsLine: front.lineOf([field]) }),
		...(budget === undefined ? {} : { budget }),
		isOpenFormat: true,
		...(declared['disable-model-invocation'] === true ? { isOnlyNamed: true as const } : {}),
		...(notices.length === 0 ? {} : { notices }),
		body: front.body,
	};
}

function isMap(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the budget if `metadata.budget` is a map. Any other value belongs to another program. */
function budgetOf(metadata: Declared['metadata']): SkillBudget | undefined {
	if (!isMap(metadata) || !('budget' in metadata)) return undefined;
	const parsed = budgetSchema.safeParse(metadata.budget);
	return parsed.success ? parsed.data : undefined;
}

/**
 * Splits a list of tool names. In a string, commas or blanks separate the names. Brackets after a name contain patterns, which may have
 * blanks.
 */
function toolNames(given: string | readonly string[]): readonly string[] {
	const parts = typeof given === 'string' ? (given.match(/[^\s,(]+(?:\([^)]*\))?/g) ?? []) : given;
	return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function foreignFault(given: string): readonly (readonly [string, string])[] {
	const [, name = given, scope] = /^([^(]+)\((.*)\)$/.exec(given) ?? [];
	const ours = ourName(name);
	if (ours === undefined)
		return [
			[`\`${given}\` is no tool of Countersign and is left out.`, 'Say in the instructions how to do without it.'],
		];
	if (scope === undefined) return [];
	return [
		[
			`\`${given}\` stands for \`${ours}\`, whatever its arguments: policies judge those.`,
			'Write a policy rule for it.',
		],
	];
}

/**
 * The tools that a list of the open format permits here. The list has another agent's names, and that agent has no name for reading an
 * issue or delivering a change. So reading is always permitted, and a skill that may write files may also deliver them.
 */
function permitted(names: readonly string[]): readonly string[] {
	const ours = names.flatMap((given) => ourName(given.replace(/\(.*$/, '')) ?? []);
	const delivery = ours.some(writesFile) ? ['open_pull_request', 'pull_request_update'] : [];
	return [...new Set([...readingTools, 'comment', ...ours, ...delivery])];
}
