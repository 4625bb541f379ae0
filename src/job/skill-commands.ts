import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DeclaredTool, Workspace } from '../core/index.ts';
import { isToolName } from '../gate/index.ts';
import {
	foreignTools,
	requireSkills,
	type Skill,
	type SkillCommand,
	type SkillError,
	skillFolder,
	unknownAllowed,
} from '../skills/index.ts';
import { type AddedTool, argumentCheck, type CommandRequest, skillCommand, toolDefinitions } from '../tools/index.ts';
import { exportFolder } from '../workspace/index.ts';
import { type DeclaredTools, noTools } from './declared-tools.ts';

export interface CommandContext {
	readonly workspace: Workspace;
	readonly baseSha: string;
	/** A folder that no command can see. */
	readonly temporary: string;
	readonly sandbox: CommandRequest['sandbox'];
}

/** Refuses skills with tools that cannot run. @throws CountersignError `bad-skill` with file and line. */
export function requireRunnable(skills: readonly Skill[]): void {
	const ours = toolDefinitions.map(({ name }) => name);
	const foreign = foreignTools(skills, { ours, isTaken: isToolName });
	const unknown = unknownAllowed(skills, ours);
	requireSkills({ skills, diagnostics: [...foreign, ...unknown, ...skills.flatMap(uncheckable)] });
}

function uncheckable(skill: Skill): readonly SkillError[] {
	return skill.tools.flatMap((definition) => {
		const check = argumentCheck(definition, 'own');
		if (check.ok || !skill.commands.some(({ tool }) => tool === definition.name)) return [];
		const { file, toolLines } = skill;
		const message = `The parameters of \`${definition.name}\` cannot be checked: ${check.why}.`;
		const fix = 'Say it in simpler JSON Schema; the command can check the rest.';
		return [{ file, line: toolLines.get(definition.name) ?? 1, field: 'tools', message, fix }];
	});
}

/** Returns the commands of skills as tools. It copies the skills' folders from the base commit to a place that the run cannot change. */
export async function setUpCommands(skills: readonly Skill[], context: CommandContext): Promise<DeclaredTools> {
	const withCommands = skills.filter(({ commands }) => commands.length > 0);
	if (withCommands.length === 0) return noTools;
	const folder = mkdtempSync(join(context.temporary, 'countersign-skills-'));
	const { root } = context.workspace;
	for (const skill of withCommands) {
		const from = { root, baseSha: context.baseSha, folder: skillFolder(skill) };
		await exportFolder(from, join(folder, skill.name));
	}
	const all = withCommands.flatMap((skill) => skill.commands.map((command) => ({ skill, command })));
	return {
		tools: all.map(({ skill, command }) => toolOf(command, skill, { ...context, folder: join(folder, skill.name) })),
		facts: new Map(all.map(({ skill, command }) => [command.tool, factOf(command, skill)])),
		warnings: [],
		close: () => rmSync(folder, { recursive: true, force: true }),
	};
}

function toolOf(
	{ tool, run, timeoutSeconds }: SkillCommand,
	skill: Skill,
	{ workspace, sandbox, folder }: CommandContext & { readonly folder: string },
): AddedTool {
	const definition = skill.tools.find(({ name }) => name === tool);
	const check = definition === undefined ? undefined : argumentCheck(definition, 'own');
	if (definition === undefined || check?.ok !== true) throw new Error(`${tool} was refused when the run began`);
	const seconds = timeoutSeconds === undefined ? {} : { timeoutSeconds };
	return skillCommand({ definition, run, ...seconds, folder, problem: check.problem, workspace, sandbox });
}

function factOf({ run }: SkillCommand, { name }: Skill): DeclaredTool {
	return { from: `the skill ${name}`, runs: shownCommand(run), writes: true };
}

/** Returns a command line for people. It quotes each argument that is not a plain word. */
export function shownCommand(argv: readonly string[]): string {
	return argv.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
}
