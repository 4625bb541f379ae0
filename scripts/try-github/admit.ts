import { z } from 'zod';
import type { Connection } from './connection.ts';
import type { TryOptions } from './options.ts';
import { issueTitle } from './tell.ts';

/** The facts about the repository that the try needs. */
export interface Home {
	readonly defaultBranch: string;
	readonly serverUrl: string;
	/** A file of the default branch. */
	readonly file: { readonly path: string; readonly sha: string } | undefined;
}

/** A repository with more files or issues is probably not a scratch repository. */
const mostFiles = 10;
const mostIssues = 10;

const repository = z.object({
	full_name: z.string(),
	html_url: z.url(),
	default_branch: z.string(),
	private: z.boolean(),
	archived: z.boolean().default(false),
	stargazers_count: z.number().default(0),
	forks_count: z.number().default(0),
	permissions: z.object({ push: z.boolean() }),
});
const tree = z.object({
	tree: z.array(z.object({ path: z.string(), type: z.string(), sha: z.string() })),
	truncated: z.boolean().default(false),
});
const issues = z.array(z.object({ title: z.string() }));
const blob = z.object({ content: z.string() });

export type Admission = { readonly home: Home } | { readonly refused: string };

/** Checks whether this is a scratch repository in which the try may begin. Only reads. @throws TryTrouble if it cannot be read. */
export async function admit(
	person: Connection,
	name: string,
	{ evenSo, cleanUp }: Pick<TryOptions, 'evenSo' | 'cleanUp'>,
): Promise<Admission> {
	const found = await person.must('GET', '', repository);
	if (found.full_name.toLowerCase() !== name.toLowerCase())
		return { refused: `${name} was moved to ${found.full_name}: name that one.` };
	if (found.archived) return { refused: 'The repository is archived: nothing can be written.' };
	if (!found.permissions.push) return { refused: 'Your token may not write here.' };
	const listed = await person.ask('GET', `/git/trees/${encodeURIComponent(found.default_branch)}?recursive=1`);
	const files = tree.safeParse(listed.body);
	if (listed.status !== 200 || !files.success)
		return { refused: `The branch ${found.default_branch} has no commit. Add a README first.` };
	const blobs = files.data.tree.filter(({ type }) => type === 'blob');
	const reasons = evenSo
		? []
		: [
				...contentReasons(blobs.length),
				...publicReasons(found),
				...(await issueReasons(person)),
				...(await listenerReasons(person, blobs)),
				...(cleanUp ? [] : await runReasons(person)),
			];
	if (reasons.length > 0)
		return {
			refused: `This does not look like a scratch repository: ${reasons.join('; ')}. Take another, or add --even-so.`,
		};
	const { default_branch: defaultBranch, html_url: page } = found;
	return { home: { defaultBranch, serverUrl: new URL(page).origin, file: blobs[0] } };
}

function contentReasons(files: number): readonly string[] {
	return files > mostFiles ? [`it has ${files} files, more than ${mostFiles}`] : [];
}

function publicReasons(found: z.infer<typeof repository>): readonly string[] {
	if (found.private) return [];
	const stars = found.stargazers_count > 0 ? [`it is public and has stars (${found.stargazers_count})`] : [];
	const forks = found.forks_count > 0 ? [`it is public and has forks (${found.forks_count})`] : [];
	return [...stars, ...forks];
}

/** Returns reasons about issues. Issues of earlier tries are not counted. */
async function issueReasons(person: Connection): Promise<readonly string[]> {
	const found = await person.must('GET', '/issues?state=all&per_page=100', issues);
	const others = found.filter(({ title }) => !title.startsWith(issueTitle));
	return others.length > mostIssues ? [`it has more than ${mostIssues} issues and pull requests`] : [];
}

/** Returns reasons about workflows. A workflow that starts for comments would also answer ours. */
async function listenerReasons(
	person: Connection,
	blobs: readonly { readonly path: string; readonly sha: string }[],
): Promise<readonly string[]> {
	const reasons: string[] = [];
	for (const { path, sha } of blobs.filter(({ path: of }) => of.startsWith('.github/workflows/')).slice(0, 50)) {
		const { content } = await person.must('GET', `/git/blobs/${sha}`, blob);
		if (/\bissue_comment\b/.test(Buffer.from(content, 'base64').toString()))
			reasons.push(`its workflow ${path} answers comments`);
	}
	return reasons;
}

/** Returns reasons about existing runs. The try deletes runs at its end, so it must not begin beside a run of somebody else. */
async function runReasons(person: Connection): Promise<readonly string[]> {
	const refs = await person.must('GET', '/git/matching-refs/countersign/runs/', z.array(z.unknown()));
	return refs.length > 0 ? ['Countersign keeps runs in it (of a killed try? --clean-up)'] : [];
}
