import { posix } from 'node:path';
import { nearestWord, ownSkillFolder } from '../core/index.ts';
import type { Skill } from './skill.ts';
import type { SkillError } from './skill-error.ts';

/** The folder of a skill, derived from the path of its file. */
export function skillFolder({ file }: Skill): string {
	return posix.dirname(file);
}

/** The tools that exist. */
export interface KnownTools {
	readonly ours: readonly string[];
	/** Whether a name is judged as one of our tools, because it is the tool's name or another agent's name for it. */
	readonly isTaken: (name: string) => boolean;
}

/**
 * Returns a skill without the tools that have no program. The skill may be written for an agent that has them (Wolffish, SKILL.md
 * Reference). Adds a notice for each removed tool. If a name is almost one of ours, the tool stays and is reported as a mistake.
 */
export function withoutIdleTools(skill: Skill, ours: readonly string[]): Skill {
	const commands = new Set(skill.commands.map(({ tool }) => tool));
	const isIdle = (name: string): boolean =>
		!commands.has(name) && !ours.includes(name) && nearestWord(name, ours) === undefined;
	const idle = skill.tools.filter(({ name }) => isIdle(name));
	if (idle.length === 0) return skill;
	return {
		...skill,
		tools: skill.tools.filter((tool) => !idle.includes(tool)),
		notices: [...(skill.notices ?? []), ...idle.map(({ name }) => idleNotice(name, skill))],
	};
}

function idleNotice(name: string, { file, toolLines }: Skill): SkillError {
	const message = `\`${name}\` is no tool of Countersign, and nothing says what it runs. It is left out.`;
	return { file, line: toolLines.get(name) ?? 1, field: 'tools', message, fix: programFix(name) };
}

function programFix(name: string): string {
	return `Add the program that does it: \`run: [node, ${name}.mjs]\`.`;
}

/** Reports wrong tools of skills. Either the tool is not ours and has no command, or its command has the name of one of our tools. */
export function foreignTools(skills: readonly Skill[], known: KnownTools): readonly SkillError[] {
	return skills.flatMap((skill) => {
		const commands = new Set(skill.commands.map(({ tool }) => tool));
		return skill.tools.flatMap(({ name }) => {
			const fault = toolFault(name, commands.has(name), skill, known);
			const place = { file: skill.file, line: skill.toolLines.get(name) ?? 1, field: 'tools' };
			return fault === undefined ? [] : [{ ...place, ...fault }];
		});
	});
}

function toolFault(
	name: string,
	isCommand: boolean,
	skill: Skill,
	{ ours, isTaken }: KnownTools,
): { readonly message: string; readonly fix: string } | undefined {
	if (!isCommand && ours.includes(name)) return undefined;
	if (!isCommand) {
		const near = nearestWord(name, ours);
		const meant = near === undefined ? '' : `Did you mean \`${near}\`? `;
		return {
			message: `\`${name}\` is no tool of Countersign, and nothing says what it runs.`,
			fix: `${meant}${programFix(name)}`,
		};
	}
	// Threat: a repository's program in place of a built-in tool would be judged as that tool.
	if (isTaken(name) || name.startsWith('mcp__'))
		return {
			message: `\`${name}\` is ${isTaken(name) ? 'a tool of Countersign' : 'a name for tools of MCP servers'}, so no command can have that name.`,
			fix: 'Give the command another name.',
		};
	if (skill.isOwn === true || skill.file.startsWith(`${ownSkillFolder}/`)) return undefined;
	return {
		message: `\`${name}\` is a command, and only skills below \`${ownSkillFolder}/\` have some.`,
		fix: 'Move the skill to that folder of the default branch.',
	};
}
