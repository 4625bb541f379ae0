import { type Comment, holdsMarker, markerIn, withoutMarker } from '../../core/index.ts';
import { allNumbers, partOf, postedAs, type RequestComment } from '../../report/index.ts';

/** A request that a job posted completely or in part, but could not record before it died. */
export interface EarlierRequest {
	readonly marker: string;
	/** Milliseconds. */
	readonly askedAt: number;
	/** The first number of the request's ids. Undefined if the comment with the ids does not exist yet. */
	readonly first?: number;
	readonly comments: readonly Comment[];
}

/** Returns the marker of a request with the request's time. With this time, a later job can find the request and build it again. */
export function timedMarker(base: string, askedAt: number): string {
	return `${base}:${askedAt}`;
}

/** Returns our requests in the thread whose marker begins with `base`, oldest first. */
export function earlierRequests(base: string, thread: readonly Comment[]): readonly EarlierRequest[] {
	const mine = thread.filter((comment) => comment.mine && comment.body.includes(base.slice(base.lastIndexOf(':'))));
	const times = mine.flatMap(({ body }) => timeIn(base, body));
	return [...new Set(times)]
		.sort((a, b) => a - b)
		.map((askedAt) => requestAt(timedMarker(base, askedAt), askedAt, mine));
}

function timeIn(base: string, body: string): readonly number[] {
	const digest = base.slice(base.lastIndexOf(':') + 1);
	const found = new RegExp(`:${digest}:(\\d{1,15})(?::[1-9])?$`).exec(markerIn(body)?.name ?? '');
	return found === null ? [] : [Number(found[1])];
}

function requestAt(marker: string, askedAt: number, mine: readonly Comment[]): EarlierRequest {
	const last = mine.find(({ body }) => holdsMarker(body, marker));
	const parts = mine.filter(({ body }) => partOf(marker, body) !== undefined);
	const first = last === undefined ? undefined : allNumbers(last.body)[0];
	const comments = [...parts, ...(last === undefined ? [] : [last])];
	return { marker, askedAt, comments, ...(first === undefined ? {} : { first }) };
}

/**
 * Returns whether all comments of an earlier request have the text that a new request would have, and nobody else edited them. Threat:
 * somebody edits the request, others approve the changed text, and then somebody restores the first text.
 */
export function isAsPosted({ marker, comments }: EarlierRequest, wanted: readonly RequestComment[]): boolean {
	const texts = new Set(postedAs(marker, wanted).map(({ marker: own, text }) => `${own}\n${text.trimEnd()}`));
	return comments.every(
		({ body, byOthers }) => byOthers !== true && texts.has(`${markerIn(body)?.text}\n${withoutMarker(body)}`),
	);
}
