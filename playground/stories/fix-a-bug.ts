import type { Story } from './story.ts';

export const fixABug: Story = {
	name: 'fix-a-bug',
	title: 'Fix a bug',
	summary: 'A bug fix that asks for nothing. Every step stays in the sandbox, and the result is a draft pull request.',
	author: 'contributor',
	issue: {
		title: 'Addresses have underscores',
		body: `\`slug('Hello, wide World!')\` returns \`hello_wide_world\`. Our addresses use hyphens: \`hello-wide-world\`.

\`npm test\` fails because of this.`,
	},
	steps: [
		{
			say: 'As the maintainer, give the task.',
			does: { kind: 'comment', as: 'maintainer', body: '/agent fix this, and open a pull request' },
		},
		{ say: 'Watch the side panel. The gate judges each call before it runs, and names the rule.' },
		{ say: 'Open the draft pull request. A person merges it, because the agent has no tool for that.' },
	],
};
