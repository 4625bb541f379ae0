import { type CommentFacts, holdsMarker, markerIn, markerWith, sha256 } from '../../core/index.ts';
import { earlierHead } from './earlier-comments.ts';

const request = 'countersign:request:';
const earlier = 'countersign:request-part:';

/** Returns the marker of the run's progress comment. There is only one. */
export function progressMarker(run: string): string {
	return `countersign:progress:${run}`;
}

/**
 * Returns the marker of the progress comment, with the journal's head that the comment publishes. Without a head, a later job cannot check
 * its journal against this comment.
 */
export function progressWith(run: string, head: CommentFacts['head']): string {
	return markerWith(progressMarker(run), head === undefined ? {} : { head: { count: head.count, hash: head.hash } });
}

/**
 * Returns the journal's head in a progress comment of ours. Undefined if the comment publishes no head, or if its marker is damaged. The
 * caller must check who wrote the comment, because the head does not prove that.
 */
export function publishedHead(body: string): CommentFacts['head'] {
	const marker = markerIn(body);
	if (marker?.kind === 'facts') return marker.facts.head;
	return marker?.kind === 'plain' ? earlierHead(body) : undefined;
}

/** Returns the marker of one request. `parts` are the texts that make the request unique in its run. */
export function requestMarker(run: string, parts: readonly string[]): string {
	return `${request}${run}:${sha256(parts.join('\n')).slice(0, 16)}`;
}

/**
 * Returns the marker of a request's comment that is not its last one. `part` is counted from 1. Only the last comment has the request's own
 * marker.
 */
export function partMarker(marker: string, part: number): string {
	return `${earlier}${marker.slice(request.length)}:${part}`;
}

/** Returns the part number of a comment before the last one of this request. Undefined for any other comment. */
export function partOf(marker: string, body: string): number | undefined {
	const [, whole, part] = /^(\S+):([1-9])$/.exec(partName(body) ?? '') ?? [];
	return whole === `${earlier}${marker.slice(request.length)}` ? Number(part) : undefined;
}

/** Returns the marker name if a comment of ours is the last comment of a request, in any run. */
export function requestName(body: string): string | undefined {
	return nameWith(request, body);
}

/** Returns the marker name if a comment of ours belongs to a request, but is not its last comment. */
export function partName(body: string): string | undefined {
	return nameWith(earlier, body);
}

function nameWith(start: string, body: string): string | undefined {
	const name = markerIn(body)?.name;
	return name?.startsWith(start) === true ? name : undefined;
}

/** Returns whether a comment of ours is the last comment of a request, in any run. */
export function isRequest(body: string): boolean {
	return requestName(body) !== undefined;
}

/** Returns the marker of a pull request that a run opens itself. `what` is its purpose. */
export function pullRequestMarker(run: string, what: string): string {
	return `countersign:pull-request:${run}:${what}`;
}

/** Returns whether a comment of ours belongs to a request of this run. */
export function isRequestOf(body: string, run: string): boolean {
	return [request, earlier].some((kind) => nameWith(`${kind}${run}:`, body) !== undefined);
}

/** Returns the comments of a run's newest request, or an empty list if there is none. `own` are our comments in the order of the thread. */
export function newestRequestOf<Own extends { readonly body: string }>(
	run: string,
	own: readonly Own[],
): readonly Own[] {
	const ofRun = own.filter(({ body }) => isRequestOf(body, run));
	const name = ofRun.map(({ body }) => requestName(body)).findLast((one) => one !== undefined);
	if (name === undefined) return [];
	return ofRun.filter(({ body }) => holdsMarker(body, name) || partOf(name, body) !== undefined);
}

/** Returns the marker of a comment in which the answer of a run continues. `part` is counted from 2. */
export function answerMarker(run: string, part: number): string {
	return `countersign:answer:${run}:${part}`;
}

/** Returns the marker of the notice that this version cannot read a run. There is only one. */
export function incompatibleMarker(run: string): string {
	return `countersign:incompatible:${run}`;
}

/** Returns the marker of the one answer to a person without the necessary rights. */
export function refusalMarker(userId: number): string {
	return `countersign:refusal:${userId}`;
}

/** Returns the marker of the one notice to a person who pressed an outdated button of a run. */
export function staleButtonMarker(run: string, userId: number): string {
	return `countersign:stale-button:${run}:${userId}`;
}

/** Returns the marker of the one notice to a workflow's owner that a run failed. */
export function ownerMarker(run: string): string {
	return `countersign:owner:${run}`;
}

/** Returns the marker of the one notice that the bot does not try a command (`comment/<id>`) again. */
export function givenUpMarker(command: string): string {
	return `countersign:given-up:${command}`;
}

/** Returns the marker of the one notice that a task could not start. */
export function unbegunMarker(run: string): string {
	return `countersign:unbegun:${run}`;
}

/** Returns the marker of the one answer to a comment. */
export function replyMarker(commentId: number): string {
	return `countersign:reply:${commentId}`;
}

/** Returns the marker of the one notice that the rights of a person could not be read. */
export function outageMarker(userId: number): string {
	return `countersign:outage:${userId}`;
}

/** Returns the marker of the one answer to a review comment. Review comments have separate ids. */
export function reviewReplyMarker(reviewId: number): string {
	return `countersign:reply:review-${reviewId}`;
}
