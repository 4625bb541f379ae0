import { canDecide, commentsWith } from '../approvals/index.ts';
import type { Comment, EntryBody, Person } from '../core/index.ts';
import type { StandingGrant } from './asked-state.ts';
import { headerOf, type Stage } from './stage.ts';

/** The run's grants, when all of them still count; else the entry that ends one. */
export async function grantsInForce(stage: Stage): Promise<readonly StandingGrant[] | EntryBody> {
	const { grants } = stage.state.asked;
	const comments = await stage.ports.forge.comments(headerOf(stage.state).request.thread);
	for (const grant of grants) {
		const why = (await revocation(grant, comments, stage)) ?? (await loss(grant, comments, stage));
		if (why !== undefined) return { type: 'grants_revoked', comment_ids: [grant.commentId], why };
	}
	return grants;
}

/** `/revoke` after the grant, by anybody who may decide. */
async function revocation(
	{ commentId }: StandingGrant,
	comments: readonly Comment[],
	{ ports }: Stage,
): Promise<string | undefined> {
	for (const { id, author } of commentsWith('revoke', comments)) {
		if (id < commentId) continue;
		const { mayWrite } = await ports.forge.rights(author);
		if (mayWrite) return `@${author.login} took back what was granted.`;
	}
	return undefined;
}

/** The comment that granted is gone or changed, or whoever wrote it has no right any more: read anew whenever the grant is used. */
async function loss(
	{ grant, commentId }: StandingGrant,
	comments: readonly Comment[],
	{ ports }: Stage,
): Promise<string | undefined> {
	const by: Person = grant.by;
	const comment = comments.find(({ id }) => id === commentId);
	if (comment === undefined || !canDecide(comment) || comment.author.id !== by.id)
		return `The comment by which @${by.login} granted it is gone, or was edited.`;
	const { mayWrite } = await ports.forge.rights(by);
	return mayWrite ? undefined : `@${by.login} no longer has write access.`;
}
