import type { z } from 'zod';
import { mayBePress, mayHoldCommand } from '../../approvals/index.ts';
import type { Api } from '../api/api.ts';
import { commentSchema } from './comment.ts';
import { type Edit, editOf, readEdits } from './edits.ts';
import { lastMarker } from './marker.ts';
import { readByIds, readWindow, type SeenComment, type ThreadWindow, windowSize } from './thread-window.ts';

type Found = z.infer<typeof commentSchema>;

/** A comment from REST, and what happened to it since it was posted. `edit` is undefined if GitHub was not asked about this. */
export interface ReadComment {
	readonly found: Found;
	readonly edit: Edit | undefined;
}

type Thread = ReadonlyMap<string, ReadComment>;

/** The known comments of a thread: all of them, or those that were posted or edited since a time. */
interface Known {
	readonly since: string | undefined;
	readonly comments: Thread;
}

export interface ThreadReader {
	/** Returns the current comments of a thread, the oldest first. `since` leaves out older ones. */
	read(thread: number, since?: string): Promise<readonly ReadComment[]>;
	/** Adds a comment that we just wrote, as GitHub returned it. */
	wrote(thread: number, found: Found): void;
}

/**
 * Returns a reader of threads. The first reading of a thread uses REST, because only REST says which App wrote a comment. A later reading
 * asks GraphQL for the newest comments, and by their ids for older comments that may decide something. It then reads new and changed
 * comments over REST.
 */
export function createThreadReader(api: Api): ThreadReader {
	const threads = new Map<number, Known>();
	return {
		read: async (thread, since) => {
			const known = threads.get(thread);
			const serves = known !== undefined && (known.since === undefined || isBefore(known.since, since));
			const on = serves ? await readOn(api, thread, known) : undefined;
			const now: Known =
				on === undefined
					? { since, comments: await readFirst(api, thread, since) }
					: { since: known?.since, comments: on };
			threads.set(thread, now);
			return [...now.comments.values()].toSorted((a, b) => a.found.id - b.found.id);
		},
		wrote: (thread, found) => {
			const known = threads.get(thread);
			const written = [found.node_id, { found, edit: undefined }] as const;
			if (known !== undefined) threads.set(thread, { ...known, comments: new Map([...known.comments, written]) });
		},
	};
}

function isBefore(since: string, wanted: string | undefined): boolean {
	return wanted !== undefined && Date.parse(since) <= Date.parse(wanted);
}

async function readFirst(api: Api, thread: number, since: string | undefined): Promise<Thread> {
	const [found, window] = await Promise.all([list(api, thread, since), readWindow(api, thread)]);
	return withEdits(api, held(found, window?.comments ?? []));
}

/** Updates a thread that was read before. Returns undefined if the whole thread must be read again. */
async function readOn(api: Api, thread: number, { comments: known, since }: Known): Promise<Thread | undefined> {
	const old = [...known.values()].slice(0, -windowSize);
	const asked = old.filter(({ found }) => counts(found)).map(({ found }) => found.node_id);
	const [window, older] = await Promise.all([readWindow(api, thread), readByIds(api, asked)]);
	if (window === undefined || hasGap(window, known, since)) return undefined;
	const wanted = window.comments.filter((one) => known.has(one.id) || isSince(one, since));
	const seen = new Map([...wanted, ...older].map((one) => [one.id, one]));
	const pushedOut = [...known].filter(([id, { found }]) => counts(found) && !seen.has(id) && !asked.includes(id));
	const further = window.isWhole ? [] : pushedOut.map(([id]) => id);
	for (const one of await readByIds(api, further)) seen.set(one.id, one);
	const there = withoutGone(known, { seen, window });
	const news = newsOf(seen, there);
	const now = news.length === 0 ? there : await withNews(api, { thread, known: there, news });
	// If REST and GraphQL disagree, the whole thread is read again.
	if (newsOf(seen, now).length > 0) return undefined;
	const found = [...now.values()].map((one) => one.found);
	return withEdits(api, held(found, [...seen.values()]));
}

