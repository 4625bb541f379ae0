import type { JsonObject, Mode, ToolName } from '../../../src/core/index.ts';
import { basePolicies, overlayPolicies } from '../../../src/core/shipped-policies.ts';

/** Every mode, the strictest first, and which calls need approval in it. */
export const modeWords: Readonly<Record<Mode, string>> = {
	plan: 'The run only reads. It ends with a plan that waits for approval.',
	default: 'A step needs approval if a policy requires it.',
	edit: 'As in default, but the run may also write ordinary files of the checkout.',
	contained: 'Only steps with an effect outside the sandbox need approval. Runs use this mode unless it is changed.',
	auto: 'No step needs approval. What is blocked stays blocked.',
};
export const modeNames = Object.keys(modeWords) as readonly Mode[];

/** The shipped policies that can be chosen. The policy `floor` is always used, too. */
export { basePolicies, overlayPolicies };
export const policyNames: readonly string[] = [...basePolicies, ...overlayPolicies];

type BenchTool = ToolName | 'notebook_edit' | 'web_fetch';

/** Example arguments for each tool that the gate knows. */
const toolExamples: Readonly<Record<BenchTool, JsonObject>> = {
	file_read: { path: 'README.md' },
	file_list: { path: 'src', pattern: '**/*.ts' },
	file_search: { pattern: 'API_KEY', path: '.' },
	file_write: { path: '.github/workflows/ci.yml', content: 'on: push\n' },
	file_edit: { path: 'src/index.ts', old_text: 'a + b', new_text: 'a - b' },
	notebook_edit: { notebook_path: 'notes.ipynb' },
	shell_exec: { command: 'npm test', cwd: '.' },
	git_status: {},
	git_diff: { path: 'src' },
	comment: { body: 'The tests pass.' },
	open_pull_request: { title: 'Fix the sum', body: 'It was wrong.' },
	pull_request_update: { title: 'Fix the sum' },
	review_write: { body: 'Looks good.' },
	review_reply: { body: 'Done.' },
	labels_set: { add: ['bug'], remove: ['triage'] },
	issue_read: { number: 7 },
	issues_list: { state: 'open' },
	comments_read: {},
	reviews_read: { number: 8 },
	pull_request_diff: { number: 8 },
	checks_read: {},
	check_log: { check: 41 },
	releases_read: {},
	merged_read: { since: 'v1.3.0' },
	memory_search: { query: 'flaky test' },
	skill_read: { path: '.github/countersign/skills/release/SKILL.md' },
	memory_note: { text: 'The tests need Node 24.' },
	web_fetch: { url: 'https://example.com/' },
};
export const toolNames = Object.keys(toolExamples) as readonly string[];

/** Returns example arguments of a tool, as text. */
export function exampleArguments(tool: string): string {
	const example = Object.hasOwn(toolExamples, tool) ? toolExamples[tool as BenchTool] : {};
	return JSON.stringify(example, undefined, 2);
}
