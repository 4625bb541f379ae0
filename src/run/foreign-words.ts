import { parseCommands } from '../approvals/index.ts';
import type { Comment, Outcome, RunRequest } from '../core/index.ts';

/**
 * How a run ends that began by words which somebody else put into its author's comment; undefined where they are the author's own. Threat: an
 * event that is written late shows a comment as it was edited. One that still shows what was said before an edit is served as it was said.
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
