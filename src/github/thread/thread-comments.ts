import { z } from 'zod';
import { type Comment, type Forge, holdsMarker, markerName } from '../../core/index.ts';
import { type Api, findOrMake } from '../api/api.ts';
import { commentSchema, toComment } from './comment.ts';
import { readEdits } from './edits.ts';
import { isOfRun, lastMarker, withMarker } from './marker.ts';
import { createThreadReader, mayDecide, type ReadComment, type ThreadReader } from './thread-reader.ts';

type CommentAnswer = z.infer<typeof commentSchema>;

const namedSchema = commentSchema.extend({ issue_url: z.string() });

/** If the thread was read more recently than this, a comment of ours is created without another search for it. Milliseconds. */
const freshFor = 5000;

/** The greatest age of a reading from which a model learns what people wrote. Milliseconds. */
const lateFor = 10_000;

/** Our own comments of a thread, as they were read at a time or written since. */
interface OwnComments {
	readonly at: number;
	readonly comments: readonly Comment[];
}

/** Reads and writes the comments of threads. `self` returns our login. */
export function createThreadComments(
	api: Api,
	self: () => Promise<string>,
): Pick<Forge, 'comments' | 'comment' | 'commentsOfLate' | 'expectComment' | 'ownComments' | 'upsertComment'> {
	const reader = createThreadReader(api);
	const own = new Map<number, OwnComments>();
	/** By thread: the ids of comments that we wrote. If one is missing from a list, the list is too old, or a person deleted the comment. */
	const written = new Map<number, Set<number>>();
	/** By thread: the ids of comments that an event named. A list may not contain them yet. */
	const heard = new Map<number, Set<number>>();
	/** Our comments, by thread and marker. If several have the same marker, the first is used. */
	const known = new Map<string, Pick<Comment, 'id' | 'body'>>();
	const whole = new Map<number, { readonly at: number; readonly comments: readonly Comment[] }>();
	/** Threads of which only the newer comments were read. */
	const partly = new Set<number>();
	const comments = async (thread: number, since?: string): Promise<readonly Comment[]> => {
		const at = api.now().getTime();
		// Both are asked at the same moment, so they need one request.
		const [us, found] = await Promise.all([
			self(),
			readWith(written.get(thread) ?? new Set(), { thread, since }, { api, reader }),
		]);
		const more = await readHeard(heard.get(thread) ?? new Set(), found, api);
		const read = [...found, ...more].toSorted((one, other) => one.found.id - other.found.id);
		const all = read.map((one) => toldComment(one, us));
		const ours = all.filter(({ mine }) => mine);
		for (const { body, id } of ours.toReversed()) known.set(cacheKey(thread, lastMarker(body)), { id, body });
		if (since === undefined) whole.set(thread, { at, comments: all });
		if (since === undefined) partly.delete(thread);
		else partly.add(thread);
		own.set(thread, { at, comments: ours });
		return all;
	};
	const wrote = (thread: number, answer: CommentAnswer, us: string): Comment => {
		reader.wrote(thread, answer);
		const comment = toComment(answer, us);
		const before = own.get(thread);
		const others = before?.comments.filter(({ id }) => id !== comment.id) ?? [];
		if (before !== undefined) own.set(thread, { ...before, comments: [...others, comment] });
		return comment;
	};
	/** Edits a comment that was read before, without a new search. Returns undefined if it is gone, or if it already has this text. */
	const editKnown = async (thread: number, marker: string, text: string): Promise<Comment | undefined> => {
		const place = cacheKey(thread, marker);
		const there = known.get(place);
		known.delete(place);
		if (there === undefined || there.body === text) return undefined;
		const edited = await editIfThere(api, there.id, text);
		return edited === undefined ? undefined : wrote(thread, edited, await self());
	};
	/**
	 * Returns a function that returns our comments, for a search. Its first call uses comments that were just read. Later calls read the
	 * thread again.
	 */
	const looking = (thread: number, marker: string): (() => Promise<readonly Comment[]>) => {
		let there = own.get(thread);
		// A message to a person may be older than this run, so newer comments are not enough.
		if (partly.has(thread) && !isOfRun(marker)) there = undefined;
		if (there !== undefined && api.now().getTime() - there.at >= freshFor) there = undefined;
		return async () => {
			const found = there?.comments ?? (await comments(thread)).filter(({ mine }) => mine);
			there = undefined;
			return found;
		};
	};
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
		ownComments: async (thread) => own.get(thread)?.comments ?? (await comments(thread)).filter(({ mine }) => mine),
		upsertComment: async (thread, marker, body) => {
			const text = withMarker(body, marker);
			const isGone = known.has(cacheKey(thread, marker));
			const edited = await editKnown(thread, marker, text);
			if (edited !== undefined) return edited;
			if (isGone) own.delete(thread);
			const us = await self();
			const look = looking(thread, marker);
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

/** How long a list may lag behind what was written. Milliseconds, before each further look. */
const lags = [1000, 2000];

interface Reading {
	readonly api: Api;
	readonly reader: ThreadReader;
}

/**
 * Returns the comments of a thread, including those that were just written. In a list that is slightly old, a request would look
 * withdrawn. A comment that stays missing was deleted, and is not waited for again.
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
 * Returns the expected comments that a list does not contain. Each is read by its id, which always works at once. A comment that is gone
 * is no longer expected.
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

/** Converts a comment. `edited` is set only if the comment may decide something, because we edit our own comments all the time. */
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
	// GitHub returns a comment of any thread of the repository, so its thread is checked.
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

/** Edits a comment. Returns undefined if it was deleted. */
function editIfThere(api: Api, id: number, body: string): Promise<CommentAnswer | undefined> {
	return api.find('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', commentSchema, { comment_id: id, body });
}

function cacheKey(thread: number, marker = ''): string {
	return `${thread} ${markerName(marker)}`;
}
