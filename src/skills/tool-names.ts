/** The tool that every skill may use. It reads only the files that skills contain. */
export const skillReader = 'skill_read';

/** Our tools that read and change nothing. A skill that looks and judges has these tools if it lists none. */
export const readingTools: readonly string[] = [
	'file_read',
	'file_list',
	'file_search',
	'git_status',
	'git_diff',
	'issue_read',
	'issues_list',
	'comments_read',
	'reviews_read',
	'pull_request_diff',
	'checks_read',
	'check_log',
	'releases_read',
	'merged_read',
	'memory_search',
	skillReader,
];

/** Other agents' names for our tools. */
const foreignNames: Readonly<Record<string, string>> = {
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
