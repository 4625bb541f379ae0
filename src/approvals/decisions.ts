import type { ApprovalId, ApprovalScope, Comment } from '../core/index.ts';
import { type Command, parseCommands } from './command.ts';
import { canDecide } from './people.ts';

/** A request that waits for an answer. */
export interface Pending {
	readonly id: ApprovalId;
	/** The comment that showed it: an answer can only come after it. */
	readonly commentId: number;
	readonly expiresAt: string;
	/** It is given once or not at all: an approval that means to go further is none. */
	readonly once?: true;
	/** What is given once, where it is not more of a budget. */
	readonly what?: string;
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
	/** The numbers of ids that requests of other runs show. */
	readonly taken?: ReadonlySet<number>;
	/** What this run has asked so far, decided or not. */
	readonly asked?: readonly Settled[];
}

/** A question, and the comment that settled it; none where it waits, or no comment did. */
interface Settled {
	readonly id: ApprovalId;
	readonly commentId: number;
	readonly by?: number;
	/** The last comment that signed it, whatever came after. */
	readonly signed?: number;
}

/**
 * The answers that a thread gives to pending requests, oldest first, denials before approvals. Only what {@link canDecide} counts.
 */
export function answersIn(thread: Thread, pending: readonly Pending[]): readonly Answer[] {
	const counting = thread.comments.filter(canDecide);
	// Several calls can wait under one id: an answer to it is one answer.
	const asked = [...new Map(pending.map((request) => [request.id, request])).values()];
	const yeses = counting.flatMap((comment) => yesesOf(comment, thread));
	const answers = counting.flatMap((comment) => answersOf(comment, { ...thread, yeses }, asked));
	return [...answers.filter((answer) => !answer.approved), ...answers.filter((answer) => answer.approved)];
}

/** A comment that says yes, to which ids or to all of which request. Whether its author may is not known. */
interface Yes {
	readonly commentId: number;
	readonly ids: readonly ApprovalId[];
	readonly request?: number;
}

type Read = Thread & { readonly yeses: readonly Yes[] };

function yesesOf({ id: commentId, body }: Comment, { requests }: Thread): readonly Yes[] {
	return parseCommands(body).flatMap((command): readonly Yes[] => {
		if (command.kind !== 'approve') return [];
		if (typeof command.ids !== 'string') return [{ commentId, ids: command.ids }];
		return command.ids === 'all' ? [{ commentId, ids: [], request: newestBefore(commentId, requests) }] : [];
	});
}

function newestBefore(commentId: number, requests: readonly number[]): number {
	return Math.max(...requests.filter((id) => id < commentId));
}

function answersOf(comment: Comment, thread: Read, pending: readonly Pending[]): readonly Answer[] {
	const asked = pending.filter((request) => comment.id > request.commentId);
	const inTime = asked.filter((request) => Date.parse(comment.createdAt) <= Date.parse(request.expiresAt));
	return parseCommands(comment.body)
		.filter((command) => !(thread.requireIds === true && command.kind === 'approve' && command.ids === 'only'))
		.flatMap((command) => {
			// What was approved in time may begin later, and until then a no counts.
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

type Answering = Extract<Command, { kind: 'approve' | 'deny' }>;

/** `shown`: what the newest request before the answer asks. An answer without ids means that, and nothing of another run. */
interface Meant {
	readonly open: readonly Pending[];
	readonly shown: readonly Pending[];
	/** What of it no earlier answer had settled. */
	readonly waiting: readonly Pending[];
	/** Whether that was all of it when the answer was given. */
	readonly isOne: boolean;
	/** Whether somebody had said yes to each of them before, so that nothing seemed to wait. */
	readonly isAfterAll: boolean;
	/** Whether the answer has settled something that waited. */
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
	// A no where nothing seemed to wait any more takes back all that was approved and has not begun.
	if (kind === 'deny' && meant.isAfterAll && !(waiting.length === 0 && meant.saidMore)) return shown;
	return waiting.length === 1 && isOne ? waiting : [];
}
