import { byAppText, type Incoming, readCommand, refuseOnce } from '../github/index.ts';
import { reviewReplyMarker } from '../report/index.ts';
import type { JobResult } from './close-up.ts';
import type { GitHubDesk } from './desk.ts';
import { refuse, rightsOfAsker } from './entitled.ts';
import { requireDefaultBranch } from './require-default-branch.ts';

type Commanded = Extract<Incoming, { kind: 'command' }>;
type Misplaced = Extract<Incoming, { kind: 'misplaced' }>;
type ByApp = Extract<Incoming, { kind: 'by-app' }>;

/** What the App's bot dispatched, as it stands on GitHub now. Everything that it asks runs with the rules of the default branch. */
export async function commanded(incoming: Commanded, desk: GitHubDesk): Promise<Incoming> {
	requireDefaultBranch(incoming, desk);
	return readCommand(incoming.command, desk.api, {
		now: desk.clock.now(),
		label: desk.inputs.label,
		hear: desk.hear,
	});
}

/**
 * What an app says in a person's name does not count. Threat: it may hold the token of a maintainer who never meant this. Once for each person: an app
 * may answer our word with the same command.
 */
export async function byApp({ actor, thread }: ByApp, desk: GitHubDesk): Promise<JobResult> {
	const { mayWrite } = await rightsOfAsker({ actor, thread }, desk);
	const message = byAppText(actor.login);
	if (mayWrite) await refuseOnce({ thread, actor }, message, desk);
	return { outcome: { kind: 'nothing-to-do', reason: 'bot-author', message } };
}

/** Answers are looked for in the conversation, where their order is certain. */
export async function misplaced(incoming: Misplaced, desk: GitHubDesk): Promise<JobResult> {
	const { actor, thread, reviewId } = incoming;
	const rights = await rightsOfAsker(incoming, desk);
	if (!rights.mayWrite) return refuse('control', incoming, rights, desk);
	const message =
		'Beside the code only `/agent <task>` is heard; write everything else in the conversation of the pull request.';
	await desk.forge.upsertComment(thread, reviewReplyMarker(reviewId), `@${actor.login} ${message}`);
	return { outcome: { kind: 'nothing-to-do', reason: 'help-only', message } };
}
