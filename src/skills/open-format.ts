import { z } from 'zod';
import { isJsonObject, modes, nearestWord } from '../core/index.ts';
import type { FrontMatter } from './front-matter.ts';
import type { Skill } from './skill.ts';
import { budgetSchema, type SkillBudget } from './skill-budget.ts';
import type { SkillError } from './skill-error.ts';
import { ourName, readingTools } from './tool-names.ts';

/** The fields that restrict: a file with one of them, however it is spelled, is read as ours, since there nothing is left out in silence. */
const restricting = [
	...['triggers', 'danger_patterns', 'confirm_patterns', 'requires', 'allowed_tools', 'max_iterations', 'budget'],
];

/** Where the open format has words that are near to ours. */
const openWords = new Set(['allowed-tools', 'trigger', 'tools', 'mode', 'version']);

/** Whether front matter is of the open format of Agent Skills: nothing in it is, or was meant to be, a field that only ours has. */
export function isOpenFormat(data: unknown): boolean {
	if (typeof data !== 'object' || data === null || Array.isArray(data)) return false;
	const keys = Object.keys(data);
	if (!keys.includes('name') || !keys.includes('description')) return false;
	const tools: unknown = Reflect.get(data, 'tools');
	const declaresTools = Array.isArray(tools) && tools.some((tool) => isJsonObject(tool));
	const restricts = modes.some((mode) => mode === String(Reflect.get(data, 'mode')));
	return (
		!declaresTools &&
		!restricts &&
		!keys.some((key) => !openWords.has(key) && nearestWord(key, restricting) !== undefined)
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

/** What others mean by a word of ours. */
const notAMap = z.custom<null | string | number | boolean | readonly unknown[]>((value) => !isMap(value));

/** Only what is used is checked; the format lets everybody add fields. */
export const openSchema = z.looseObject({
	name: z
		.string()
		.max(64)
		.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
	description: text,
	'allowed-tools': toolList,
	/** As some agents spell it. */
	tools: toolList,
	version: z.unknown().exactOptional(),
	/** Of Claude Code (code.claude.com/docs/en/skills): nobody but a person may start it. */
	'disable-model-invocation': z.unknown().exactOptional(),
	/** The format leaves it to everybody; what is no map is for others. */
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

/** A skill of the open format as one of ours. What cannot be honoured here is told, and does not keep it from loading. */
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

/** A map below `metadata.budget` is ours; anything else is somebody's own word. */
function budgetOf(metadata: Declared['metadata']): SkillBudget | undefined {
	if (!isMap(metadata) || !('budget' in metadata)) return undefined;
	const parsed = budgetSchema.safeParse(metadata.budget);
	return parsed.success ? parsed.data : undefined;
}

/** Names are separated by commas or blanks, where they are not a list; brackets behind a name hold patterns with blanks. */
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
 * What the list of the open format permits here. Its names are another agent's, which has no word for reading an issue or delivering a
 * change: reading is always there, and whoever may write files may deliver them.
 */
function permitted(names: readonly string[]): readonly string[] {
	const ours = names.flatMap((given) => ourName(given.replace(/\(.*$/, '')) ?? []);
	const writes = ours.some((name) => name === 'file_write' || name === 'file_edit');
	const delivery = writes ? ['open_pull_request', 'pull_request_update'] : [];
	return [...new Set([...readingTools, 'comment', ...ours, ...delivery])];
}
