import { commentsWith, readComment, vouchesFor } from '../../approvals/index.ts';
import type { Comment, Forge, PullStart } from '../../core/index.ts';

/**
 * Finds the person who wrote `/agent ok` for exactly this commit. The person must have write access now, and the comment must be unedited.
 * Each person's rights are read once, even if the person wrote it several times.
 */
export async function vouchIn(
	comments: readonly Comment[],
	sha: string,
	forge: Pick<Forge, 'rights'>,
): Promise<PullStart['vouch']> {
	const said = commentsWith('vouch', comments.map(readComment)).filter((comment) => vouchesFor(comment, sha));
	const people = new Map(said.map((comment) => [comment.author.id, comment]));
	for (const { id: commentId, author } of people.values()) {
		const { mayWrite } = await forge.rights(author);
		if (mayWrite) return { by: { id: author.id, login: author.login }, commentId };
	}
	return undefined;
}
