import type { DeliveryEnd } from './delivery-end.ts';
import { said } from './issue-comment.ts';
import type { Said } from './serve-command.ts';

/**
 * Returns what a comment on a line of a pull request asks the bot to do. Its pull request is the thread.
 * @throws CountersignError `bad-event`
 */
export function reviewComment(payload: unknown): Said | DeliveryEnd {
	const { pull_request: pull, ...rest } = payload as { readonly pull_request?: object };
	return said({ ...rest, issue: { ...pull, pull_request: {} } }, 'review', (id) => `pulls/comments/${id}/reactions`);
}
