import { mayHoldCommand } from '../approvals/index.ts';
import { type CommentKind, readEvent } from '../github/index.ts';
import type { DeliveryEnd } from './delivery-end.ts';
import { isHeard, type Said } from './serve-command.ts';

/**
 * Returns what a comment asks the bot to do. It reads comments in the same way as a job, so the bot starts no job for a comment without a
 * command.
 * @throws CountersignError `bad-event`
 */
export function issueComment(payload: unknown): Said | DeliveryEnd {
	return said(payload, 'comment', (id) => `issues/comments/${id}/reactions`);
}

/** Reads a payload that has a comment and its thread. */
export function said(payload: unknown, kind: CommentKind, reactions: (id: number) => string): Said | DeliveryEnd {
	const incoming = readEvent({ name: 'issue_comment', payload, workflowRunId: '', task: '', label: '' });
	if (incoming.kind === 'nothing') return { kind: 'nothing', why: incoming.outcome.reason };
	if (!isHeard(incoming) || incoming.commentId === undefined) return { kind: 'nothing', why: 'no-command' };
	return { incoming, command: `${kind}/${incoming.commentId}`, reactions: reactions(incoming.commentId) };
}

/** Whether a new comment could contain a command. This check is only a cheap filter. */
export function mayAsk({ action, comment }: { readonly action?: unknown; readonly comment?: unknown }): boolean {
	if (action !== 'created' || typeof comment !== 'object' || comment === null || !('body' in comment)) return false;
	return typeof comment.body === 'string' && mayHoldCommand(comment.body);
}
