import { parseCommands } from '../../approvals/index.ts';
import type { Comment, Outcome, RunRequest } from '../../core/index.ts';

/**
 * Returns the outcome of a run whose command was written into its author's comment by another person. Returns undefined if the words are
 * the author's. Threat: another person edits the comment before GitHub writes the event, so the event contains the edited text. If the
 * event contains the text from before the edit, the run uses that text.
 */
export function foreignWords({ commentId, task }: RunRequest, comments: readonly Comment[]): Outcome | undefined {
	const asking = comments.find(({ id, byOthers }) => id === commentId && byOthers === true);
	if (asking === undefined) return undefined;
	const isServed = parseCommands(asking.body).some(
		(command) => command.kind === 'retry' || (command.kind === 'agent' && command.task === task),
	);
	const message = `Somebody else put the command into the comment of @${asking.author.login}. Write it in a new comment.`;
	return isServed ? { kind: 'nothing-to-do', reason: 'not-created', message } : undefined;
}
