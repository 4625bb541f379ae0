import { z } from 'zod';
import type { Forge } from '../../core/index.ts';
import type { Api } from '../api/api.ts';

/** Adds a reaction to a review comment. Review comments have separate ids, so `Forge.react` does not work for them. */
export async function reactToReviewComment(
	api: Api,
	id: number,
	content: Parameters<Forge['react']>[1],
): Promise<void> {
	const route = 'POST /repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions';
	await api.call(route, z.unknown(), { comment_id: id, content });
}
