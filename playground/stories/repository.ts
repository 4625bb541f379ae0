import { sampleFiles } from '../../rehearsal/sample-repository.ts';
import { stories } from './stories.ts';

/** The sample project without its dependency, because the stories install what they need. */
const project: Readonly<Record<string, string>> = {
	'README.md': `# slugs

Turns the titles of posts into addresses, file names and reading times.

    npm test             # the quick tests
    npm run test:slow    # reads every post, which takes 15 seconds
`,
	'package.json': `${JSON.stringify(
		{
			name: 'slugs',
			version: '1.0.0',
			private: true,
			type: 'module',
			scripts: { test: 'node --test', 'test:slow': 'node slow/reading-time.js' },
		},
		null,
		2,
	)}\n`,
	'.github/countersign.yml': `# Whoever can write may start runs. Only maintainers and admins may approve.
approvals:
  role: maintain
`,
	'src/slug.js': `export function slug(title) {
	const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
	return words.join('_');
}
`,
};

/** The files of the repository that all stories share, in addition to the bot's workflow. */
export const repositoryFiles: Readonly<Record<string, string>> = Object.assign(
	{ ...sampleFiles, ...project },
	...stories.map(({ files = {} }) => files),
);
