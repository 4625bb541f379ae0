import { byAppText, type Incoming, readCommand, refuseOnce } from '../github/index.ts';
import { reviewReplyMarker } from '../report/index.ts';
import { refuse, rightsOfAsker } from './entitled.ts';
import type { GitHubJobContext } from './job-context.ts';
import type { JobResult } from './job-result.ts';
import { requireDefaultBranch } from './require-default-branch.ts';

type Commanded = Extract<Incoming, { kind: 'command' }>;
type Misplaced = Extract<Incoming, { kind: 'misplaced' }>;
type ByApp = Extract<Incoming, { kind: 'by-app' }>;

/**
 * Reads what the App's bot dispatched, in its current form on GitHub. Everything it asks for runs with the rules of the default branch.
 */
export async function commanded(incoming: Commanded, context: GitHubJobContext): Promise<Incoming> {
	requireDefaultBranch(incoming, context);
	return readCommand(incoming.command, context.api, {
		now: context.clock.now(),
		label: context.inputs.label,
		hear: context.hear,
	});
}

/**
 * Refuses a command that an app wrote in a person's name. Threat: the app may hold the token of a maintainer who did not intend this.
 * Answers once for each person, because an app may answer our comment with the same command.
 */
export async function byApp({ actor, thread }: ByApp, context: GitHubJobContext): Promise<JobResult> {
	const { mayWrite } = await rightsOfAsker({ actor, thread }, context);
	const message = byAppText(actor.login);
	if (mayWrite) await refuseOnce({ thread, actor }, message, context);
	return { outcome: { kind: 'nothing-to-do', reason: 'bot-author', message } };
}

/** Refuses an answer in a review comment. Answers are read only in the conversation, where their order is certain. */
export async function misplaced(incoming: Misplaced, context: GitHubJobContext): Promise<JobResult> {
	const { actor, thread, reviewId } = incoming;
	const rights = await rightsOfAsker(incoming, context);
	if (!rights.mayWrite) return refuse('control', incoming, rights, context);
	const message =
		'Beside the code only `/agent <task>` is heard; write everything else in the conversation of the pull request.';
	await context.forge.upsertComment(thread, reviewReplyMarker(reviewId), `@${actor.login} ${message}`);
	return { outcome: { kind: 'nothing-to-do', reason: 'help-only', message } };
}
