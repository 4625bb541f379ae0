import type { ApprovalId, Comment } from '../core/index.ts';
import { type Command, parseCommands } from './command.ts';

/** A request that waits for an answer. */
export interface Pending {
	readonly id: ApprovalId;
	/** The comment that showed it: an answer can only come after it. */
	readonly commentId: number;
	readonly expiresAt: string;
}

/** An answer that a comment gives. Whether its author has the right is not known yet. */
export interface Answer {
	readonly id: ApprovalId;
	readonly approved: boolean;
	readonly reason?: string;
	readonly comment: Comment;
}

/**
 * The answers that the comments of a thread give to pending requests, oldest first, denials of the same request before approvals.
 * Only new comments of people count: never edited ones (anybody with write access can edit anybody's comment), never an app's.
 */
export function answersIn(comments: readonly Comment[], pending: readonly Pending[]): readonly Answer[] {
	const answers = comments.filter(canDecide).flatMap((comment) => answersOf(comment, pending));
	return [...answers.filter((answer) => !answer.approved), ...answers.filter((answer) => answer.approved)];
}

/** Why a comment cannot decide, whatever it says; undefined when it can. */
function canDecide(comment: Comment): boolean {
	return comment.author.type === 'User' && !comment.viaApp && comment.createdAt === comment.updatedAt;
}

function answersOf(comment: Comment, pending: readonly Pending[]): readonly Answer[] {
	const open = pending.filter(
		(request) => comment.id > request.commentId && Date.parse(comment.createdAt) <= Date.parse(request.expiresAt),
	);
	return parseCommands(comment.body).flatMap((command) => answersFrom(command, comment, open));
}

function answersFrom(command: Command, comment: Comment, open: readonly Pending[]): readonly Answer[] {
	if (command.kind !== 'approve' && command.kind !== 'deny') return [];
	const reason = command.kind === 'deny' && command.reason !== '' ? { reason: command.reason } : {};
	return named(command.ids, open).map((request) => ({
		id: request.id,
		approved: command.kind === 'approve',
		comment,
		...reason,
	}));
}

function named(ids: readonly ApprovalId[] | 'all' | 'only', open: readonly Pending[]): readonly Pending[] {
	if (ids === 'all') return newestBatch(open);
	if (ids === 'only') return open.length === 1 ? open : [];
	return open.filter((request) => ids.includes(request.id));
}

/** `all` means what one comment showed, not what another one asked meanwhile. */
function newestBatch(open: readonly Pending[]): readonly Pending[] {
	const newest = Math.max(...open.map((request) => request.commentId));
	return open.filter((request) => request.commentId === newest);
}
