import type { Comment } from '../core/index.ts';
import { endsWithMarker, partOf, shownNumbers } from '../report/index.ts';

/** A request that a job posted, wholly or in part, and died before it could record it. */
export interface EarlierRequest {
	readonly marker: string;
	/** Milliseconds. */
	readonly askedAt: number;
	/** The first of its ids' numbers; undefined where the comment that says so is not there yet. */
	readonly first?: number;
	readonly comments: readonly Comment[];
}

/** The marker of a request that was asked at a time: the time is in it, so that it is found again as it was shown. */
export function timedMarker(base: string, askedAt: number): string {
	return `${base}:${askedAt}`;
}

/** Requests of ours in the thread whose marker begins so, oldest first. What they show follows from the beginning and the time. */
export function earlierRequests(base: string, thread: readonly Comment[]): readonly EarlierRequest[] {
	const mine = thread.filter((comment) => comment.mine && comment.body.includes(base.slice(base.lastIndexOf(':'))));
	const times = mine.flatMap(({ body }) => timeIn(base, body));
	return [...new Set(times)]
		.sort((a, b) => a - b)
		.map((askedAt) => requestAt(timedMarker(base, askedAt), askedAt, mine));
}

function timeIn(base: string, body: string): readonly number[] {
	const digest = base.slice(base.lastIndexOf(':') + 1);
	const found = new RegExp(`:${digest}:(\\d{1,15})(?::[1-9])? -->\\s*$`).exec(body);
	return found === null ? [] : [Number(found[1])];
}

function requestAt(marker: string, askedAt: number, mine: readonly Comment[]): EarlierRequest {
	const last = mine.find(({ body }) => endsWithMarker(body, marker));
	const parts = mine.filter(({ body }) => partOf(marker, body) !== undefined);
	const first = last === undefined ? undefined : shownNumbers(last.body)[0];
	const comments = [...parts, ...(last === undefined ? [] : [last])];
	return { marker, askedAt, comments, ...(first === undefined ? {} : { first }) };
}

/**
 * Whether every comment that is there says what it would say if it were posted now, and nobody else has changed it. Threat: others sign what it says
 * in between, and then it is changed back.
 */
export function isAsPosted({ comments }: EarlierRequest, bodies: readonly string[]): boolean {
	return comments.every(
		({ body, byOthers }) => byOthers !== true && bodies.some((own) => withoutMarker(body) === own.trimEnd()),
	);
}

function withoutMarker(body: string): string {
	return body.replace(/\s*<!-- \S+ -->\s*$/, '');
}
