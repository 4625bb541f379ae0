import type { z } from 'zod';
import { isJsonObject, nearestWord, ownSkillFolder, type ToolDefinition } from '../core/index.ts';
import { type FieldPath, type FrontMatter, readFrontMatter } from './front-matter.ts';
import { isOpenFormat, openSchema, openSkill } from './open-format.ts';
import type { Skill, SkillCommand, SkillLimits } from './skill.ts';
import type { SkillError } from './skill-error.ts';
import { fixes, knownKeys, type SkillFields, skillSchema } from './skill-schema.ts';
import { normaliseParameters } from './tool-parameters.ts';

export type SkillReading =
	| { readonly ok: true; readonly skill: Skill }
	| { readonly ok: false; readonly errors: readonly SkillError[] };

interface Found {
	readonly path: FieldPath;
	readonly message: string;
	readonly fix: string;
}

/**
 * Parses one SKILL.md of our format (Wolffish, SKILL.md Reference) or of the open format of Agent Skills. It never throws. Every error
 * names file, line, field and fix.
 */
export function readSkill(text: string, fileName: string): SkillReading {
	const front = readFrontMatter(text);
	if (!front.ok)
		return { ok: false, errors: front.problems.map((problem) => ({ file: fileName, field: '', ...problem })) };
	if (isOpenFormat(front.data)) return readOpen(front, fileName);
	const parsed = skillSchema.safeParse(front.data);
	if (!parsed.success) return refused(fileName, front, allFindings(parsed.error));
	const { tools, found: inTools } = readTools(parsed.data.tools);
	const found = [...inTools, ...misplacedBudget(parsed.data)];
	if (found.length > 0) return refused(fileName, front, found);
	return { ok: true, skill: toSkill({ declared: parsed.data, tools, file: fileName, front }) };
}

/**
 * Parses one SKILL.md in a folder for any agent. It accepts only the open format. Threat: other programs write such folders, so a tool or a
 * pattern there must not get the maintainers' authority.
 */
export function readForeignSkill(text: string, fileName: string): SkillReading {
	const reading = readSkill(text, fileName);
	if (!reading.ok || reading.skill.isOpenFormat === true) return reading;
	const message = 'The file has fields that only skills of Countersign have.';
	const fix = `Move its folder to \`${ownSkillFolder}\`, or take these fields out.`;
	return { ok: false, errors: [{ file: fileName, line: 1, field: '', message, fix }] };
}

function readOpen(front: FrontMatter & { ok: true }, fileName: string): SkillReading {
	const parsed = openSchema.safeParse(front.data);
	if (!parsed.success) return refused(fileName, front, allFindings(parsed.error));
	return { ok: true, skill: openSkill(parsed.data, fileName, front) };
}

interface Sound {
	readonly declared: SkillFields;
	readonly tools: readonly ToolDefinition[];
	readonly file: string;
	readonly front: FrontMatter & { ok: true };
}

function toSkill({ declared, tools, file, front }: Sound): Skill {
	const { name, version, description, triggers, requires, danger_patterns: danger, ...more } = declared;
	const { confirm_patterns: confirm, tools: written, ...others } = more;
	const linesOf = (key: 'danger_patterns' | 'confirm_patterns') =>
		declared[key].map((_, index) => front.lineOf([key, index]));
	return {
		file,
		name,
		...(version === undefined ? {} : { version }),
		description,
		triggers,
		tools,
		commands: written.flatMap(commandOf),
		toolLines: new Map(written.map((tool, index) => [tool.name, front.lineOf(['tools', index, 'name'])])),
		patterns: {
			source: file,
			danger,
			confirm,
			lines: { danger: linesOf('danger_patterns'), confirm: linesOf('confirm_patterns') },
		},
		requires,
		...(requires.length === 0 ? {} : { requiresLine: front.lineOf(['requires']) }),
		...limitsOf(others, front),
		body: front.body,
	};
}

type LimitFields = Omit<
	SkillFields,
	'name' | 'version' | 'description' | 'triggers' | 'requires' | 'danger_patterns' | 'confirm_patterns' | 'tools'
>;

function limitsOf(fields: LimitFields, front: Sound['front']): SkillLimits & Pick<Skill, 'allowedToolsLine'> {
	const { allowed_tools, mode, max_iterations, budget, ...others } = fields;
	const { license: _license, compatibility: _compatibility, metadata: _metadata, ...unread } = others;
	// If a field is not read above, this line does not compile. Otherwise a limit could have no effect.
	unread satisfies Readonly<Record<string, never>>;
	return {
		...(allowed_tools === undefined
			? {}
			: { allowedTools: allowed_tools, allowedToolsLine: front.lineOf(['allowed_tools']) }),
		...(mode === undefined ? {} : { mode }),
		...(max_iterations === undefined ? {} : { maxIterations: max_iterations }),
		...(budget === undefined ? {} : { budget }),
	};
}

