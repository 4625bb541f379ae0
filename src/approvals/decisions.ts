import type { ApprovalId, ApprovalScope, Comment } from '../core/index.ts';
import { type Command, type Named, parseCommands } from './command.ts';
import { canDecide } from './people.ts';

/** A request that waits for an answer. */
export interface Pending {
	readonly id: ApprovalId;
	/** The comment that showed it: an answer can only come after it. */
	readonly commentId: number;
	readonly expiresAt: string;
	/** It is given once or not at all: an approval that means to go further is none. */
	readonly once?: true;
}

/** An answer that a comment gives. Whether its author has the right is not known yet. */
export interface Answer {
	readonly id: ApprovalId;
	readonly approved: boolean;
	readonly reason?: string;
	readonly scope?: ApprovalScope;
	readonly comment: Comment;
}

/** What of a thread bears on decisions. */
export interface Thread {
	readonly comments: readonly Comment[];
	/** The ids of all request comments, of this run and of others. */
	readonly requests: readonly number[];
	/** An approval must name what it approves. */
	readonly requireIds?: boolean;
	/** What this run has asked so far, decided or not. */
	readonly asked?: readonly Settled[];
}

/** A question, and the comment that settled it last; none where it waits, or no comment did. */
interface Settled {
	readonly id: ApprovalId;
	readonly commentId: number;
	readonly by?: number;
}

/**
 * The answers that a thread gives to pending requests, oldest first, denials before approvals. Only what {@link canDecide} counts.
 */
export function answersIn(thread: Thread, pending: readonly Pending[]): readonly Answer[] {
	const answers = thread.comments.filter(canDecide).flatMap((comment) => answersOf(comment, thread, pending));
	return [...answers.filter((answer) => !answer.approved), ...answers.filter((answer) => answer.approved)];
}

function answersOf(comment: Comment, thread: Thread, pending: readonly Pending[]): readonly Answer[] {
	const open = pending.filter(
		(request) => comment.id > request.commentId && Date.parse(comment.createdAt) <= Date.parse(request.expiresAt),
	);
	const newest = Math.max(...thread.requests.filter((id) => id < comment.id));
	const shown = open.filter((request) => request.commentId === newest);
	return parseCommands(comment.body)
		.filter((command) => !(thread.requireIds === true && command.kind === 'approve' && command.ids === 'only'))
		.flatMap((command) => answersFrom(command, comment, { open, shown, isOne: !waitedBeside(comment, thread, shown) }));
}

/**
 * Whether more of the same request waited when somebody answered without ids than waits now: what was not clear then does not become a
 * yes to the last one that is left.
 */
export function waitedBeside(
	comment: Comment,
	{ asked = [] }: Thread,
	shown: readonly Pick<Pending, 'id' | 'commentId'>[],
): boolean {
	const waits = new Set(shown.map(({ id }) => id));
	return asked.some(
		({ id, commentId, by = Number.POSITIVE_INFINITY }) =>
			shown[0]?.commentId === commentId && !waits.has(id) && by > comment.id,
	);
}

/** `shown`: what the newest request before the answer asks. An answer without ids means that, and nothing of another run. */
interface Meant {
	readonly open: readonly Pending[];
	readonly shown: readonly Pending[];
	/** Whether that was all of it when the answer was given. */
	readonly isOne: boolean;
}

function answersFrom(command: Command, comment: Comment, meant: Meant): readonly Answer[] {
	if (command.kind !== 'approve' && command.kind !== 'deny') return [];
	const reason = command.kind === 'deny' && command.reason !== '' ? { reason: command.reason } : {};
	const scope = command.kind === 'approve' && command.scope !== undefined ? { scope: command.scope } : {};
	const meantOnes = named(command.ids, meant).filter(({ once }) => once !== true || !('scope' in scope));
	return meantOnes.map((request) => ({
		id: request.id,
		approved: command.kind === 'approve',
		comment,
		...reason,
		...scope,
	}));
}

function named(ids: Named, { open, shown, isOne }: Meant): readonly Pending[] {
	if (ids === 'all') return shown;
	if (ids === 'only') return shown.length === 1 && isOne ? shown : [];
	return open.filter((request) => ids.includes(request.id));
}
