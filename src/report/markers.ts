import { sha256 } from '../core/index.ts';

/** The run's one progress comment. */
export function progressMarker(run: string): string {
	return `countersign:progress:${run}`;
}

/** One request of a run, by what it asks for. */
export function requestMarker(run: string, parts: readonly string[]): string {
	return `countersign:request:${run}:${sha256(parts.join('\n')).slice(0, 16)}`;
}

/** Whether a comment of ours asks for decisions, of whichever run. */
export function isRequest(body: string): boolean {
	return /<!-- countersign:request:\S+ -->\s*$/.test(body);
}

/** Whether a comment of ours asks for decisions of this run. */
export function isRequestOf(body: string, run: string): boolean {
	return isRequest(body) && body.slice(body.lastIndexOf('<!-- ')).startsWith(`<!-- countersign:request:${run}:`);
}

/** The one notice that a run cannot be read by this version. */
export function incompatibleMarker(run: string): string {
	return `countersign:incompatible:${run}`;
}

/** The one answer to a person who may not. */
export function refusalMarker(userId: number): string {
	return `countersign:refusal:${userId}`;
}

/** The one answer to one comment. */
export function replyMarker(commentId: number): string {
	return `countersign:reply:${commentId}`;
}
