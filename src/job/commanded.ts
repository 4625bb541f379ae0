import { type Incoming, readCommand, refusalText, refuseOnce } from '../github/index.ts';
import { reviewReplyMarker } from '../report/index.ts';
import type { JobResult } from './close-up.ts';
import type { GitHubDesk } from './desk.ts';
import { requireDefaultBranch } from './require-default-branch.ts';

type Commanded = Extract<Incoming, { kind: 'command' }>;
type Misplaced = Extract<Incoming, { kind: 'misplaced' }>;

/** What the App's bot dispatched, as it stands on GitHub now. Everything that it asks runs with the rules of the default branch. */
export async function commanded(incoming: Commanded, desk: GitHubDesk): Promise<Incoming> {
	requireDefaultBranch(incoming, desk);
	return readCommand(incoming.command, desk.api, {
		now: desk.clock.now(),
		label: desk.inputs.label,
		hear: desk.hear,
	});
}

/** Answers are looked for in the conversation, where their order is certain. */
export async function misplaced({ actor, thread, reviewId }: Misplaced, desk: GitHubDesk): Promise<JobResult> {
	const { role, mayWrite } = await desk.forge.rights(actor);
	if (!mayWrite) {
		const message = refusalText('control', actor.login, role);
		await refuseOnce({ thread, actor }, message, desk);
		return { outcome: { kind: 'refused', reason: 'no-write-access', message } };
	}
	const message =
		'Beside the code only `/agent <task>` is heard; write everything else in the conversation of the pull request.';
	await desk.forge.upsertComment(thread, reviewReplyMarker(reviewId), `@${actor.login} ${message}`);
	return { outcome: { kind: 'nothing-to-do', reason: 'help-only', message } };
}
