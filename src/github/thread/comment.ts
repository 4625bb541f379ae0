import { z } from 'zod';
import type { Comment } from '../../core/index.ts';
import { associationOf, ghost, user } from '../identity/user.ts';

/** A comment in the conversation of an issue or pull request, as GitHub's REST API returns it. */
export const commentSchema = z.object({
	id: z.number(),
	node_id: z.string(),
	body: z.string().nullish(),
	user: user.nullable(),
	created_at: z.string(),
	html_url: z.string(),
	performed_via_github_app: z.unknown().optional(),
	author_association: z.string().optional(),
});

/** Converts a comment from GitHub's format. `login` is our own login. */
export function toComment(found: z.infer<typeof commentSchema>, login: string): Comment {
	return {
		id: found.id,
		author: found.user ?? ghost,
		body: found.body ?? '',
		createdAt: found.created_at,
		...associationOf(found),
		viaApp: found.performed_via_github_app !== null && found.performed_via_github_app !== undefined,
		mine: found.user?.login === login,
		url: found.html_url,
	};
}
