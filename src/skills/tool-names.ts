/** What every skill may use: it only reads what skills brought along. */
export const skillReader = 'skill_read';

/** Our tools that read and change nothing, anywhere. A skill that looks and judges has these when it names none. */
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

/** What other agents call our tools. */
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

/** Our name of a tool that another agent names so; undefined for what we have no tool for. */
export function ourName(foreign: string): string | undefined {
	return lowerForeign.get(foreign.toLowerCase());
}
