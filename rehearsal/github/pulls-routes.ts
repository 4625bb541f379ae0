import { readCommit, repositoryCommitJson, serializeCommit } from './commits.ts';
import { changedFiles, diffText, fileJson, totals } from './git-diff.ts';
import { lines } from './history-routes.ts';
import {
	ApiError,
	asObject,
	asText,
	type Call,
	created,
	invalid,
	notFound,
	ok,
	paged,
	type Reply,
	requiredText,
	serially,
	stamp,
} from './http.ts';
import { type Repository, read, route, write } from './repository.ts';
import type { JsonObject } from './types.ts';
import { checkBody, checkEditor } from './written.ts';

/** An opened pull request, which may start workflows. */
export interface PullOpened {
	readonly title: string;
	readonly branch: string;
	readonly sha: string;
	readonly who: Call['who'];
}

interface Ends {
	head: string;
	base: string;
}

const onlyOfOne = [
	...['merged', 'mergeable', 'rebaseable', 'mergeable_state', 'merged_by', 'comments', 'review_comments'],
	...['maintainer_can_modify', 'commits', 'additions', 'deletions', 'changed_files'],
];

function without(json: JsonObject, names: readonly string[]): JsonObject {
	return Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)));
}

/** Pull requests. The emulator stores them, git has their commits, and this class knows the fork of each head. */
export class Pulls {
	readonly #repository: Repository;
	readonly #forks = new Map<number, string>();
	readonly #merged = new Map<number, { readonly shown: JsonObject; readonly onto: string }>();
	readonly #oneByOne = serially();
	/** Starts the workflows of a pull request. It must be set before the first request. */
	workflowsStart: ((pull: PullOpened) => Promise<void>) | undefined;

	constructor(repository: Repository) {
		this.#repository = repository;
	}

	/** Shows the head of a pull request as a branch of that person's fork. */
	markFork(number: number, owner: string): void {
		this.#forks.set(number, owner);
	}

