import type { Story } from './story.ts';

export const loseTheRunner: Story = {
	name: 'lose-the-runner',
	title: 'Lose the runner',
	summary:
		'Kill the machine and its disk in the middle of a slow test. The bot starts a new job, which continues; nothing is posted or delivered twice.',
	author: 'maintainer',
	issue: {
		title: 'Reading times are too long',
		body: 'We count 100 words a minute. People read about 240. `npm run test:slow` reads every post, so it takes 15 seconds.',
	},
	files: {
		'src/reading-time.js': `const wordsPerMinute = 100;

export function readingTime(words) {
	return Math.ceil(words / wordsPerMinute);
}
`,
		'slow/reading-time.js': `import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { readingTime } from '../src/reading-time.js';

const posts = 15;
for (let post = 1; post <= posts; post++) {
	await setTimeout(1000);
	assert.equal(readingTime(240 * post), post, \`Post \${post} takes \${post} minutes\`);
	console.log(\`post \${post} of \${posts}: \${post} min\`);
}
console.log('all posts pass');
`,
	},
	steps: [
		{
			say: 'As the maintainer, give the task.',
			does: { kind: 'comment', as: 'maintainer', body: '/agent fix this, run the slow test, and open a pull request' },
		},
		{
			say: 'When the agent writes that the slow test runs, kill the runner and its disk.',
			does: { kind: 'kill-runner' },
		},
		{
			say: 'Within seconds, the bot starts a new job. It continues from the state on GitHub, and does the lost work in the sandbox again.',
		},
		{ say: 'Count: one comment of the agent, one pull request. The journal of the run is one chain.' },
	],
};
