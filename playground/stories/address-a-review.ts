import type { Story } from './story.ts';

export const addressAReview: Story = {
	name: 'address-a-review',
	title: 'Answer a review',
	summary:
		'Two comments on lines wait in a pull request. The agent adds a commit to its branch, and answers each of them.',
	author: 'contributor',
	issue: { title: 'Shorten long titles', body: 'Long titles break the layout of the front page. This cuts them.' },
	pull: {
		branch: 'shorten-titles',
		files: {
			'src/shorten.js': `export function shorten(title, limit = 20) {
	if (title.length <= limit) return title;
	return title.slice(0, limit);
}
`,
			'test/shorten.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shorten } from '../src/shorten.js';

test('a short title stays as it is', () => {
	assert.equal(shorten('Hello'), 'Hello');
});
`,
		},
		remarks: [
			{
				path: 'src/shorten.js',
				line: 3,
				body: 'This cuts a word in half. Please cut at the last space before the limit.',
			},
			{ path: 'test/shorten.test.js', line: 6, body: 'Please test a long title, too.' },
		],
	},
	steps: [
		{
			say: 'As the maintainer, ask for the changes.',
			does: { kind: 'comment', as: 'maintainer', body: '/agent address the review comments' },
		},
		{ say: 'The pull request gets one commit on top, and each comment gets an answer. People resolve the threads.' },
		{
			say: 'Push a commit as somebody else, and give the task again: the run begins from the new head.',
			does: { kind: 'push-commit' },
		},
	],
};
