import { type Comment, markerName } from '../../core/index.ts';
import { isOfRun, lastMarker } from './marker.ts';

/** If the thread was read within this time, the search for a comment of ours uses that reading. Milliseconds. */
const freshFor = 5000;

export type KnownComment = Pick<Comment, 'id' | 'body'>;

/** Our own comments of a thread: those that were read at the time `at`, and those that we wrote since. */
interface Kept {
	readonly at: number;
	readonly comments: readonly Comment[];
}

/** Remembers our own comments, so that few searches are needed to edit them. */
export interface OwnComments {
	/** Reports a reading of a thread. `isPart` means that only newer comments were read. */
	read(thread: number, all: readonly Comment[], reading: { readonly at: number; readonly isPart: boolean }): void;
	/** Reports a comment that we created or edited. */
	wrote(thread: number, comment: Comment): void;
	/** Returns our comments as they were last read, or undefined if the thread was never read. */
	last(thread: number): readonly Comment[] | undefined;
	forget(thread: number): void;
	/** Returns our comment with a marker, as it was last read. Each reading can be used once. */
	take(thread: number, marker: string): KnownComment | undefined;
	/**
	 * Returns a function that returns our comments. Its first call uses the last reading, if that is fresh. Later calls read the thread again.
	 */
	looking(
		thread: number,
		marker: string,
		readAgain: () => Promise<readonly Comment[]>,
	): () => Promise<readonly Comment[]>;
}

export function createOwnComments(now: () => Date): OwnComments {
	const own = new Map<number, Kept>();
	/** By thread and marker. If several comments have the same marker, the first is used. */
	const known = new Map<string, KnownComment>();
	/** Threads of which only the newer comments were read. */
	const partly = new Set<number>();
	return {
		read: (thread, all, { at, isPart }) => {
			const ours = all.filter(({ mine }) => mine);
			for (const { body, id } of ours.toReversed()) known.set(cacheKey(thread, lastMarker(body)), { id, body });
			if (isPart) partly.add(thread);
			else partly.delete(thread);
			own.set(thread, { at, comments: ours });
		},
		wrote: (thread, comment) => {
			const before = own.get(thread);
			const others = before?.comments.filter(({ id }) => id !== comment.id) ?? [];
			if (before !== undefined) own.set(thread, { ...before, comments: [...others, comment] });
		},
		last: (thread) => own.get(thread)?.comments,
		forget: (thread) => void own.delete(thread),
		take: (thread, marker) => {
			const place = cacheKey(thread, marker);
			const there = known.get(place);
			known.delete(place);
			return there;
		},
		looking: (thread, marker, readAgain) => {
			let there = own.get(thread);
			// A reply to a person may be older than this run, so a reading of only the newer comments is not enough.
			if (partly.has(thread) && !isOfRun(marker)) there = undefined;
			if (there !== undefined && now().getTime() - there.at >= freshFor) there = undefined;
			return async () => {
				const found = there?.comments ?? (await readAgain());
				there = undefined;
				return found;
			};
		},
	};
}

function cacheKey(thread: number, marker = ''): string {
	return `${thread} ${markerName(marker)}`;
}
