import type { ToolName } from '../core/index.ts';

/** The tool that every skill may use. It reads only the files that skills contain. */
export const skillReader: ToolName = 'skill_read';

/** Other agents' names for our tools. */
const foreignNames: Readonly<Record<string, ToolName>> = {
	Read: 'file_read',
	LS: 'file_list',
	Glob: 'file_list',
	Grep: 'file_search',
	Write: 'file_write',
	Edit: 'file_edit',
	MultiEdit: 'file_edit',
	Bash: 'shell_exec',
};

const lowerForeign = new Map(Object.entries(foreignNames).map(([name, ours]) => [name.toLowerCase(), ours]));

/** Our name for a tool of another agent, or undefined if we have no such tool. */
export function ourName(foreign: string): string | undefined {
	return lowerForeign.get(foreign.toLowerCase());
}
