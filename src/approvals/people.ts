import type { ApprovalId, Comment } from '../core/index.ts';
import { type Command, parseCommands } from './command.ts';

/** A comment with the commands in it. */
export interface ReadComment extends Comment {
	readonly commands: readonly Command[];
}

/** Returns a comment with its commands. Comments that no person wrote have none. */
export function readComment(comment: Comment): ReadComment {
	return { ...comment, commands: comment.author.type === 'User' ? parseCommands(comment.body) : [] };
}

/**
 * Returns whether a comment can decide anything. Only a person's unedited comment can, because anybody with write access can edit any
 * comment. A comment that an app wrote is never valid, even if the app acts for a person.
 */
export function canDecide(comment: Comment): boolean {
	return comment.author.type === 'User' && !comment.viaApp && comment.edited === false;
}

/** Returns whether a comment says that the agent may work on exactly this commit. It does not check whether the author may say so. */
export function vouchesFor({ commands }: ReadComment, sha: string): boolean {
	return commands.some((command) => command.kind === 'vouch' && command.sha === sha);
}

/** Returns whether a comment can decide, and approves this request without a scope such as `for-run`. */
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

/** Returns the first comment of each author. So each person's rights are read only once, even if a person writes a thousand comments. */
export function firstOfEach(comments: readonly Comment[]): readonly Comment[] {
	return [...Map.groupBy(comments, ({ author }) => author.id).values()].flatMap((some) => some.slice(0, 1));
}