/**
 * Returns a thread without the comments that are gone. A comment that may decide something is gone if GitHub does not return it by its id.
 * Any other comment is gone if the window shows the whole thread without it.
 */
function withoutGone(
	known: Thread,
	{ seen, window }: { readonly seen: ReadonlyMap<string, SeenComment>; readonly window: ThreadWindow },
): Thread {
	return new Map([...known].filter(([id, { found }]) => seen.has(id) || !(window.isWhole || counts(found))));
}

/** Whether there are more new comments than the window shows. */
function hasGap({ isWhole, comments: [oldest] }: ThreadWindow, known: Thread, since: string | undefined): boolean {
	if (isWhole) return false;
	return oldest === undefined || (!known.has(oldest.id) && isSince(oldest, since));
}

function isSince({ createdAt, lastEditedAt }: SeenComment, since: string | undefined): boolean {
	return since === undefined || Date.parse(lastEditedAt ?? createdAt) >= Date.parse(since);
}

/** Returns the comments that are new or changed. */
function newsOf(seen: ReadonlyMap<string, SeenComment>, known: Thread): readonly SeenComment[] {
	return [...seen.values()].filter(({ id, body }) => bodyOf(known.get(id)?.found) !== body);
}

/** How far the times of GitHub's servers may differ. Milliseconds. */
const drift = 5000;

interface News {
	readonly thread: number;
	readonly known: Thread;
	readonly news: readonly SeenComment[];
}

async function withNews(api: Api, { thread, known, news }: News): Promise<Thread> {
	const first = Math.min(...news.map(({ createdAt, lastEditedAt }) => Date.parse(lastEditedAt ?? createdAt)));
	const found = await list(api, thread, new Date(first - drift).toISOString());
	return new Map([...known, ...found.map((one) => [one.node_id, { found: one, edit: undefined }] as const)]);
}

function list(api: Api, thread: number, since?: string): Promise<readonly Found[]> {
	const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
	return api.list(route, commentSchema, { issue_number: thread, ...(since === undefined ? {} : { since }) });
}

/**
 * Combines comments from REST with what GraphQL says about their edits. Threat: a comment that was changed between the two readings would
 * look unchanged. So both readings must have the same text; otherwise `edit` is undefined.
 */
function held(found: readonly Found[], seen: readonly SeenComment[]): Thread {
	const told = new Map(seen.map((one) => [one.id, one]));
	return new Map(
		found.map((one) => {
			const there = told.get(one.node_id);
			const isSame = there !== undefined && there.body === bodyOf(one);
			return [one.node_id, { found: one, edit: isSame ? editOf(there) : undefined }];
		}),
	);
}

/**
 * Adds the edits of our comments, and of comments that may decide something. It asks for no others, because most comments of a long thread
 * are only discussion.
 */
async function withEdits(api: Api, thread: Thread): Promise<Thread> {
	const asked = [...thread].flatMap(([id, { found, edit }]) => (needsEdit(found) && edit === undefined ? [id] : []));
	const edits = await readEdits(api, asked);
	return new Map(
		[...thread].map(([id, { found, edit }]) => [
			id,
			{ found, edit: needsEdit(found) ? (edits.get(id) ?? edit) : undefined },
		]),
	);
}

function needsEdit(found: Found): boolean {
	return mayDecide(found) || lastMarker(found.body ?? '') !== undefined;
}

/** Whether a comment can be an answer, a command or a button press. */
export function mayDecide({ user: author, body }: Found): boolean {
	return author?.type === 'User' ? mayHoldCommand(body ?? '') : mayBePress(body ?? '');
}

/** Whether a comment may decide something or may be ours. */
function counts(found: Found): boolean {
	return found.user?.type !== 'User' || needsEdit(found);
}

function bodyOf(found: Found | undefined): string | undefined {
	return found === undefined ? undefined : (found.body ?? '');
}
