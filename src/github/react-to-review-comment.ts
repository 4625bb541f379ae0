import { z } from 'zod';
import type { Forge } from '../core/index.ts';
import type { Api } from './api.ts';

/** A reaction to a comment beside the code: its ids are none of the conversation's. */
export async function reactToReviewComment(
	api: Api,
	id: number,
	content: Parameters<Forge['react']>[1],
): Promise<void> {
	const route = 'POST /repos/{owner}/{repo}/pulls/comments/{comment_id}/reactions';
	await api.call(route, z.unknown(), { comment_id: id, content });
}
