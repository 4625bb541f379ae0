import { neutralLine } from './neutral-markdown.ts';
import type { CallRow } from './run-view.ts';
import { valueSpan } from './spelled.ts';
import { cutTo } from './within.ts';

/** What a step does, for people who do not know the tools by name. */
const verbs: Readonly<Record<string, string>> = {
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
	memory_search: 'look through what earlier runs left for',
	memory_note: 'leave a note for later runs',
	labels_set: 'set labels',
	comment: 'write a comment',
	budget: 'go on after',
	plan: 'carry out the plan',
};

type Step = Pick<CallRow, 'tool' | 'input' | 'addsCommit'>;

/** A call in a few words: `read \`src/slug.ts\``. A tool that is not ours is named. */
export function stepWords({ tool, input, addsCommit }: Step): string {
	const what = codeOf(input);
	const verb = addsCommit === true ? 'add a commit to this pull request' : verbs[tool];
	return [verb ?? codeOf(tool), ...(what === '' ? [] : [what])].join(' ');
}

const longestCode = 80;

/** The beginning of somebody else's words as code within a line of ours, hidden characters spelled out; nothing where there are none. */
export function codeOf(text: string): string {
	const shown = cutTo(text.trim(), longestCode);
	return shown === '' ? '' : neutralLine(valueSpan(shown));
}
