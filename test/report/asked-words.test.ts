import { expect, it, test } from 'vitest';
import { checkText, progressComment, reportPage } from '../../src/report/index.ts';
import { askedWords, type Spared, sparedWords } from '../../src/report/requests/asked-words.ts';
import { view } from './report-views.ts';
import { situations } from './situations.ts';

const count = (questions: number, approved: number, denied: number) => ({ questions, approved, denied, spared: [] });

it.each([
	[count(0, 0, 0), []],
	[count(1, 1, 0), ['asked once, approved']],
	[count(1, 0, 1), ['asked once, denied']],
	[count(1, 0, 0), ['asked once, unanswered']],
	[count(2, 2, 0), ['asked twice: all approved']],
	[count(3, 0, 3), ['asked 3 times: all denied']],
	[count(2, 0, 0), ['asked twice: all unanswered']],
	[count(3, 2, 1), ['asked 3 times: 2 approved, 1 denied']],
	[count(4, 1, 1), ['asked 4 times: 1 approved, 1 denied, 2 unanswered']],
	[count(12, 9, 3), ['asked 12 times: 9 approved (75 %), 3 denied']],
	[count(12, 12, 0), ['asked 12 times: all approved']],
	[count(12, 0, 11), ['asked 12 times: 11 denied, 1 unanswered']],
])('says how many approvals were requested and how they were answered: %j', (asked, expected) => {
	expect(askedWords(asked)).toEqual(expected);
});

const spared: readonly Spared[] = [
	{ kind: 'rule', hosts: ['registry.npmjs.org', 'a.example:8443'], ids: ['A1', 'A2', 'A4'] },
	{ kind: 'grant', id: 'A1', ids: ['A2'] },
];
const asked = { ...count(3, 2, 1), spared };
const rule = `- name: reach-registry-npmjs-org-a-example-8443
  tools: [shell_exec]
  effects: [network]
  effect_patterns: ['^talks to \`registry\\.npmjs\\.org\`$', '^talks to \`a\\.example:8443\`$']
  action: allow`;

test('names the rule or answer that would have avoided a request, ready to copy', () => {
	expect(sparedWords(asked)).toEqual([
		{
			text: 'With a rule for `registry.npmjs.org`, `a.example:8443` in `.github/countersign/always.yml`, the run would not have asked about A1, A2 and A4.',
			rule,
		},
		{ text: 'With `/approve A1 for-run`, the run would not have asked about A2.' },
	]);
	expect(sparedWords({ ...asked, spared: Array(20).fill(spared[1]) })).toHaveLength(5);
	const many = Array.from({ length: 30 }, (_, index) => `A${index + 1}`);
	expect(sparedWords({ ...asked, spared: [{ kind: 'grant', id: 'A1', ids: many }] })[0]?.text).toMatch(
		/A20 and 10 more\.$/,
	);
});

test('the comment, the check and the page say how to need fewer approvals after the run', () => {
	const { completed, waiting } = situations;
	if (completed === undefined || waiting === undefined) throw new Error('no such situation');
	const over = { ...completed.view, asked };
	expect(progressComment(over)).toContain(
		`<details><summary>How to need fewer approvals</summary>\n\n- With a rule for \`registry.npmjs.org\``,
	);
	expect(checkText(over).summary).toContain('#### How to need fewer approvals');
	expect(progressComment({ ...waiting.view, asked })).not.toContain('fewer approvals');
	const page = reportPage(view([], { run: over }));
	expect(page).toContain('<summary>How to need fewer approvals</summary>');
	expect(page).toContain('<li>With <code>/approve A1 for-run</code>, the run would not have asked about A2.</li>');
	expect(page).toContain('<pre tabindex="0">- name: reach-registry-npmjs-org-a-example-8443');
});
