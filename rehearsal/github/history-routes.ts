import { readCommit, repositoryCommitJson } from './commits.ts';
import { changedFiles, diffText, fileJson, totals } from './git-diff.ts';
import { asList, type Call, notFound, ok, paged, type Reply, unprocessable } from './http.ts';
import { type Repository, read, route } from './repository.ts';
import { rulesAbout } from './rules.ts';
import type { JsonObject } from './types.ts';

async function commitOf(repository: Repository, sha: string): Promise<JsonObject> {
	const commit = await readCommit(repository, sha);
	if (!commit) throw notFound();
	return repositoryCommitJson(repository, sha, commit);
}

async function getCommit(repository: Repository, call: Call): Promise<Reply> {
	const ref = call.params['ref'] ?? '';
	const sha = await repository.git.resolve(ref);
	if (!sha) throw unprocessable(`No commit found for SHA: ${ref}`);
	if (call.accept.includes('sha')) return { status: 200, body: Buffer.from(sha) };
	const json = await commitOf(repository, sha);
	const parent = (await readCommit(repository, sha))?.parents[0];
	const files = await changedFiles(repository.git, parent, sha);
	const { additions, deletions } = totals(files);
	const stats = { additions, deletions, total: additions + deletions };
	return ok({ ...json, stats, files: files.map((file) => fileJson(file, repository.apiUrl, sha)) });
}

async function listCommits(repository: Repository, call: Call): Promise<Reply> {
	const start = call.query.get('sha') || repository.defaultBranch;
	const sha = await repository.git.resolve(start);
	if (!sha) throw notFound();
	const path = call.query.get('path');
	const listing = await repository.git.text(['rev-list', sha, ...(path ? ['--', path] : [])]);
	return commitsPage(repository, call, listing);
}

/** Returns a page of commits, and reads only the commits of that page. */
async function commitsPage(repository: Repository, call: Call, listing: string): Promise<Reply> {
	const reply = paged(call, lines(listing));
	const shas = Array.isArray(reply.body) ? reply.body.map(String) : [];
	return { ...reply, body: await Promise.all(shas.map((one) => commitOf(repository, one))) };
}

export const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** Returns the sha of one side of a comparison. The name may have an owner before the branch. */
async function side({ git }: Repository, name: string): Promise<string> {
	const sha = await git.resolve(name.replace(/^[\w-]+:/, ''));
	if (!sha) throw notFound();
	return sha;
}

async function compare(repository: Repository, call: Call): Promise<Reply> {
	const { git, apiUrl, htmlUrl } = repository;
	const spec = call.params['spec'] ?? '';
	const [from = '', to = ''] = spec.split('...');
	const [base, head] = [await side(repository, from), await side(repository, to)];
	const common = await git.run(['merge-base', base, head]);
	if (common.code !== 0) throw notFound(`No common ancestor between ${from} and ${to}.`);
	const mergeBase = common.out.toString().trim();
	if (call.accept.includes('diff')) return { status: 200, body: await diffText(git, mergeBase, head) };
	const [behind = 0, ahead = 0] = (await git.text(['rev-list', '--left-right', '--count', `${base}...${head}`]))
		.split('\t')
		.map(Number);
	const shas = lines(await git.text(['rev-list', '--reverse', `${base}..${head}`]));
	const isPaged = call.query.has('page') || call.query.has('per_page');
	const shown = isPaged ? paged(call, shas).body : shas.slice(0, 250);
	const first = Number(call.query.get('page') ?? 1) === 1;
	// GitHub shows the files only on the first page.
	const files = first ? await changedFiles(git, mergeBase, head) : [];
	const status = ahead && behind ? 'diverged' : ahead ? 'ahead' : behind ? 'behind' : 'identical';
	const [link, last] = [`${apiUrl}/compare/${spec}`, `${htmlUrl}/compare/${spec}`];
	return ok({
		url: link,
		html_url: last,
		permalink_url: last,
		diff_url: `${last}.diff`,
		patch_url: `${last}.patch`,
		base_commit: await commitOf(repository, base),
		merge_base_commit: await commitOf(repository, mergeBase),
		status,
		ahead_by: ahead,
		behind_by: behind,
		total_commits: ahead,
		commits: await Promise.all(asList(shown).map((sha) => commitOf(repository, String(sha)))),
		files: files.map((file) => fileJson(file, apiUrl, head)),
	});
}

async function branchJson(repository: Repository, name: string, whole: boolean): Promise<JsonObject> {
	const ref = await repository.git.ref(`refs/heads/${name}`);
	if (!ref) throw notFound('Branch not found');
	const { apiUrl, htmlUrl } = repository;
	const isKept = repository.switches.keptBranches.includes(name);
	const short = { name, commit: { sha: ref.sha, url: `${apiUrl}/commits/${ref.sha}` }, protected: isKept };
	if (!whole) return short;
	return {
		...short,
		commit: await commitOf(repository, ref.sha),
		_links: { self: `${apiUrl}/branches/${name}`, html: `${htmlUrl}/tree/${name}` },
		protection: { enabled: isKept, required_status_checks: { enforcement_level: 'off', contexts: [], checks: [] } },
		protection_url: `${apiUrl}/branches/${name}/protection`,
	};
}

async function listBranches(repository: Repository, call: Call): Promise<Reply> {
	const refs = (await repository.git.refs()).filter(({ name }) => name.startsWith('refs/heads/'));
	const names = refs.map(({ name }) => name.slice('refs/heads/'.length));
	return paged(call, await Promise.all(names.map((name) => branchJson(repository, name, false))));
}

function rulesOf(repository: Repository, call: Call): JsonObject[] {
	const { switches, owner, name } = repository;
	const branch = call.params['branch'] ?? '';
	const about = rulesAbout(repository, branch);
	if (!switches.keptBranches.includes(branch)) return about;
	const ruleset = { ruleset_source_type: 'Repository', ruleset_source: `${owner}/${name}`, ruleset_id: 1 };
	const parameters = {
		...{ dismiss_stale_reviews_on_push: false, require_code_owner_review: false, require_last_push_approval: false },
		...{ required_approving_review_count: 1, required_review_thread_resolution: false },
	};
	return [...about, { type: 'pull_request', parameters, ...ruleset }];
}

export function addHistoryRoutes(repository: Repository): void {
	route(repository, 'GET /commits', read('contents'), (call) => listCommits(repository, call));
	route(repository, 'GET /commits/*ref', read('contents'), (call) => getCommit(repository, call));
	route(repository, 'GET /compare/*spec', read('contents'), (call) => compare(repository, call));
	route(repository, 'GET /branches', read('contents'), (call) => listBranches(repository, call));
	route(repository, 'GET /branches/*branch', read('contents'), async (call) =>
		ok(await branchJson(repository, call.params['branch'] ?? '', true)),
	);
	route(repository, 'GET /rules/branches/*branch', read('metadata'), (call) => ok(rulesOf(repository, call)));
}
