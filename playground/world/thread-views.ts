import type { LocalGitHub } from '../../rehearsal/github/local-github.ts';
import { git } from '../../rehearsal/sample-repository.ts';
import type { CheckView, CommentView, RunCard, ThreadCard, ThreadView } from '../protocol.ts';

interface User {
	readonly login: string;
	readonly type: string;
}

interface Issue {
	readonly number: number;
	readonly title: string;
	readonly body: string | null;
	readonly state: 'open' | 'closed';
	readonly user: User;
	readonly created_at: string;
	readonly labels: readonly { readonly name: string }[];
	readonly comments?: number;
	readonly pull_request?: object;
}

interface Pull extends Issue {
	readonly draft: boolean;
	readonly merged: boolean;
	readonly head: { readonly ref: string; readonly sha: string };
	readonly base: { readonly ref: string; readonly sha: string };
}

interface Comment {
	readonly id: number;
	readonly body: string;
	readonly user: User;
	readonly author_association: string;
	readonly created_at: string;
	readonly reactions?: Readonly<Record<string, unknown>>;
	readonly path?: string;
	readonly line?: number | null;
}

interface Check {
	readonly id: number;
	readonly name: string;
	readonly status: string;
	readonly conclusion: string | null;
	readonly output: { readonly title: string | null; readonly summary: string | null };
	readonly actions: readonly { readonly label: string; readonly description: string; readonly identifier: string }[];
}

const pageSize = 100;
const mostDiffCharacters = 200_000;
const emojis: Readonly<Record<string, string>> = {
	...{ '+1': '👍', '-1': '👎', laugh: '😄', confused: '😕', heart: '❤️', hooray: '🎉', rocket: '🚀', eyes: '👀' },
};

/** What the views need in addition to GitHub's answers. */
export interface ThreadSource {
	readonly github: LocalGitHub;
	/** Who edited a comment, if it was not its author. */
	readonly editorOf: (comment: number) => string | undefined;
	/** The runs of a thread, newest first. */
	readonly runsOf: (thread: number) => readonly RunCard[];
	/** Whether a job of a thread is about to show a run. */
	readonly isStarting: (thread: number) => boolean;
}

/** Every issue and pull request, oldest first. */
export async function threadCards(source: ThreadSource): Promise<readonly ThreadCard[]> {
	const [issues, pulls] = await Promise.all([
		list<Issue>(source, '/issues?state=all'),
		list<Pull>(source, '/pulls?state=all'),
	]);
	const byNumber = new Map<number, Issue | Pull>(issues.map((issue) => [issue.number, issue]));
	for (const pull of pulls) byNumber.set(pull.number, { ...byNumber.get(pull.number), ...pull });
	return [...byNumber.values()].toSorted((a, b) => a.number - b.number).map((one) => cardOf(one, source));
}

function cardOf(one: Issue | Pull, { runsOf }: ThreadSource): ThreadCard {
	const isPull = 'head' in one;
	const [run] = runsOf(one.number);
	const isMerged = isPull && (one.merged || ('merged_at' in one && one.merged_at !== null));
	return {
		number: one.number,
		kind: isPull ? 'pull' : 'issue',
		title: one.title,
		state: isMerged ? 'merged' : one.state,
		draft: isPull && one.draft,
		author: one.user.login,
		commentCount: one.comments ?? 0,
		labels: one.labels.map(({ name }) => name),
		...(run && { run }),
	};
}

/** One thread, or undefined if the number is unknown. */
export async function threadView(number: number, source: ThreadSource): Promise<ThreadView | undefined> {
	const issue = await find<Issue>(source, `/issues/${number}`);
	const pull = await find<Pull>(source, `/pulls/${number}`);
	const one = pull === undefined ? issue : { ...issue, ...pull };
	if (one === undefined) return undefined;
	const comments = await list<Comment>(source, `/issues/${number}/comments?`);
	const remarks = pull === undefined ? [] : await list<Comment>(source, `/pulls/${number}/comments?`);
	const all = [...comments, ...remarks].toSorted((a, b) => a.created_at.localeCompare(b.created_at));
	return {
		...cardOf(one, source),
		commentCount: all.length,
		body: one.body ?? '',
		createdAt: one.created_at,
		comments: all.map((comment) => commentOf(comment, source)),
		checks: pull === undefined ? [] : await checksOf(pull.head.sha, source),
		starting: source.isStarting(number),
		runs: source.runsOf(number),
		...(pull && {
			diff: diffOf(pull, source),
			branch: { head: pull.head.ref, base: pull.base.ref, sha: pull.head.sha },
		}),
	};
}

function commentOf(comment: Comment, { editorOf }: ThreadSource): CommentView {
	const editedBy = editorOf(comment.id);
	const { path, line } = comment;
	const given = Object.entries(emojis).map(([name, emoji]) => ({
		emoji,
		count: Number(comment.reactions?.[name] ?? 0),
	}));
	return {
		id: comment.id,
		author: comment.user.login,
		kind: comment.user.type === 'Bot' ? 'app' : 'person',
		association: comment.author_association,
		body: comment.body,
		createdAt: comment.created_at,
		...(editedBy !== undefined && { editedBy }),
		reactions: given.filter(({ count }) => count > 0),
		...(path !== undefined && { place: { path, line: line ?? 0 } }),
	};
}

async function checksOf(sha: string, source: ThreadSource): Promise<readonly CheckView[]> {
	const { check_runs } = await get<{ readonly check_runs: readonly Check[] }>(source, `/commits/${sha}/check-runs`);
	return check_runs.map(({ id, name, status, conclusion, output, actions }) => ({
		...{ id, name, status, conclusion, title: output.title ?? '', summary: output.summary ?? '' },
		buttons: actions.map(({ label, description, identifier }) => ({ label, description, identifier })),
	}));
}

function diffOf({ base, head }: Pull, { github }: ThreadSource): string {
	return git(github.repositoryDir, 'diff', `${base.sha}...${head.sha}`).slice(0, mostDiffCharacters);
}

/** @throws if the local GitHub fails. */
async function find<T>(source: ThreadSource, path: string): Promise<T | undefined> {
	const { status, body } = await source.github.act('maintainer', 'GET', path);
	if (status === 404) return undefined;
	if (status !== 200) throw new Error(`The local GitHub answers ${status} to ${path}: ${JSON.stringify(body)}`);
	return body as unknown as T;
}

/** @throws if the local GitHub refuses, which would be a bug of the playground. */
async function get<T>(source: ThreadSource, path: string): Promise<T> {
	const found = await find<T>(source, path);
	if (found === undefined) throw new Error(`The local GitHub has no ${path}.`);
	return found;
}

/** Every page of a list. */
async function list<T>(source: ThreadSource, path: string): Promise<readonly T[]> {
	const all: T[] = [];
	for (let page = 1; ; page++) {
		const found = await get<readonly T[]>(source, `${path}&per_page=${pageSize}&page=${page}`);
		all.push(...found);
		if (found.length < pageSize) return all;
	}
}
