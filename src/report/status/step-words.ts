import type { ToolName } from '../../core/index.ts';
import { neutralLine } from '../text/neutral-markdown.ts';
import { valueSpan } from '../text/spelled.ts';
import { cutTo } from '../text/within.ts';
import type { CallRow } from './run-view.ts';

/** What each tool does, in words for people who do not know its name. */
const verbs: Readonly<Record<ToolName | 'budget' | 'plan', string>> = {
	file_read: 'read',
	file_list: 'list',
	file_search: 'search for',
	file_write: 'write',
	file_edit: 'change',
	shell_exec: 'run',
	git_status: 'look at what changed',
	git_diff: 'look at the changes',
	issue_read: 'read the issue',
	issues_list: 'list issues',
	comments_read: 'read the comments',
	open_pull_request: 'open a draft pull request',
	pull_request_update: 'reword the pull request',
	pull_request_diff: 'read the changes of the pull request',
	check_log: 'read the log of a check',
	checks_read: 'read the checks',
	reviews_read: 'read the reviews',
	review_write: 'write a review',
	review_reply: 'answer a remark',
	releases_read: 'read the releases',
	merged_read: 'read what was merged',
	skill_read: 'read a skill',
	memory_search: 'search the memory of earlier runs for',
	memory_note: 'write a note for later runs',
	labels_set: 'set labels',
	comment: 'write a comment',
	budget: 'continue after',
	plan: 'carry out the plan',
};

function isOurs(tool: string): tool is keyof typeof verbs {
	return Object.hasOwn(verbs, tool);
}

type Step = Pick<CallRow, 'tool' | 'input' | 'addsCommit'>;

/** Describes a call in a few words, such as `read \`src/slug.ts\``. For a tool that is not ours, it uses the tool's name. */
export function stepWords({ tool, input, addsCommit }: Step): string {
	const what = codeOf(input);
	const verb = addsCommit === true ? "add a commit to the run's pull request" : isOurs(tool) ? verbs[tool] : undefined;
	return [verb ?? codeOf(tool), ...(what === '' ? [] : [what])].join(' ');
}

const longestCode = 80;

/**
 * Returns the beginning of a text that others wrote, as code in a line of ours, with hidden characters made visible. Empty for an empty
 * text.
 */
export function codeOf(text: string): string {
	const shown = cutTo(text.trim(), longestCode);
	return shown === '' ? '' : neutralLine(valueSpan(shown));
}
