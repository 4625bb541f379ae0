import { sha256 } from '../core/index.ts';

const request = 'countersign:request:';
const earlier = 'countersign:request-part:';

/** The run's one progress comment. */
export function progressMarker(run: string): string {
	return `countersign:progress:${run}`;
}

/** One request of a run, by what it asks for. */
export function requestMarker(run: string, parts: readonly string[]): string {
	return `${request}${run}:${sha256(parts.join('\n')).slice(0, 16)}`;
}

/** A comment before the last one of a request, counted from 1. The last one alone carries the request's own marker. */
export function partMarker(marker: string, part: number): string {
	return `${earlier}${marker.slice(request.length)}:${part}`;
}

/** Which comment before the last one of this request a body is; undefined when it is none. */
export function partOf(marker: string, body: string): number | undefined {
	const found = /<!-- (countersign:request-part:\S+):([1-9]) -->\s*$/.exec(body);
	return found?.[1] === `${earlier}${marker.slice(request.length)}` ? Number(found[2]) : undefined;
}

/** Whether a comment of ours asks for decisions, of whichever run. */
export function isRequest(body: string): boolean {
	return /<!-- countersign:request:\S+ -->\s*$/.test(body);
}

/** A pull request that a run opens by itself, by what it is for. */
export function pullRequestMarker(run: string, what: string): string {
	return `countersign:pull-request:${run}:${what}`;
}

/** Whether a comment of ours asks for decisions of this run, or shows a part of what is asked. */
export function isRequestOf(body: string, run: string): boolean {
	const marker = body.slice(body.lastIndexOf('<!-- '));
	return [request, earlier].some(
		(kind) => marker.startsWith(`<!-- ${kind}${run}:`) && marker.trimEnd().endsWith('-->'),
	);
}

/** The comments of the newest request of a run, among our own as the thread has them; none where it has asked nothing. */
export function newestRequestOf<Own extends { readonly body: string }>(
	run: string,
	own: readonly Own[],
): readonly Own[] {
	const ofRun = own.filter(({ body }) => isRequestOf(body, run));
	const last = ofRun.findLast(({ body }) => isRequest(body))?.body ?? '';
	const marker = /<!-- (countersign:request:\S+) -->\s*$/.exec(last)?.[1];
	if (marker === undefined) return [];
	return ofRun.filter(({ body }) => endsWithMarker(body, marker) || partOf(marker, body) !== undefined);
}

/** A comment in which the answer of a run goes on, counted from 2. */
export function answerMarker(run: string, part: number): string {
	return `countersign:answer:${run}:${part}`;
}

/** The one notice that a run cannot be read by this version. */
export function incompatibleMarker(run: string): string {
	return `countersign:incompatible:${run}`;
}

/** The one answer to a person who may not. */
export function refusalMarker(userId: number): string {
	return `countersign:refusal:${userId}`;
}

/** The one word to somebody that the button of a run which they pressed is out of date. */
export function staleButtonMarker(run: string, userId: number): string {
	return `countersign:stale-button:${run}:${userId}`;
}

/** The one word to a workflow's owner that a run of it failed. */
export function ownerMarker(run: string): string {
	return `countersign:owner:${run}`;
}

/** The one word that a command, `comment/<id>`, is not tried any more. */
export function givenUpMarker(command: string): string {
	return `countersign:given-up:${command}`;
}

/** The one answer to one comment. */
export function replyMarker(commentId: number): string {
	return `countersign:reply:${commentId}`;
}

/** That GitHub did not tell the rights of a person: one for each of them. */
export function outageMarker(userId: number): string {
	return `countersign:outage:${userId}`;
}

/** The one answer to one review comment, whose ids are others. */
export function reviewReplyMarker(reviewId: number): string {
	return `countersign:reply:review-${reviewId}`;
}

/** Whether a comment's last line is this marker: a text above it proves nothing. */
export function endsWithMarker(body: string, marker: string): boolean {
	return body.trimEnd().endsWith(`<!-- ${marker} -->`);
}
