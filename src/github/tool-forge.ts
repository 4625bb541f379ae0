import { z } from 'zod';
import type { ChangedFile, PullRequestView, ReleaseView, ReviewRemark, ToolForge } from '../core/index.ts';
import type { Api } from './api/api.ts';
import { needing } from './api/needing.ts';
import { associationOf, ghost, user } from './identity/user.ts';
import { readMergedSince, readThreads } from './listings.ts';
import { readChecks, readJobLog } from './pulls/checks.ts';
import { findOwnPull, pullView, readPull, rewordPull } from './pulls/own-pull.ts';
import { readResolved } from './pulls/review-threads.ts';
import { findReply, findReview, writeReply, writeReview } from './pulls/reviews.ts';

const thread = z.object({
	number: z.number(),
	title: z.string(),
	body: z.string().nullish(),
	user: user.nullable(),
	state: z.string(),
	labels: z.array(z.union([z.string(), z.object({ name: z.string().nullish() })])),
	pull_request: z.unknown().optional(),
});

const file = z.object({
	filename: z.string(),
	previous_filename: z.string().nullish(),
	status: z.string(),
	additions: z.number(),
	deletions: z.number(),
	patch: z.string().nullish(),
});

const review = z.object({
	user: user.nullable(),
	body: z.string().nullish(),
	state: z.string(),
	submitted_at: z.string().nullish(),
	author_association: z.string().optional(),
});

const remark = z.object({
	id: z.number(),
	in_reply_to_id: z.number().nullish(),
	user: user.nullable(),
	body: z.string(),
	created_at: z.string(),
	path: z.string(),
	line: z.number().nullish(),
	author_association: z.string().optional(),
});

const release = z.object({
	tag_name: z.string(),
	name: z.string().nullish(),
	body: z.string().nullish(),
	created_at: z.string(),
	draft: z.boolean(),
	prerelease: z.boolean(),
});

const label = z.object({ name: z.string() });

/** Implements the port of the tools for GitHub. It reaches only this repository. */
export function createToolForge(api: Api): ToolForge {
	return {
		thread: (number) => needing('issues: read', `show #${number}`, readThread(api, number)),
		pullRequest: async (number) =>
			pullView(await needing('pull-requests: read', `show pull request #${number}`, readPull(api, number))),
		changedFiles: (number) => needing('pull-requests: read', `show the changes of #${number}`, readFiles(api, number)),
		reviews: (number) => needing('pull-requests: read', `show the reviews of #${number}`, readReviews(api, number)),
		checks: (ref) => needing('checks: read', 'show checks', readChecks(api, ref)),
		jobLog: (id) => needing('actions: read', `show the log of check ${id}`, readJobLog(api, id)),
		threads: (query) => needing('issues: read', 'list issues', readThreads(api, query)),
		mergedSince: (tag, branch) =>
			needing('contents: read, pull-requests: read', `show what came since ${tag}`, readMergedSince(api, tag, branch)),
		releases: () => needing('contents: read', 'show releases', readReleases(api)),
		labels: async () => {
			const all = await needing('issues: read', 'list labels', api.list('GET /repos/{owner}/{repo}/labels', label));
			return all.map(({ name }) => name);
		},
		addLabels: (number, names) =>
			needing('issues: write, pull-requests: write', 'add labels', addLabels(api, number, names)),
		removeLabel: (number, name) =>
			needing('issues: write, pull-requests: write', 'remove a label', removeLabel(api, number, name)),
		review: async (number, text) =>
			needing('pull-requests: write', 'write a review', writeReview(api, await api.login(), number, text)),
		reply: async (number, reply) =>
			needing('pull-requests: write', 'answer a remark', writeReply(api, await api.login(), number, reply)),
		findReply: async (number, marker) =>
			needing('pull-requests: read', 'find an answer', findReply(api, await api.login(), number, marker)),
		findReview: async (number, marker) =>
			needing('pull-requests: read', 'find a review', findReview(api, await api.login(), number, marker)),
		ownPullRequest: async (start): Promise<PullRequestView | undefined> =>
			needing('pull-requests: read', 'list pull requests', findOwnPull(api, await api.login(), start)),
		rewordPullRequest: (pull, words) =>
			needing('pull-requests: write', `reword #${pull.number}`, rewordPull(api, pull, words)),
	};
}

async function readThread(api: Api, number: number): ReturnType<ToolForge['thread']> {
	const found = await api.call('GET /repos/{owner}/{repo}/issues/{issue_number}', thread, { issue_number: number });
	return {
		number: found.number,
		title: found.title,
		body: found.body ?? '',
		author: found.user ?? ghost,
		isPullRequest: found.pull_request !== undefined && found.pull_request !== null,
		state: found.state,
		labels: found.labels.map((one) => (typeof one === 'string' ? one : (one.name ?? ''))),
	};
}

async function readFiles(api: Api, number: number): Promise<readonly ChangedFile[]> {
	const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files';
	const found = await api.list(route, file, { pull_number: number });
	return found.map(({ filename, previous_filename, status, additions, deletions, patch }) => ({
		...{ path: filename, status, additions, deletions },
		...(typeof previous_filename === 'string' ? { previousPath: previous_filename } : {}),
		...(typeof patch === 'string' ? { patch } : {}),
	}));
}

async function readReviews(api: Api, number: number): Promise<readonly ReviewRemark[]> {
	const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}';
	const [reviews, remarks, resolved] = await Promise.all([
		api.list(`${route}/reviews`, review, { pull_number: number }),
		api.list(`${route}/comments`, remark, { pull_number: number }),
		readResolved(api, number),
	]);
	return [
		...reviews.map((one) => ({
			author: one.user ?? ghost,
			body: one.body ?? '',
			state: one.state,
			createdAt: one.submitted_at ?? '',
			...associationOf(one),
		})),
		...remarks.map((one) => ({
			author: one.user ?? ghost,
			body: one.body,
			path: one.path,
			createdAt: one.created_at,
			thread: one.in_reply_to_id ?? one.id,
			...(resolved.has(one.in_reply_to_id ?? one.id) ? { resolved: true as const } : {}),
			...associationOf(one),
			...(typeof one.line === 'number' ? { line: one.line } : {}),
		})),
	];
}

async function readReleases(api: Api): Promise<readonly ReleaseView[]> {
	const found = await api.call('GET /repos/{owner}/{repo}/releases', release.array(), { per_page: 10 });
	return found.map(({ tag_name, name, body, created_at, draft, prerelease }) => ({
		tag: tag_name,
		name: name ?? '',
		body: body ?? '',
		createdAt: created_at,
		kind: draft ? 'draft' : prerelease ? 'pre-release' : 'release',
	}));
}

async function addLabels(api: Api, number: number, labels: readonly string[]): Promise<void> {
	const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/labels';
	await api.call(route, z.unknown(), { issue_number: number, labels });
}

async function removeLabel(api: Api, number: number, name: string): Promise<void> {
	const route = 'DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}';
	await api.find(route, z.unknown(), { issue_number: number, name });
}
