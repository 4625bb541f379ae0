import type { ApprovalId, ApprovalScope, Comment } from '../core/index.ts';
import type { Command } from './command.ts';
import { canDecide, type ReadComment } from './people.ts';

/** A request that waits for an answer. */
export interface Pending {
	readonly id: ApprovalId;
	/** The comment that showed the request. Only a later comment can answer it. */
	readonly commentId: number;
	readonly expiresAt: string;
	/** If true, this request accepts only a plain approval. An approval with a scope, such as `for-run`, is not valid. */
	readonly once?: true;
	/** What a request with `once` asks for. Left out for a larger budget. */
	readonly what?: string;
}

/** An answer in a comment. It does not say whether the author has the right to answer. */
export interface Answer {
	readonly id: ApprovalId;
	readonly approved: boolean;
	readonly reason?: string;
	readonly scope?: ApprovalScope;
	readonly comment: Comment;
}

/** The parts of a thread that affect decisions. */
export interface Thread {
	readonly comments: readonly ReadComment[];
	/** The ids of all request comments, of this run and of other runs. */
	readonly requests: readonly number[];
	/** If true, an approval must name the ids that it approves. */
	readonly requireIds?: boolean;
	/** The id numbers in requests of other runs. */
	readonly taken?: ReadonlySet<number>;
	/** All questions of this run so far, decided or not. */
	readonly asked?: readonly Settled[];
}

/** A question, and the comment that settled it. `by` is missing if the question waits, or if no comment settled it. */
interface Settled {
	readonly id: ApprovalId;
	readonly commentId: number;
	readonly by?: number;
	/** The last comment that signed the question, even if more signatures are needed. */
	readonly signed?: number;
}

/**
 * Returns the answers to waiting requests, from those comments of a thread that pass {@link canDecide}. Denials come before approvals. Each
 * group is sorted by time, oldest first.
 */
export function answersIn(thread: Thread, pending: readonly Pending[]): readonly Answer[] {
	const counting = thread.comments.filter(canDecide);
	// Several calls can wait under one id, but an answer to this id counts as one answer.
	const asked = [...new Map(pending.map((request) => [request.id, request])).values()];
	const yeses = counting.flatMap((comment) => yesesOf(comment, thread));
	const answers = counting.flatMap((comment) => answersOf(comment, { ...thread, yeses }, asked));
	return [...answers.filter((answer) => !answer.approved), ...answers.filter((answer) => answer.approved)];
}

/** A comment that approves certain ids, or all ids of a request. It does not say whether the author may approve. */
interface Yes {
	readonly commentId: number;
	readonly ids: readonly ApprovalId[];
	readonly request?: number;
}

type Read = Thread & { readonly yeses: readonly Yes[] };

function yesesOf({ id: commentId, commands }: ReadComment, { requests }: Thread): readonly Yes[] {
	return commands.flatMap((command): readonly Yes[] => {
		if (command.kind !== 'approve') return [];
		if (typeof command.ids !== 'string') return [{ commentId, ids: command.ids }];
		return command.ids === 'all' ? [{ commentId, ids: [], request: newestBefore(commentId, requests) }] : [];
	});
}

function newestBefore(commentId: number, requests: readonly number[]): number {
	return Math.max(...requests.filter((id) => id < commentId));
}

function answersOf(comment: ReadComment, thread: Read, pending: readonly Pending[]): readonly Answer[] {
	const asked = pending.filter((request) => comment.id > request.commentId);
	const inTime = asked.filter((request) => Date.parse(comment.createdAt) <= Date.parse(request.expiresAt));
	return comment.commands
		.filter((command) => !(thread.requireIds === true && command.kind === 'approve' && command.ids === 'only'))
		.flatMap((command) => {
			// An approval must be written before the request expires, but a run may handle it later. Until then, a denial is valid, even if the
			// request has expired.
			const open = command.kind === 'deny' ? asked : inTime;
			return answersFrom(command, comment, meantBy(comment, thread, open));
		});
}

function meantBy(comment: Comment, thread: Read, open: readonly Pending[]): Meant {
	const { asked = [], yeses, requests } = thread;
	const newest = newestBefore(comment.id, requests);
	const shown = open.filter((request) => request.commentId === newest);
	const settledBefore = new Set(asked.flatMap(({ id, by }) => (by !== undefined && by < comment.id ? [id] : [])));
	const waiting = shown.filter(({ id }) => !settledBefore.has(id));
	const earlier = yeses.filter(({ commentId }) => commentId > newest && commentId < comment.id);
	return {
		...{ open, shown, waiting },
		isOne: !waitedBeside(comment, thread, shown),
		isAfterAll: waiting.every(({ id }) => earlier.some(({ ids, request }) => request === newest || ids.includes(id))),
		saidMore: asked.some(({ by, signed = comment.id }) => by === comment.id && signed >= comment.id),
	};
}

/**
 * Returns whether other calls of the same request waited when this comment was written, but do not wait now. At that time, an answer
 * without ids was ambiguous, so it must not approve the one call that is left.
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

type Answering = Extract<Command, { kind: 'approve' | 'deny' }>;

/**
 * The facts that say which calls an answer is for. `shown` are the calls of the newest request before the answer. An answer without ids is
 * for these calls, and never for a request of another run.
 */
interface Meant {
	readonly open: readonly Pending[];
	readonly shown: readonly Pending[];
	/** The calls of `shown` that no earlier answer settled. */
	readonly waiting: readonly Pending[];
	/** Whether no other call of this request waited when the answer was written. */
	readonly isOne: boolean;
	/** Whether an earlier comment had approved each call of `waiting`, so nothing seemed to wait. */
	readonly isAfterAll: boolean;
	/** Whether the same comment has already settled a call that waited. */
	readonly saidMore: boolean;
}

function answersFrom(command: Command, comment: Comment, meant: Meant): readonly Answer[] {
	if (command.kind !== 'approve' && command.kind !== 'deny') return [];
	const reason = command.kind === 'deny' && command.reason !== '' ? { reason: command.reason } : {};
	const scope = command.kind === 'approve' && command.scope !== undefined ? { scope: command.scope } : {};
	const meantOnes = named(command, meant).filter(({ once }) => once !== true || !('scope' in scope));
	return meantOnes.map((request) => ({
		id: request.id,
		approved: command.kind === 'approve',
		comment,
		...reason,
		...scope,
	}));
}

function named({ kind, ids }: Answering, meant: Meant): readonly Pending[] {
	const { open, shown, waiting, isOne } = meant;
	if (ids === 'all') return shown;
	if (ids !== 'only') return open.filter((request) => ids.includes(request.id));
	// If everything was already approved, a denial without ids is for all approved calls that have not begun.
	if (kind === 'deny' && meant.isAfterAll && !(waiting.length === 0 && meant.saidMore)) return shown;
	return waiting.length === 1 && isOne ? waiting : [];
}
