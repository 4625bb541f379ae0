import { type Comment, type EntryOf, type KeptComment, sha256 } from '../../core/index.ts';
import { isRequestOf, partMarker, shownNumbers, withIds } from '../../report/index.ts';
import { headerOf, type Stage } from '../stage.ts';

/** A request that is ready to be posted. */
export interface PostedRequest {
	readonly marker: string;
	/** The texts of its comments, in order. */
	readonly comments: readonly string[];
	/** The first number of its ids, and how many ids it shows. */
	readonly first: number;
	readonly count: number;
	/** The comments that were in the thread before. */
	readonly there: readonly Comment[];
}

/** Posts a request in one or several comments. If a dead job posted a part of it, it finds that part by its markers and completes it. */
export async function postRequest(
	{ marker, comments, first, count, there }: PostedRequest,
	stage: Stage,
): Promise<Pick<EntryOf<'approval_requested'>, 'comment_id' | 'shown' | 'comments'>> {
	const { state, ports } = stage;
	const { thread } = headerOf(state).request;
	const posted: KeptComment[] = [];
	for (const [index, body] of comments.slice(0, -1).entries()) {
		posted.push(await ports.forge.upsertComment(thread, partMarker(marker, index + 1), body));
	}
	const last = await ports.forge.upsertComment(thread, marker, withIds(comments.at(-1) ?? '', first, count));
	const all = [...posted, last].map(({ id, body }) => ({ id, shown: sha256(body) }));
	await takeBackOthers({ marker, there, kept: new Set(all.map(({ id }) => id)) }, stage);
	const several = all.length === 1 ? {} : { comments: all };
	return { comment_id: last.id, shown: sha256(last.body), ...several };
}

/**
 * Takes back other requests that dead jobs of this run posted but did not record. Nobody can answer such a request, but it would look as if
 * somebody could. Its ids stay in the comment, so no other request reuses them.
 */
async function takeBackOthers(
	{ marker, there, kept }: Pick<PostedRequest, 'marker' | 'there'> & { readonly kept: ReadonlySet<number> },
	{ state, ports }: Stage,
): Promise<void> {
	const { request, run } = headerOf(state);
	const recorded = new Set(state.asked.requests.flatMap(({ comments }) => comments));
	const orphans = there.filter(
		({ id, mine, body }) => mine && isRequestOf(body, run) && !recorded.has(id) && !kept.has(id),
	);
	for (const { body } of orphans) {
		const { own, ids } = markerOf(body);
		const text = ids === undefined ? replaced : withIds(replaced, ids.first, ids.count);
		if (own !== undefined && own !== marker && !body.startsWith(replaced))
			await ports.forge.upsertComment(request.thread, own, text);
	}
}

function markerOf(body: string): {
	readonly own?: string;
	readonly ids?: { readonly first: number; readonly count: number };
} {
	const own = /<!-- (countersign:\S+) -->\s*$/.exec(body)?.[1];
	const [first, last] = shownNumbers(body);
	const ids = first === undefined || last === undefined ? {} : { ids: { first, count: last - first + 1 } };
	return { ...(own === undefined ? {} : { own }), ...ids };
}

const replaced =
	'This request for approval, or part of one, was posted again in a newer comment. It needs no answer here.';
