import type { ApprovalId, Comment } from '../core/index.ts';
import { type Command, parseCommands } from './command.ts';

/** A comment with the commands in it. */
export interface ReadComment extends Comment {
	readonly commands: readonly Command[];
}

/** Reads the commands of a comment. Only a person writes commands. */
export function readComment(comment: Comment): ReadComment {
	return { ...comment, commands: comment.author.type === 'User' ? parseCommands(comment.body) : [] };
}

/**
 * Returns whether a comment can decide anything. It must be an unedited comment of a person, because anybody with write access can edit any
 * comment. A comment by an app is never valid, even if the app writes it for a person.
 */
export function canDecide(comment: Comment): boolean {
	return comment.author.type === 'User' && !comment.viaApp && comment.edited === false;
}

/** Returns whether a comment says that the agent may work on exactly this commit. It is not known yet whether its author may say so. */
export function vouchesFor({ commands }: ReadComment, sha: string): boolean {
	return commands.some((command) => command.kind === 'vouch' && command.sha === sha);
}

/** Returns whether a comment can decide, and approves this request without a wider scope. */
export function approves(comment: ReadComment, id: ApprovalId): boolean {
	if (!canDecide(comment)) return false;
	return comment.commands.some(
		(command) =>
			command.kind === 'approve' &&
			command.scope === undefined &&
			(typeof command.ids === 'string' || command.ids.includes(id)),
	);
}

/** Returns the comments that contain a command of this kind and can decide, oldest first. */
export function commentsWith(kind: Command['kind'], comments: readonly ReadComment[]): readonly ReadComment[] {
	return comments.filter(canDecide).filter(({ commands }) => commands.some((command) => command.kind === kind));
}

/** Returns the first comment of each author. Anybody can write a thousand comments, so each person's rights are read only once. */
export function firstOfEach(comments: readonly Comment[]): readonly Comment[] {
	return [...Map.groupBy(comments, ({ author }) => author.id).values()].flatMap((some) => some.slice(0, 1));
}
