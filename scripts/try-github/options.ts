import { parseArgs } from 'node:util';

export const usage = `Tries Countersign on the real GitHub, in a scratch repository of yours, and takes everything away again.

  GITHUB_TOKEN=$(gh auth token) npm run try-github -- owner/repo [options]

  --yes owner/repo         the repository's name again: the work begins without a question
  --push-default-branch    may add and remove a workflow file on the default branch (three commits stay in its history)
  --even-so                takes a repository with files, issues, stars or forks, too
  --clean-up               only takes away what a killed try left: every ref of Countersign, and its issues
  --only ID,ID             only these of its rows
  --api-url URL            an Enterprise Server: https://HOST/api/v3
  --page                   only writes docs/assumptions.md
  --help

  GITHUB_TOKEN   your token: contents, issues and pull requests: write, actions: read. Without it \`gh auth token\` is asked.
  JOB_TOKEN      the token that the job works with; without it, yours. One without the permission "workflows" shows more.

Exit codes: 0 all as assumed, 1 something is otherwise, 2 it could not run.`;

export interface TryOptions {
	readonly owner: string;
	readonly repo: string;
	/** The repeated name, as a confirmation. If undefined, the person at the terminal is asked. */
	readonly again: string | undefined;
	readonly pushDefaultBranch: boolean;
	readonly evenSo: boolean;
	readonly apiUrl: string;
	/** If true, nothing is tried, and the remains of an earlier try are removed. */
	readonly cleanUp: boolean;
	/** The ids of the rows to try. Empty means all. */
	readonly only: readonly string[];
}

export type Asked = { readonly kind: 'help' | 'page' } | { readonly kind: 'wrong'; readonly why: string } | Trying;
type Trying = { readonly kind: 'try'; readonly options: TryOptions };

/** Returns what the command line asks for. */
export function readOptions(args: readonly string[]): Asked {
	try {
		return optionsOf(args);
	} catch (error) {
		return { kind: 'wrong', why: error instanceof Error ? error.message : String(error) };
	}
}

function optionsOf(args: readonly string[]): Asked {
	const { values, positionals } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: {
			yes: { type: 'string' },
			'push-default-branch': { type: 'boolean', default: false },
			'even-so': { type: 'boolean', default: false },
			'clean-up': { type: 'boolean', default: false },
			'api-url': { type: 'string', default: 'https://api.github.com' },
			only: { type: 'string', default: '' },
			page: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return { kind: 'help' };
	if (values.page) return { kind: 'page' };
	const [name = '', ...rest] = positionals;
	const [, owner, repo] = /^([A-Za-z0-9][\w-]*)\/([\w.-]+)$/.exec(name) ?? [];
	if (owner === undefined || repo === undefined || rest.length > 0)
		return { kind: 'wrong', why: 'Name one repository: owner/repo.' };
	if (!URL.canParse(values['api-url'])) return { kind: 'wrong', why: `--api-url is no address: ${values['api-url']}` };
	const apiUrl = values['api-url'].replace(/\/$/, '');
	const { yes: again, 'push-default-branch': pushDefaultBranch, 'even-so': evenSo, 'clean-up': cleanUp } = values;
	return {
		kind: 'try',
		options: {
			owner,
			repo,
			again,
			pushDefaultBranch,
			evenSo,
			cleanUp,
			apiUrl,
			only: values.only.split(',').filter(Boolean),
		},
	};
}
