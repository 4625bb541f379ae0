import type { ApprovalId, Comment } from '../core/index.ts';
import { type Command, parseCommands } from './command.ts';

/**
 * Returns whether a comment can decide anything. It must be an unedited comment of a person, because anybody with write access can edit any
 * comment. A comment by an app is never valid, even if the app writes it for a person.
 */
export function canDecide(comment: Comment): boolean {
	return comment.author.type === 'User' && !comment.viaApp && comment.edited === false;
}

/** Returns whether a comment says that the agent may work on exactly this commit. It is not known yet whether its author may say so. */
export function vouchesFor({ body }: Comment, sha: string): boolean {
	return parseCommands(body).some((command) => command.kind === 'vouch' && command.sha === sha);
}

/** Returns whether a comment can decide, and approves this request without a wider scope. */
export function approves(comment: Comment, id: ApprovalId): boolean {
	if (!canDecide(comment)) return false;
	return parseCommands(comment.body).some(
		(command) =>
			command.kind === 'approve' &&
			command.scope === undefined &&
			(typeof command.ids === 'string' || command.ids.includes(id)),
	);
}

/** Returns the comments that contain a command of this kind and can decide, oldest first. */
export function commentsWith(kind: Command['kind'], comments: readonly Comment[]): readonly Comment[] {
	return comments.filter(canDecide).filter(({ body }) => parseCommands(body).some((command) => command.kind === kind));
}

/** Returns the first comment of each author. Anybody can write a thousand comments, so each person's rights are read only once. */
export function firstOfEach(comments: readonly Comment[]): readonly Comment[] {
	return [...Map.groupBy(comments, ({ author }) => author.id).values()].flatMap((some) => some.slice(0, 1));
}
