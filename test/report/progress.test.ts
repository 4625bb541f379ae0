import { expect, it } from 'vitest';
import { progressComment } from '../../src/report/index.ts';
import { renderedMarkdown } from '../support/rendered-markdown.ts';

const view = {
	...{ run: '1-a', requester: 'octocat', task: 'mend it', model: 'scripted:a', rehearsal: true, mode: 'edit' },
	...{ rows: [], answer: '', tokens: { input: 1, output: 2, cached: 0 } },
};

it('shows each warning about the run on one line, without HTML or mentions [seeds 63]', () => {
	const text = progressComment({
		...view,
		warnings: ['.github/countersign.yml:3: `a`\nis <b>empty</b>, @octocat', 'two'],
	});
	expect(text).toContain('<details><summary>⚠️ 2 warnings about this run</summary>\n\n- ');
	expect(text.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(2);
	expect(text).not.toContain('<b>');
	expect(text.split('\n').at(-1)).toMatch(/^<sub>/);
});

it('shows no list without warnings, and shortens a long list', () => {
	expect(progressComment({ ...view, warnings: [] })).not.toContain('warning');
	const many = progressComment({ ...view, warnings: Array.from({ length: 25 }, (_, index) => `w${index}`) });
	expect(
		many
			.split('\n')
			.filter((line) => line.startsWith('- '))
			.at(-1),
	).toBe('- and 5 more, in the journal');
});

it('a warning or a task cannot break out of its line', () => {
	const html = renderedMarkdown(progressComment({ ...view, task: '``` x', warnings: ['```', '~~~'] }));
	expect(html).toContain('</details>');
	expect(html).toContain('· run <code>1-a</code>');
	expect(html).not.toContain('<pre>');
});

it('lists the active grants, with who gave them and what they cover', () => {
	expect(progressComment({ ...view, grants: [] })).not.toContain('Approved for the rest of this run');
	const grants = [
		{ id: 'A1', by: 'ada', what: 'the plan, in mode edit' },
		{ id: 'A2', by: 'grace', what: 'shell_exec under rule network' },
	];
	const text = progressComment({ ...view, grants });
	expect(text).toContain(
		'🔑 Approved for the rest of this run: the plan, in mode edit, by `@ada` (A1); shell_exec under rule network, by `@grace` (A2)',
	);
	const many = Array.from({ length: 12 }, (_, index) => ({ id: `A${index}`, by: 'ada', what: 'x' }));
	expect(progressComment({ ...view, grants: many })).toContain('(A9); and 2 more\n');
	expect(text.split('\n').at(-1)).toMatch(/^<sub>/);
});

it('names the skill of the run', () => {
	expect(progressComment(view)).not.toContain('skill');
	expect(renderedMarkdown(progressComment({ ...view, skill: 'fix-issue' }))).toContain(
		'· mode edit · skill <code>fix-issue</code> · ',
	);
});
