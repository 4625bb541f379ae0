import type { ToolDefinition } from '../core/index.ts';
import type { Skill } from '../skills/index.ts';

/** Returns the tools that the skills declare, in the order of the skills (Wolffish, The Agent Pipeline: Context Assembly). */
export function toolDefinitions(skills: readonly Skill[]): readonly ToolDefinition[] {
	return skills.flatMap((skill) => skill.tools);
}
