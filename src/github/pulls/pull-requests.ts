import { z } from 'zod';
import { type DraftPullRequest, holdsMarker, type PullRequestLink } from '../../core/index.ts';
import { type Api, ApiRefusal, findOrMake } from '../api/api.ts';
import { createGitObjects, type GitObjects } from '../git/git-objects.ts';
import { withMarker } from '../thread/marker.ts';
import { type CommitBase, mayBeForWorkflows, presentBase } from './present-base.ts';

const pull = z.object({
	number: z.number(),
	html_url: z.string(),
	body: z.string().nullish(),
	head: z.object({ sha: z.string().optional(), repo: z.object({ full_name: z.string() }).nullish() }),
});

/** How many names are tried for a branch, if earlier work uses its name. */
const mostBranches = 20;

/** Opens a draft pull request with one commit on the base. It creates the commit over REST, so no git process gets a token. */
export async function openDraftPullRequest(api: Api, request: DraftPullRequest): Promise<PullRequestLink> {
	const objects = createGitObjects(api);
	const { branch, commit, rebuilt, isNew } = await pushBranch(objects, request);
	let mayBeThere = !isNew;
	const find = async (): Promise<PullRequestLink | undefined> => {
		// If the branch was just created, there can be no pull request from it yet, so the first search is skipped.
		const found = mayBeThere ? await findPullRequest(api, request.marker) : undefined;
		mayBeThere = true;
		return found;
	};
	const body = rebuilt === undefined ? request.body : `${request.body}\n\n${rebuiltNote(rebuilt, request)}`;
	const link = await findOrMake(api, find, () => openPull(api, branch, { ...request, body }));
	return rebuilt === undefined ? { ...link, commit } : link;
}

/** Returns our pull request with this marker, from the newest hundred pull requests. */
export async function findPullRequest(api: Api, marker: string): Promise<PullRequestLink | undefined> {
	const route = 'GET /repos/{owner}/{repo}/pulls';
	const newest = await api.call(route, pull.array(), {
		state: 'all',
		sort: 'created',
		direction: 'desc',
		per_page: 100,
	});
	// Anybody can copy a marker, but only a person who may write can open a pull request from a branch of this repository.
	const home = `${api.owner}/${api.repo}`.toLowerCase();
	const found = newest.find(
		({ body, head }) => head.repo?.full_name.toLowerCase() === home && holdsMarker(body ?? '', marker),
	);
	return found === undefined ? undefined : linkTo(found);
}

function linkTo({ number, html_url: url, head: { sha } }: z.infer<typeof pull>): PullRequestLink {
	return { number, url, ...(sha === undefined ? {} : { headSha: sha }) };
}

interface Branch {
	readonly branch: string;
	/** The branch's one commit. */
	readonly commit: string;
	/** Whether the branch was just created. If not, it comes from an earlier try. */
	readonly isNew: boolean;
	/** The commit that the branch is based on, if it is not the run's base commit. */
	readonly rebuilt?: string;
}

/** Creates the branch on the run's base commit. If GitHub no longer accepts that commit, uses the current head of the base branch. */
async function pushBranch(objects: GitObjects, request: DraftPullRequest): Promise<Branch> {
	const { tree } = await objects.readCommit(request.baseSha);
	const parent = request.parent ?? request.baseSha;
	try {
		return await makeBranch(objects, request, { parent, tree: tree.sha });
	} catch (refusal) {
		if (!mayBeForWorkflows(refusal)) throw refusal;
		const present = await presentBase(objects, request);
		if (present === undefined) throw refusal;
		return { ...(await makeBranch(objects, request, present)), rebuilt: present.parent };
	}
}

function rebuiltNote(commit: string, { baseBranch, baseSha }: DraftPullRequest): string {
	return `A workflow of \`${baseBranch}\` changed after this run began. The changes were made on \`${baseSha.slice(0, 12)}\` and put on top of \`${commit.slice(0, 12)}\`; none of the files changed in between.`;
}

async function makeBranch(
	objects: GitObjects,
	request: DraftPullRequest,
	{ parent, tree: onto }: CommitBase,
): Promise<Branch> {
	const tree = await objects.writeTree(onto, request.files);
	const commit = await objects.commit(request.message, tree, [parent]);
	for (let number = 1; number <= mostBranches; number++) {
		const branch = number === 1 ? request.branch : `${request.branch}-${number}`;
		const made = await objects.createRef(`heads/${branch}`, commit);
		const isNew = made === 'created';
		const held = isNew ? commit : await sameCommit(objects, branch, { tree, parent });
		if (held !== undefined) return { branch, commit: held, isNew };
	}
	throw new ApiRefusal(
		422,
		'POST /repos/{owner}/{repo}/git/refs',
		`${mostBranches} branches named ${request.branch} exist already`,
		undefined,
	);
}

/** Returns the branch's commit if it is exactly the commit of this delivery, from an earlier try. */
async function sameCommit(
	objects: GitObjects,
	branch: string,
	{ tree, parent }: CommitBase,
): Promise<string | undefined> {
	const head = await objects.readRef(`heads/${branch}`);
	if (head === undefined) return undefined;
	const commit = await objects.readCommit(head);
	const isSame = commit.tree.sha === tree && commit.parents.length === 1 && commit.parents[0]?.sha === parent;
	return isSame ? head : undefined;
}

async function openPull(api: Api, branch: string, request: DraftPullRequest): Promise<PullRequestLink> {
	const { owner, repo } = api;
	const body = {
		title: request.title,
		body: withMarker(request.body, request.marker),
		head: branch,
		base: request.baseBranch,
		draft: true,
	};
	try {
		const made = await api.callOnce('POST /repos/{owner}/{repo}/pulls', pull, body);
		return linkTo(made);
	} catch (error) {
		if (!(error instanceof ApiRefusal) || ![403, 422].includes(error.status)) throw error;
		const url = `${api.webUrl}/${owner}/${repo}/compare/${request.baseBranch}...${branch}?expand=1`;
		// Private repositories of some plans have no drafts. The gate and people decided about a draft, so no other pull request is opened.
		if (/draft/i.test(error.message))
			return { url, left: `This repository has no draft pull requests. Open ${url} and press "Create pull request".` };
		const left = `GitHub did not let this token open the pull request (${error.message}). Open ${url} and press "Create pull request"; or allow it under Settings → Actions → General → "Allow GitHub Actions to create and approve pull requests".`;
		return { url, left };
	}
}
