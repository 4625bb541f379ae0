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

/** What of a thread bears on decisions. */
export interface Thread {
	readonly comments: readonly Comment[];
	/** The ids of all request comments, of this run and of others. */
	readonly requests: readonly number[];
}

/**
 * The answers that a thread gives to pending requests, oldest first, denials before approvals. Only new comments of people count:
 * never edited ones (anybody with write access can edit anybody's comment), never an app's.
 */
export function answersIn(thread: Thread, pending: readonly Pending[]): readonly Answer[] {
	const answers = thread.comments.filter(canDecide).flatMap((comment) => answersOf(comment, thread, pending));
	return [...answers.filter((answer) => !answer.approved), ...answers.filter((answer) => answer.approved)];
}

/** Why a comment cannot decide, whatever it says; undefined when it can. */
function canDecide(comment: Comment): boolean {
	return comment.author.type === 'User' && !comment.viaApp && comment.createdAt === comment.updatedAt;
}

function answersOf(comment: Comment, thread: Thread, pending: readonly Pending[]): readonly Answer[] {
	const open = pending.filter(
		(request) => comment.id > request.commentId && Date.parse(comment.createdAt) <= Date.parse(request.expiresAt),
	);
	const newest = Math.max(...thread.requests.filter((id) => id < comment.id));
	const shown = open.filter((request) => request.commentId === newest);
	return parseCommands(comment.body).flatMap((command) => answersFrom(command, comment, { open, shown }));
}

/** `shown`: what the newest request before the answer asks. An answer without ids means that, and nothing of another run. */
interface Meant {
	readonly open: readonly Pending[];
	readonly shown: readonly Pending[];
}

function answersFrom(command: Command, comment: Comment, meant: Meant): readonly Answer[] {
	if (command.kind !== 'approve' && command.kind !== 'deny') return [];
	const reason = command.kind === 'deny' && command.reason !== '' ? { reason: command.reason } : {};
	return named(command.ids, meant).map((request) => ({
		id: request.id,
		approved: command.kind === 'approve',
		comment,
		...reason,
	}));
}

function named(ids: readonly ApprovalId[] | 'all' | 'only', { open, shown }: Meant): readonly Pending[] {
	if (ids === 'all') return shown;
	if (ids === 'only') return shown.length === 1 ? shown : [];
	return open.filter((request) => ids.includes(request.id));
}
