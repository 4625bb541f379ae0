import { nearestWord, readingTools } from '../core/index.ts';
import type { Skill } from './skill.ts';
import type { SkillError } from './skill-error.ts';
import { ourName, skillReader } from './tool-names.ts';

/** Words in a name which show that a skill only reads and judges (agtop: route, decompose and review have Read, Grep, Glob). */
const looking = new Set(
	'review reviewer reviewing audit auditor auditing inspect analyse analyze analysis explain route decompose'.split(
		' ',
	),
);

/**
 * The tools that a run may use if it follows this skill. Undefined means all tools (agtop, Safety Hooks: Layer 3). A skill that lists no
 * tools gets only the reading tools if its name says that it only reads and judges.
 */
export function permittedTools({ name, allowedTools }: Skill): readonly string[] | undefined {
	const looks = name.split('-').some((word) => looking.has(word));
	if (allowedTools === undefined) return looks ? readingTools : undefined;
	return [...new Set([...allowedTools, skillReader])];
}

/**
 * Reports names in `allowed_tools` that are not tools. A misspelled name would silently take a tool away. Names of MCP tools come from the
 * configuration, so they are not checked.
 */
export function unknownAllowed(skills: readonly Skill[], ours: readonly string[]): readonly SkillError[] {
	const known = [...ours, ...skills.flatMap(({ tools }) => tools.map(({ name }) => name))];
	return skills.flatMap((skill) =>
		(skill.allowedTools ?? [])
			.filter((name) => !known.includes(name) && !name.startsWith('mcp__'))
			.map((name) => {
				const meant = ourName(name) ?? nearestWord(name, known);
				return {
					file: skill.file,
					line: skill.allowedToolsLine ?? 1,
					field: 'allowed_tools',
					message: `\`${name}\` is no tool of Countersign, of a skill or of an MCP server.`,
					fix: meant === undefined ? `Use names of docs/tools.md: ${ours.join(', ')}.` : `Did you mean \`${meant}\`?`,
				};
			}),
	);
}
