import { z } from 'zod';
import { type Comment, type Forge, holdsMarker } from '../../core/index.ts';
import { type Api, findOrMake } from '../api/api.ts';
import { commentSchema, toComment } from './comment.ts';
import { readEdits } from './edits.ts';
import { withMarker } from './marker.ts';
import { createOwnComments, type KnownComment } from './own-comments.ts';
import { createThreadReader, mayDecide, type ReadComment, type ThreadReader } from './thread-reader.ts';

type CommentAnswer = z.infer<typeof commentSchema>;

const namedSchema = commentSchema.extend({ issue_url: z.string() });

/** The greatest age of a reading that `commentsOfLate` may return. Milliseconds. */
const lateFor = 10_000;

/** Returns functions that read and write the comments of threads. `self` returns our login. */
export function createThreadComments(
	api: Api,
	self: () => Promise<string>,
): Pick<Forge, 'comments' | 'comment' | 'commentsOfLate' | 'expectComment' | 'ownComments' | 'upsertComment'> {
	const reader = createThreadReader(api);
	const own = createOwnComments(api.now);
	/**
	 * By thread: the ids of comments that we wrote. If a list does not contain one of them, the list is too old, or a person deleted the
	 * comment.
	 */
	const written = new Map<number, Set<number>>();
	/** By thread: the ids of comments that an event named. A list may not contain them yet. */
	const heard = new Map<number, Set<number>>();
	const whole = new Map<number, { readonly at: number; readonly comments: readonly Comment[] }>();
	const comments = async (thread: number, since?: string): Promise<readonly Comment[]> => {
		const at = api.now().getTime();
		// Both readings start at the same moment, so that they can share a GraphQL request.
		const [us, found] = await Promise.all([
			self(),
			readWith(written.get(thread) ?? new Set(), { thread, since }, { api, reader }),
		]);
		const more = await readHeard(heard.get(thread) ?? new Set(), found, api);
		const read = [...found, ...more].toSorted((one, other) => one.found.id - other.found.id);
		const all = read.map((one) => toldComment(one, us));
		if (since === undefined) whole.set(thread, { at, comments: all });
		own.read(thread, all, { at, isPart: since !== undefined });
		return all;
	};
	const wrote = (thread: number, answer: CommentAnswer, us: string): Comment => {
		reader.wrote(thread, answer);
		const comment = toComment(answer, us);
		own.wrote(thread, comment);
		return comment;
	};
	const readOwn = async (thread: number) => (await comments(thread)).filter(({ mine }) => mine);
	return {
		comments,
		comment: (thread, id) => readComment(api, { thread, id, self }),
		commentsOfLate: async (thread) => {
			const last = whole.get(thread);
			return last !== undefined && api.now().getTime() - last.at < lateFor ? last.comments : comments(thread);
		},
		expectComment: (thread, id) => {
			heard.set(thread, (heard.get(thread) ?? new Set()).add(id));
		},
		ownComments: async (thread) => own.last(thread) ?? readOwn(thread),
		upsertComment: async (thread, marker, body) => {
			const text = withMarker(body, marker);
			const known = own.take(thread, marker);
			const edited = known === undefined ? undefined : await editKnown(api, known, text);
			if (edited !== undefined) return wrote(thread, edited, await self());
			if (known !== undefined) own.forget(thread);
			const us = await self();
			const look = own.looking(thread, marker, () => readOwn(thread));
			const mine = async (): Promise<Comment | undefined> =>
				(await look()).find((found) => holdsMarker(found.body, marker));
			const make = async (): Promise<Comment> => {
				const made = wrote(thread, await createComment(api, thread, text), us);
				written.set(thread, (written.get(thread) ?? new Set()).add(made.id));
				return made;
			};
			const there = await findOrMake(api, mine, make);
			return there.body === text ? there : wrote(thread, await editComment(api, there.id, text), us);
		},
	};
}

/** The wait before each further look at a list that does not contain our newest comments. Milliseconds. */
const lags = [1000, 2000];

interface Reading {
	readonly api: Api;
	readonly reader: ThreadReader;
}

/**
 * Returns the comments of a thread. If a comment that we just wrote is missing, it reads again, because in an old list, our request would
 * look deleted. If the comment stays missing, a person deleted it, and later readings do not wait for it.
 */
async function readWith(
	written: Set<number>,
	{ thread, since }: { readonly thread: number; readonly since: string | undefined },
	{ api, reader }: Reading,
): Promise<readonly ReadComment[]> {
	let read = await reader.read(thread, since);
	const isBehind = (): boolean => {
		const there = new Set(read.map(({ found }) => found.id));
		return [...written].some((id) => !there.has(id));
	};
	for (const lag of lags) {
		if (!isBehind()) return read;
		await api.sleep(lag);
		read = await reader.read(thread, since);
	}
	if (isBehind()) written.clear();
	return read;
}

/**
 * Returns the expected comments that a list does not contain. It reads each one by its id, because only lists can be old. A comment that is
 * gone is no longer expected.
 */
async function readHeard(
	heard: Set<number>,
	listed: readonly ReadComment[],
	api: Api,
): Promise<readonly ReadComment[]> {
	const shown = new Set(listed.map(({ found }) => found.id));
	const more: ReadComment[] = [];
	for (const id of heard) {
		if (shown.has(id)) continue;
		const read = await readById(api, id, commentSchema);
		if (read === undefined) heard.delete(id);
		else more.push(read);
	}
	return more;
}

/** Converts a comment. `edited` is set only for a comment that may decide something. For all others, as our own, edits mean nothing. */
function toldComment({ found, edit }: ReadComment, us: string): Comment {
	return {
		...toComment(found, us),
		...(edit === undefined || !mayDecide(found) ? {} : { edited: edit !== 'none' }),
		...(edit === 'others' ? { byOthers: true as const } : {}),
	};
}

interface Named {
	readonly thread: number;
	readonly id: number;
	readonly self: () => Promise<string>;
}

async function readComment(api: Api, { thread, id, self }: Named): Promise<Comment | undefined> {
	const [read, us] = await Promise.all([readById(api, id, namedSchema), self()]);
	// By its id, GitHub returns a comment of any thread of the repository, so the thread is checked.
	if (read === undefined || !read.found.issue_url.endsWith(`/issues/${thread}`)) return undefined;
	return toldComment(read, us);
}

/** Returns a comment by its id, or undefined if it is gone. */
async function readById<T extends CommentAnswer>(
	api: Api,
	id: number,
	schema: z.ZodType<T>,
): Promise<{ readonly found: T; readonly edit: ReadComment['edit'] } | undefined> {
	const found = await api.find('GET /repos/{owner}/{repo}/issues/comments/{comment_id}', schema, { comment_id: id });
	if (found === undefined) return undefined;
	const edits = await readEdits(api, [found.node_id]);
	return { found, edit: edits.get(found.node_id) };
}

function createComment(api: Api, thread: number, body: string): Promise<CommentAnswer> {
	const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
	return api.callOnce(route, commentSchema, { issue_number: thread, body });
}

function editComment(api: Api, id: number, body: string): Promise<CommentAnswer> {
	const route = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}';
	return api.call(route, commentSchema, { comment_id: id, body });
}

/** Edits a comment that was read before, without a new search. Returns undefined if the comment is gone, or already has this text. */
async function editKnown(
	api: Api,
	{ id, body: before }: KnownComment,
	body: string,
): Promise<CommentAnswer | undefined> {
	if (before === body) return undefined;
	return api.find('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', commentSchema, { comment_id: id, body });
}