/** Reports a budget below `metadata`. Only the open format uses it there. In our format, no code would enforce this limit. */
function misplacedBudget({ metadata }: SkillFields): readonly Found[] {
	const { budget } = metadata ?? {};
	if (!isJsonObject(budget)) return [];
	const message = 'In a file with fields of our format a `budget` below `metadata` does not count.';
	return [{ path: ['metadata', 'budget'], message, fix: 'Move it to the left: `budget` is a field of its own.' }];
}

function commandOf({ name, run, timeout_seconds: seconds }: SkillFields['tools'][number]): readonly SkillCommand[] {
	if (run === undefined) return [];
	return [{ tool: name, run, ...(seconds === undefined ? {} : { timeoutSeconds: seconds }) }];
}

function readTools(declared: SkillFields['tools']): { tools: readonly ToolDefinition[]; found: readonly Found[] } {
	const tools: ToolDefinition[] = [];
	const found: Found[] = [];
	declared.forEach(({ name, description, parameters, run, timeout_seconds }, index) => {
		if (run === undefined && timeout_seconds !== undefined)
			found.push({
				path: ['tools', index, 'timeout_seconds'],
				message: `Only a command of the skill has \`timeout_seconds\`, and \`${name}\` has no \`run\`.`,
				fix: 'Take it out, or say with `run` what is started.',
			});
		if (tools.some((tool) => tool.name === name))
			found.push({
				path: ['tools', index, 'name'],
				message: `The tool \`${name}\` is declared twice.`,
				fix: 'Give each tool its own name.',
			});
		const reading = normaliseParameters(parameters);
		if (reading.ok) tools.push({ name, description, parameters: reading.parameters });
		else
			found.push({
				path: ['tools', index, 'parameters', ...reading.field],
				message: `This ${reading.message}`,
				fix: fixes['tools.parameters'] ?? '',
			});
	});
	return { tools, found };
}

function refused(file: string, front: FrontMatter & { ok: true }, found: readonly Found[]): SkillReading {
	const errors = found.map(({ path, message, fix }) => ({
		file,
		line: front.lineOf(path),
		field: showPath(path),
		message,
		fix,
	}));
	return { ok: false, errors };
}

function allFindings({ issues }: z.ZodError): readonly Found[] {
	return issues.flatMap((issue) => findings(issue, []));
}

function findings(issue: z.core.$ZodIssue, above: FieldPath): readonly Found[] {
	const path = [...above, ...issue.path];
	if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(path, key));
	if (issue.code === 'invalid_union') {
		// Of the forms that a value may have, the author meant the one with an error in an inner field.
		const meant = issue.errors.find((branch) => branch.some((inner) => isInside(inner)));
		if (meant !== undefined) return meant.flatMap((inner) => findings(inner, path));
		return [{ path, message: 'A pattern is neither text nor `{pattern, reason, on}`.', fix: fixFor(path) }];
	}
	const missing = issue.code === 'invalid_type' && issue.input === undefined && /undefined$/.test(issue.message);
	return [{ path, message: missing ? 'This field is missing.' : `${issue.message}.`, fix: fixFor(path) }];
}

function isInside(issue: z.core.$ZodIssue): boolean {
	return issue.path.length > 0 || issue.code === 'unrecognized_keys';
}

function unknownKey(path: FieldPath, key: string): Found {
	const known = knownKeys[dottedPath(path)] ?? [];
	const meant = nearestWord(key, known);
	return {
		path: [...path, key],
		message: `The key \`${key}\` is not known.`,
		fix: meant === undefined ? `Use one of: ${known.join(', ')}.` : `Did you mean \`${meant}\`?`,
	};
}

/** `['tools', 0, 'name']` → `tools.name`. */
function dottedPath(path: FieldPath): string {
	return path.filter((step) => typeof step === 'string').join('.');
}

/** The advice for the innermost place that has one. */
function fixFor(path: FieldPath): string {
	for (let length = path.length; length >= 0; length--) {
		const fix = fixes[dottedPath(path.slice(0, length))];
		if (fix !== undefined) return fix;
	}
	return '';
}

/** `['tools', 0, 'name']` → `tools[0].name`. */
function showPath(path: FieldPath): string {
	return path
		.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${String(step)}`))
		.join('');
}