	/** Returns the head and the base. The head is stored under `refs/pull`, as on GitHub, so it remains after the branch is deleted. */
	async #ends(pull: JsonObject): Promise<Ends> {
		const { git, defaultBranch } = this.#repository;
		const refs = new Map((await git.refs()).map(({ name, sha }) => [name, sha]));
		const branch = (side: string) => refs.get(`refs/heads/${asText(asObject(pull[side])['ref'])}`);
		const kept = `refs/pull/${pull['number']}/head`;
		const now = pull['state'] === 'open' ? branch('head') : undefined;
		// If two readers see the new head at the same time, the ref is locked for one of them. The other one writes it.
		if (now && now !== refs.get(kept)) await git.run(['update-ref', kept, now]);
		const head = now ?? refs.get(kept);
		// After a merge, the base contains the changes. So the earlier base is used, to show them still.
		const base =
			this.#merged.get(Number(pull['number']))?.onto ?? branch('base') ?? refs.get(`refs/heads/${defaultBranch}`);
		if (!head || !base) throw notFound();
		return { head, base };
	}

	/** Returns the open pull requests of a commit as a check names them, without those of forks. */
	async openAt(sha: string): Promise<JsonObject[]> {
		const { emulated, id, apiUrl, name } = this.#repository;
		const repo = { id, url: apiUrl, name };
		const open = await emulated.all({ path: '/pulls?state=open' });
		const shown = await Promise.all(open.map((pull) => this.#json(pull, false)));
		const own = shown.filter(
			(pull) => asObject(pull['head'])['sha'] === sha && !this.#forks.has(Number(pull['number'])),
		);
		return own.map((pull) => {
			const end = (side: string) => ({
				ref: asObject(pull[side])['ref'] ?? null,
				sha: asObject(pull[side])['sha'] ?? null,
				repo,
			});
			return {
				url: pull['url'] ?? null,
				id: pull['id'] ?? null,
				number: pull['number'] ?? null,
				head: end('head'),
				base: end('base'),
			};
		});
	}

	async #mergeBase({ head, base }: Ends): Promise<string> {
		return this.#repository.git.text(['merge-base', base, head]);
	}

	#side(pull: JsonObject, name: 'head' | 'base', sha: string): JsonObject {
		const { people, name: repo } = this.#repository;
		const side = asObject(pull[name]);
		const owner = name === 'head' ? this.#forks.get(Number(pull['number'])) : undefined;
		if (owner === undefined) return { ...side, sha };
		const user = people.json(people.get(owner));
		const full_name = `${owner}/${repo}`;
		const fork = { ...asObject(side['repo']), id: Number(user['id']) + 1_000_000, full_name, fork: true, owner: user };
		return { ...side, sha, label: `${owner}:${side['ref']}`, user, repo: fork };
	}

	/** `whole` adds the fields that only a single pull request has. */
	async #json(pull: JsonObject, whole: boolean): Promise<JsonObject> {
		const ends = await this.#ends(pull);
		const head = this.#side(pull, 'head', ends.head);
		const merged = this.#merged.get(Number(pull['number']))?.shown ?? {};
		const all = { ...pull, ...merged, head, base: this.#side(pull, 'base', ends.base) };
		const json = without(all, ['performed_via_github_app']);
		if (!whole) return without(json, onlyOfOne);
		const { git } = this.#repository;
		const from = await this.#mergeBase(ends);
		const commits = Number(await git.text(['rev-list', '--count', `${ends.base}..${ends.head}`]));
		return { ...json, ...totals(await changedFiles(git, from, ends.head)), commits };
	}

	async find(number: string | undefined): Promise<JsonObject> {
		const pull = await this.#repository.emulated.ask({ path: `/pulls/${encodeURIComponent(number ?? '')}` });
		return this.#json(asObject(pull), true);
	}

	async get(call: Call): Promise<Reply> {
		const pull = await this.find(call.params['number']);
		if (!call.accept.includes('diff')) return ok(pull);
		const ends = await this.#ends(pull);
		return { status: 200, body: await diffText(this.#repository.git, await this.#mergeBase(ends), ends.head) };
	}

	async list(call: Call): Promise<Reply> {
		const wanted = call.query.get('head');
		const query = new URLSearchParams([...call.query].filter(([name]) => !['head', 'page', 'per_page'].includes(name)));
		const pulls = await this.#repository.emulated.all({ path: `/pulls?${query}` });
		const shown = await Promise.all(pulls.map((pull) => this.#json(pull, false)));
		// GitHub ignores a head without an owner.
		const label = wanted?.includes(':') ? wanted.toLowerCase() : undefined;
		const labelOf = (pull: JsonObject) => String(asObject(pull['head'])['label']).toLowerCase();
		return paged(
			call,
			shown.filter((pull) => label === undefined || labelOf(pull) === label),
		);
	}

	/** Creates pull requests one at a time, so that the second of two equal ones finds the first. */
	create(call: Call): Promise<Reply> {
		return this.#oneByOne(() => this.#create(call));
	}

	async #create(call: Call): Promise<Reply> {
		const { emulated, git, owner, switches } = this.#repository;
		const { who, body } = call;
		const title = requiredText(body, 'title', 'PullRequest');
		const head = requiredText(body, 'head', 'PullRequest').replace(new RegExp(`^${owner}:`, 'i'), '');
		const base = requiredText(body, 'base', 'PullRequest');
		checkBody(body, 'PullRequest');
		if (who?.grants && !switches.pullRequestsByActionsAllowed) {
			throw new ApiError(403, 'GitHub Actions is not permitted to create or approve pull requests.');
		}
		for (const [field, branch] of Object.entries({ base, head })) {
			if (!(await git.ref(`refs/heads/${branch}`))) throw invalid({ resource: 'PullRequest', field, code: 'invalid' });
		}
		await this.#refuse(head, base);
		const draft = body['draft'] === true;
		const text = asText(body['body']) ?? null;
		const wanted = { title, head, base, draft, body: text };
		const pull = asObject(await emulated.ask({ who, method: 'POST', path: '/pulls', body: wanted }));
		emulated.sign(String(pull['url']), who?.app);
		this.#repository.news.tell({ event: 'pull_request', pull: Number(pull['number']), action: 'opened' }, who);
		const made = await this.find(String(pull['number']));
		const sha = String(asObject(made['head'])['sha']);
		await this.workflowsStart?.({ title, branch: head, sha, who });
		return created(made);
	}

	async #refuse(head: string, base: string): Promise<void> {
		const { emulated, git, owner } = this.#repository;
		const custom = (message: string) => invalid({ resource: 'PullRequest', code: 'custom', message });
		const same = new URLSearchParams({ state: 'open', base });
		const open = (await emulated.all({ path: `/pulls?${same}` })).filter(
			(pull) => asObject(pull['head'])['ref'] === head,
		);
		if (open.length > 0) throw custom(`A pull request already exists for ${owner}:${head}.`);
		const commits = await git.text(['rev-list', '--count', `refs/heads/${base}..refs/heads/${head}`]);
		if (commits === '0') throw custom(`No commits between ${base} and ${head}`);
	}

	async edit(call: Call): Promise<Reply> {
		const number = call.params['number'];
		const before = await this.find(number);
		checkEditor(this.#repository, call.who, before);
		checkBody(call.body, 'PullRequest');
		// Only GraphQL turns a draft into a proper pull request.
		const { draft: _ignored, ...body } = call.body;
		await this.#repository.emulated.ask({ who: call.who, method: 'PATCH', path: `/pulls/${number}`, body });
		this.#repository.edits.noteOpening(Number(number), before, body, call.who);
		return ok(await this.find(number));
	}

	/** Merges with a merge commit, or with one commit for `squash`. A conflict is a 405, as on GitHub. */
	async merge(call: Call): Promise<Reply> {
		const { emulated, git, people } = this.#repository;
		const pull = await this.find(call.params['number']);
		const number = Number(pull['number']);
		const { head, base } = await this.#ends(pull);
		const merged = await git.run(['merge-tree', '--write-tree', base, head]);
		if (pull['state'] !== 'open' || merged.code !== 0) throw new ApiError(405, 'Pull Request is not mergeable');
		const title = `${pull['title']} (#${number})`;
		const squash = call.body['merge_method'] === 'squash';
		const now = new Date();
		const by = { name: call.who?.user.login ?? '', email: 'noreply@example.com', date: now };
		const sha = await git.write(
			'commit',
			serializeCommit({
				tree: merged.out.toString().split('\n')[0] ?? '',
				parents: squash ? [base] : [base, head],
				...{ author: by, committer: by, message: squash ? title : `Merge pull request #${number}`, signed: true },
			}),
		);
		await git.must(['update-ref', `refs/heads/${asText(asObject(pull['base'])['ref'])}`, sha]);
		await emulated.ask({ who: call.who, method: 'PATCH', path: `/pulls/${number}`, body: { state: 'closed' } });
		const merger = call.who ? people.json(call.who.user) : null;
		const shown = { merged: true, merged_at: stamp(now), merged_by: merger, merge_commit_sha: sha };
		this.#merged.set(number, { shown, onto: base });
		return ok({ sha, merged: true, message: 'Pull Request successfully merged' });
	}

	async files(call: Call): Promise<Reply> {
		const { git, apiUrl } = this.#repository;
		const ends = await this.#ends(await this.find(call.params['number']));
		const files = await changedFiles(git, await this.#mergeBase(ends), ends.head);
		return paged(
			call,
			files.map((file) => fileJson(file, apiUrl, ends.head)),
		);
	}

	async commits(call: Call): Promise<Reply> {
		const { head, base } = await this.#ends(await this.find(call.params['number']));
		const shas = lines(await this.#repository.git.text(['rev-list', '--reverse', `${base}..${head}`]));
		const json = async (sha: string) => {
			const commit = await readCommit(this.#repository, sha);
			return commit ? repositoryCommitJson(this.#repository, sha, commit) : null;
		};
		return paged(call, await Promise.all(shas.map(json)));
	}
}

export function addPullRoutes(repository: Repository): Pulls {
	const pulls = new Pulls(repository);
	const reads = read('pull_requests');
	const writes = write('pull_requests');
	route(repository, 'GET /pulls', reads, (call) => pulls.list(call));
	route(repository, 'POST /pulls', writes, (call) => pulls.create(call));
	route(repository, 'GET /pulls/:number', reads, (call) => pulls.get(call));
	route(repository, 'PATCH /pulls/:number', writes, (call) => pulls.edit(call));
	route(repository, 'PUT /pulls/:number/merge', write('contents', 'write'), (call) => pulls.merge(call));
	route(repository, 'GET /pulls/:number/files', reads, (call) => pulls.files(call));
	route(repository, 'GET /pulls/:number/commits', reads, (call) => pulls.commits(call));
	return pulls;
}
