import type { ApprovalId, ApprovalScope, Comment } from '../core/index.ts';
import type { Command } from './command.ts';
import { canDecide, type ReadComment } from './people.ts';

/** A request that waits for an answer. */
export interface Pending {
	readonly id: ApprovalId;
	/** The comment that showed it. Only a later comment can answer it. */
	readonly commentId: number;
	readonly expiresAt: string;
	/** This request accepts only a plain approval. An approval that goes further, such as `for-run`, is not valid. */
	readonly once?: true;
	/** What a request with `once` asks for, if it is not a larger budget. */
	readonly what?: string;
}

/** An answer in a comment. It is not known yet whether its author has the right. */
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
	/** An approval must name the ids that it approves. */
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
	/** The last comment that signed it, even if the signature did not settle it. */
	readonly signed?: number;
}

/**
 * Returns the answers of a thread to waiting requests. Denials come before approvals, and each group is sorted by time, oldest first. It
 * uses only comments that pass {@link canDecide}.
 */
export function answersIn(thread: Thread, pending: readonly Pending[]): readonly Answer[] {
	const counting = thread.comments.filter(canDecide);
	// Several calls can wait under one id. An answer to this id is one answer.
	const asked = [...new Map(pending.map((request) => [request.id, request])).values()];
	const yeses = counting.flatMap((comment) => yesesOf(comment, thread));
	const answers = counting.flatMap((comment) => answersOf(comment, { ...thread, yeses }, asked));
	return [...answers.filter((answer) => !answer.approved), ...answers.filter((answer) => answer.approved)];
}

/** A comment that approves certain ids, or all of a request. It is not known whether its author may approve. */
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
			// An approval must be written before the request expires, but it may take effect later. Until it takes effect, a denial is valid, even
			// after the request has expired.
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
 * Returns whether other calls of the same request waited when this comment was written, but do not wait now. An answer without ids was
 * unclear at that time, so it must not approve the one call that is left.
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
 * What an answer means. `shown` is the newest request before the answer. An answer without ids means this request, and never a request of
 * another run.
 */
interface Meant {
	readonly open: readonly Pending[];
	readonly shown: readonly Pending[];
	/** The calls of `shown` that no earlier answer settled. */
	readonly waiting: readonly Pending[];
	/** Whether no further call of this request waited when the answer was given. */
	readonly isOne: boolean;
	/** Whether an earlier comment had approved each call of `waiting`, so nothing seemed to wait. */
	readonly isAfterAll: boolean;
	/** Whether this answer has settled something that waited. */
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
	// If nothing seemed to wait, a denial takes back all approved calls that have not begun.
	if (kind === 'deny' && meant.isAfterAll && !(waiting.length === 0 && meant.saidMore)) return shown;
	return waiting.length === 1 && isOne ? waiting : [];
}
