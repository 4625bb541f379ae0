/**
 * Facts about each of our tools that other modules need. If a new tool is missing in the gate or in the texts for people, the code does not
 * compile, either.
 */
interface ToolTraits {
	/** The tool only reads. A skill that only looks and judges gets these tools if it lists none. */
	readonly reads: boolean;
	/** The tool writes the file of the checkout that the call names. */
	readonly writesFile: boolean;
	/** The tool needs GitHub, so a run in a terminal does not offer it. */
	readonly needsGitHub: boolean;
}

/** Our tools, without those of skills and MCP servers. */
export const toolTraits = {
	file_read: { reads: true, writesFile: false, needsGitHub: false },
	file_list: { reads: true, writesFile: false, needsGitHub: false },
	file_search: { reads: true, writesFile: false, needsGitHub: false },
	file_write: { reads: false, writesFile: true, needsGitHub: false },
	file_edit: { reads: false, writesFile: true, needsGitHub: false },
	shell_exec: { reads: false, writesFile: false, needsGitHub: false },
	git_status: { reads: true, writesFile: false, needsGitHub: false },
	git_diff: { reads: true, writesFile: false, needsGitHub: false },
	comment: { reads: false, writesFile: false, needsGitHub: true },
	open_pull_request: { reads: false, writesFile: false, needsGitHub: false },
	pull_request_update: { reads: false, writesFile: false, needsGitHub: true },
	review_write: { reads: false, writesFile: false, needsGitHub: true },
	review_reply: { reads: false, writesFile: false, needsGitHub: true },
	labels_set: { reads: false, writesFile: false, needsGitHub: true },
	issue_read: { reads: true, writesFile: false, needsGitHub: true },
	issues_list: { reads: true, writesFile: false, needsGitHub: true },
	comments_read: { reads: true, writesFile: false, needsGitHub: true },
	reviews_read: { reads: true, writesFile: false, needsGitHub: true },
	pull_request_diff: { reads: true, writesFile: false, needsGitHub: true },
	checks_read: { reads: true, writesFile: false, needsGitHub: true },
	check_log: { reads: true, writesFile: false, needsGitHub: true },
	releases_read: { reads: true, writesFile: false, needsGitHub: true },
	merged_read: { reads: true, writesFile: false, needsGitHub: true },
	memory_search: { reads: true, writesFile: false, needsGitHub: true },
	skill_read: { reads: true, writesFile: false, needsGitHub: false },
	memory_note: { reads: false, writesFile: false, needsGitHub: true },
} as const satisfies Readonly<Record<string, ToolTraits>>;

export type ToolName = keyof typeof toolTraits;

const names = Object.keys(toolTraits) as readonly ToolName[];

/** Our tools that only read. */
export const readingTools: readonly ToolName[] = names.filter((name) => toolTraits[name].reads);

/** Returns whether a tool of ours writes the file that its call names. */
export function writesFile(name: string): boolean {
	return Object.hasOwn(toolTraits, name) && toolTraits[name as ToolName].writesFile;
}

/** Returns whether a tool of ours works only with GitHub. */
export function needsGitHub(name: string): boolean {
	return Object.hasOwn(toolTraits, name) && toolTraits[name as ToolName].needsGitHub;
}
