import { type Comment, type EntryOf, type KeptComment, markerName, sha256 } from '../../core/index.ts';
import { isRequestOf, postedAs, type RequestComment, replacedRequest } from '../../report/index.ts';
import { headerOf, type Stage } from '../stage.ts';

/** A request that is ready to be posted. */
export interface PostedRequest {
	readonly marker: string;
	readonly comments: readonly RequestComment[];
	/** The comments that were in the thread before. */
	readonly there: readonly Comment[];
}

/**
 * Posts a request in one or several comments. If a dead job posted a part of the request, this finds the posted part by its markers and
 * adds the rest.
 */
export async function postRequest(
	{ marker, comments, there }: PostedRequest,
	stage: Stage,
): Promise<Pick<EntryOf<'approval_requested'>, 'comment_id' | 'shown' | 'comments'>> {
	const { state, ports } = stage;
	const { thread } = headerOf(state).request;
	const posted: KeptComment[] = [];
	for (const one of postedAs(marker, comments))
		posted.push(await ports.forge.upsertComment(thread, one.marker, one.text));
	const all = posted.map(({ id, body }) => ({ id, shown: sha256(body) }));
	const last = all.at(-1);
	if (last === undefined) throw new Error('a request has no comment');
	await takeBackOthers({ marker, there, kept: new Set(all.map(({ id }) => id)) }, stage);
	return { comment_id: last.id, shown: last.shown, ...(all.length === 1 ? {} : { comments: all }) };
}

/**
 * Withdraws other requests that dead jobs of this run posted but did not record. An answer to such a request has no effect, so the request
 * must not look open. Its ids stay in the comment, so no other request reuses them.
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
		const text = replacedRequest(body);
		if (text !== undefined && markerName(text.marker) !== marker)
			await ports.forge.upsertComment(request.thread, text.marker, text.body);
	}
}
