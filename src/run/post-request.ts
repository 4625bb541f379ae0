import { type Comment, type EntryOf, type KeptComment, sha256 } from '../core/index.ts';
import { partMarker, partOf, withIds } from '../report/index.ts';
import { headerOf, type Stage } from './stage.ts';

/** A request as it is to be posted. */
export interface PostedRequest {
	readonly marker: string;
	/** The bodies, in their order. */
	readonly comments: readonly string[];
	/** The first of its numbers, and how many ids it shows. */
	readonly first: number;
	readonly count: number;
	/** What stood in the thread before. */
	readonly there: readonly Comment[];
}

/** Posts a request in one comment or several. What a job that died has posted of it is found by its markers, and completed. */
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
	await takeBackOthers({ marker, there, count: comments.length }, stage);
	const all = [...posted, last].map(({ id, body }) => ({ id, shown: sha256(body) }));
	const several = all.length === 1 ? {} : { comments: all };
	return { comment_id: last.id, shown: sha256(last.body), ...several };
}

/** A job that died may have posted more comments than the request takes now. */
async function takeBackOthers(
	{ marker, there, count }: Pick<PostedRequest, 'marker' | 'there' | 'count'>,
	{ state, ports }: Stage,
): Promise<void> {
	const { thread } = headerOf(state).request;
	for (const comment of there) {
		const part = comment.mine ? partOf(marker, comment.body) : undefined;
		if (part === undefined || part < count) continue;
		await ports.forge.upsertComment(thread, partMarker(marker, part), replaced);
	}
}

const replaced = 'This was part of a request for a signature that was made again. Nothing here is asked any more.';
