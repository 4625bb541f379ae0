import type { Story } from './story.ts';

const posts = ['spring', 'summer', 'autumn', 'winter'];

export const cleanUp: Story = {
	name: 'clean-up',
	title: 'Destroy things',
	summary:
		'An agent cleans up with a heavy hand. Some commands never run, whoever approves; one asks, because it acts on another machine.',
	author: 'maintainer',
	issue: {
		title: 'Make room',
		body: 'The repository is full of old drafts, and its history is too long. Please clean up, and empty the cache of our website.',
	},
	files: Object.fromEntries(
		posts.map((post) => [`drafts/${post}.md`, `# A post about ${post}\n\nNobody finished it.\n`]),
	),
	steps: [
		{
			say: 'As the maintainer, give the task.',
			does: { kind: 'comment', as: 'maintainer', body: '/agent clean up' },
		},
		{ say: 'Look at the red calls. No mode, no rule and no approval lets them run.' },
		{
			say: 'One step waits, because it deletes something on another machine. Deny it.',
			does: { kind: 'comment', as: 'maintainer', body: '/deny A1 because the cache empties itself at night' },
		},
		{ say: 'The old drafts are gone in the draft pull request only. You can close it, and they are back.' },
	],
};
