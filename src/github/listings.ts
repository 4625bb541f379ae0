import { z } from 'zod';
import type { ListedCommit, ListedThread, Listing, MergedPull, MergedSince, ThreadQuery } from '../core/index.ts';
import type { Api } from './api/api.ts';
import { ghost, user } from './identity/user.ts';

const labels = z.array(z.union([z.string(), z.object({ name: z.string().nullish() })]));

const thread = z.object({
	number: z.number(),
	title: z.string(),
	user: user.nullable(),
	state: z.string(),
	labels,
	comments: z.number(),
	created_at: z.string(),
	updated_at: z.string(),
	pull_request: z.unknown().optional(),
});

const commit = z.object({
	sha: z.string(),
	/** Undefined if GitHub knows no account for it. */
	author: user.nullish().catch(undefined),
	commit: z.object({
		message: z.string(),
		author: z.object({ name: z.string().nullish() }).nullish(),
		committer: z.object({ date: z.string().nullish() }).nullish(),
	}),
});
const comparison = z.object({ total_commits: z.number(), commits: z.array(commit) });

const pull = z.object({
	number: z.number(),
	title: z.string(),
	user: user.nullable(),
	labels,
	updated_at: z.string(),
	merged_at: z.string().nullish(),
	merge_commit_sha: z.string().nullish(),
});

const mostPages = { threads: 10, commits: 3, pulls: 3 };

/** Returns the issues and pull requests that match the query, up to its limit. */
export async function readThreads(api: Api, query: ThreadQuery): Promise<Listing<ListedThread>> {
	const { state, labels: wanted, updatedBefore, limit } = query;
	const parameters = {
		...{ state, sort: 'updated', direction: updatedBefore === undefined ? 'desc' : 'asc' },
		...(wanted.length === 0 ? {} : { labels: wanted.join(',') }),
	};
	const found: ListedThread[] = [];
	let left = mostPages.threads;
	for await (const page of api.pages('GET /repos/{owner}/{repo}/issues', thread.array(), parameters)) {
		const items = page.found.map(listedThread);
		found.push(...items.filter((item) => fits(item, query)));
		const isPast = updatedBefore !== undefined && items.some((item) => !isBefore(item.updatedAt, updatedBefore));
		const isEnd = isPast || page.isLast;
		left -= 1;
		if (isEnd || left === 0 || found.length > limit)
			return { items: found.slice(0, limit), isAll: isEnd && found.length <= limit };
	}
	return { items: found, isAll: true };
}

function fits({ isPullRequest, updatedAt }: ListedThread, { kind, updatedBefore }: ThreadQuery): boolean {
	const isOfKind = kind === undefined || isPullRequest === (kind === 'pull-request');
	return isOfKind && (updatedBefore === undefined || isBefore(updatedAt, updatedBefore));
}

function isBefore(one: string, other: string): boolean {
	return Date.parse(one) < Date.parse(other);
}

function listedThread(one: z.infer<typeof thread>): ListedThread {
	return {
		...{ number: one.number, title: one.title, state: one.state, comments: one.comments },
		isPullRequest: one.pull_request !== undefined && one.pull_request !== null,
		author: (one.user ?? ghost).login,
		labels: namesOf(one.labels),
		createdAt: one.created_at,
		updatedAt: one.updated_at,
	};
}

/**
 * Returns the commits of a branch that a tag does not contain, and the pull requests that were merged since the oldest of these commits.
 */
export async function readMergedSince(api: Api, tag: string, branch: string): Promise<MergedSince> {
	const commits = await readCommits(api, `${tag}...${branch}`);
	const times = commits.items.map(({ at }) => Date.parse(at)).filter((time) => !Number.isNaN(time));
	if (times.length === 0) return { commits, pulls: { items: [], isAll: commits.isAll } };
	return { commits, pulls: await readMergedPulls(api, branch, Math.min(...times)) };
}

async function readCommits(api: Api, basehead: string): Promise<Listing<ListedCommit>> {
	const items: ListedCommit[] = [];
	const route = 'GET /repos/{owner}/{repo}/compare/{basehead}';
	for (let page = 1; page <= mostPages.commits; page++) {
		const found = await api.call(route, comparison, { basehead, per_page: 100, page });
		items.push(...found.commits.map(listedCommit));
		if (found.commits.length === 0 || items.length >= found.total_commits) return { items, isAll: true };
	}
	return { items, isAll: false };
}

function listedCommit({ sha, author, commit: { message, author: writer, committer } }: z.infer<typeof commit>) {
	const title = message.split('\n')[0] ?? '';
	return { sha, title, author: author?.login ?? writer?.name ?? ghost.login, at: committer?.date ?? '' };
}

/**
 * Returns the pull requests that were merged into a branch, at least those since a time. The list is sorted by updates, so reading stops at
 * the first older update.
 */
async function readMergedPulls(api: Api, base: string, since: number): Promise<Listing<MergedPull>> {
	const items: MergedPull[] = [];
	const parameters = { state: 'closed', base, sort: 'updated', direction: 'desc' };
	let left = mostPages.pulls;
	for await (const { found, isLast } of api.pages('GET /repos/{owner}/{repo}/pulls', pull.array(), parameters)) {
		items.push(...found.flatMap(mergedPull));
		if (isLast || found.some((one) => Date.parse(one.updated_at) < since)) break;
		left -= 1;
		if (left === 0) return { items, isAll: false };
	}
	return { items, isAll: true };
}

function mergedPull(one: z.infer<typeof pull>): readonly MergedPull[] {
	const { number, title, user: author, merged_at: mergedAt, merge_commit_sha: sha } = one;
	if (typeof mergedAt !== 'string' || typeof sha !== 'string') return [];
	return [{ number, title, author: (author ?? ghost).login, labels: namesOf(one.labels), mergedAt, commit: sha }];
}

function namesOf(given: z.infer<typeof labels>): readonly string[] {
	return given.map((one) => (typeof one === 'string' ? one : (one.name ?? '')));
}
