import type { ApprovalId, Comment } from '../core/index.ts';
import { type Command, parseCommands } from './command.ts';

/**
 * Whether a comment can decide anything: a new one of a person. Never an edited one (anybody with write access can edit anybody's
 * comment), never an app's, also where it speaks as a person.
 */
export function canDecide(comment: Comment): boolean {
	return comment.author.type === 'User' && !comment.viaApp && comment.edited === false;
}

/** Whether a comment says that the agent may work on exactly this commit. Whether its author may say so is not known yet. */
export function vouchesFor({ body }: Comment, sha: string): boolean {
	return parseCommands(body).some((command) => command.kind === 'vouch' && command.sha === sha);
}

/** Whether a comment can decide, and approves this request and no more than it. */
export function approves(comment: Comment, id: ApprovalId): boolean {
	if (!canDecide(comment)) return false;
	return parseCommands(comment.body).some(
		(command) =>
			command.kind === 'approve' &&
			command.scope === undefined &&
			(typeof command.ids === 'string' || command.ids.includes(id)),
	);
}

/** The comments that hold such a command and can decide, oldest first. */
export function commentsWith(kind: Command['kind'], comments: readonly Comment[]): readonly Comment[] {
	return comments.filter(canDecide).filter(({ body }) => parseCommands(body).some((command) => command.kind === kind));
}

/** The first comment of each author: anybody can write a thousand of them, and each person's rights are looked up once. */
export function firstOfEach(comments: readonly Comment[]): readonly Comment[] {
	return [...Map.groupBy(comments, ({ author }) => author.id).values()].flatMap((some) => some.slice(0, 1));
}
