import type { Story } from './story.ts';

export const addADependency: Story = {
	name: 'add-a-dependency',
	title: 'Sign an install',
	summary:
		'An install needs your signature, and so does the delivery of its result. If you deny it, the agent reads why and finds another way.',
	author: 'contributor',
	issue: {
		title: 'File names lose their accents',
		body: `\`fileName('Crème brûlée')\` returns \`cr-me-br-l-e.md\`. It should be \`creme-brulee.md\`.

The package \`plain-letters\` in \`vendor/\` can do this.`,
	},
	files: {
		'src/file-name.js': `export function fileName(title) {
	const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
	return \`\${words.join('-')}.md\`;
}
`,
		'test/file-name.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileName } from '../src/file-name.js';

test('a title becomes a file name', () => {
	assert.equal(fileName('Hello, World!'), 'hello-world.md');
});
`,
		'vendor/plain-letters/package.json':
			'{ "name": "plain-letters", "version": "1.0.0", "type": "module", "exports": "./index.js" }\n',
		'vendor/plain-letters/index.js': `const known = { à: 'a', â: 'a', è: 'e', é: 'e', ê: 'e', î: 'i', ô: 'o', û: 'u', ç: 'c' };

export const plain = (text) => Array.from(text.toLowerCase(), (letter) => known[letter] ?? letter).join('');
`,
	},
	steps: [
		{
			say: 'As the maintainer, give the task.',
			does: { kind: 'comment', as: 'maintainer', body: '/agent fix this, and open a pull request' },
		},
		{
			say: 'The run waits, and no machine runs. Try to approve as a stranger first.',
			does: { kind: 'comment', as: 'stranger', body: '/approve A1' },
		},
		{
			say: 'Sign the install. It may reach exactly the host that the request shows.',
			does: { kind: 'comment', as: 'maintainer', body: '/approve A1' },
		},
		{
			say: 'Or deny it: the agent then works without the package.',
			does: {
				kind: 'comment',
				as: 'maintainer',
				body: '/deny A1 because we add no packages before the release. Node can do this itself.',
			},
		},
		{
			say: 'After the install, the pull request would add a package from an unusual place. Read the diff and sign.',
			does: { kind: 'comment', as: 'maintainer', body: '/approve A2' },
		},
	],
};
