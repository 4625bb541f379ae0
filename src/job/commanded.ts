import { byAppText, type Incoming, readCommand, refuseOnce } from '../github/index.ts';
import { reviewReplyMarker } from '../report/index.ts';
import { refuse, rightsOfAsker } from './entitled.ts';
import type { GitHubJobContext, JobPorts } from './job-context.ts';
import type { JobResult } from './job-result.ts';
import { requireDefaultBranch } from './require-default-branch.ts';

type Commanded = Extract<Incoming, { kind: 'command' }>;
type Misplaced = Extract<Incoming, { kind: 'misplaced' }>;
type ByApp = Extract<Incoming, { kind: 'by-app' }>;

/**
 * Reads the command that the App's bot dispatched, as it is on GitHub now. The job must run on the default branch, because its rules come
 * from there.
 */
export async function commanded(incoming: Commanded, { facts, ports }: GitHubJobContext): Promise<Incoming> {
	requireDefaultBranch(incoming, facts);
	return readCommand(incoming.command, ports.api, {
		now: ports.clock.now(),
		label: facts.inputs.label,
		hear: ports.hear,
	});
}

/**
 * Refuses a command that an app wrote in a person's name. Threat: the app may have the token of a maintainer who does not want this
 * command. Each person gets only one reply, because an app may answer our reply with the same command.
 */
export async function byApp({ actor, thread }: ByApp, ports: JobPorts): Promise<JobResult> {
	const { mayWrite } = await rightsOfAsker({ actor, thread }, ports);
	const message = byAppText(actor.login);
	if (mayWrite) await refuseOnce({ thread, actor }, message, ports);
	return { outcome: { kind: 'nothing-to-do', reason: 'bot-author', message } };
}

/** Refuses an answer in a review comment. Answers are read only in the conversation, where their order is certain. */
export async function misplaced(incoming: Misplaced, ports: JobPorts): Promise<JobResult> {
	const { actor, thread, reviewId } = incoming;
	const rights = await rightsOfAsker(incoming, ports);
	if (!rights.mayWrite) return refuse('control', incoming, rights, ports);
	const message =
		'Beside the code only `/agent <task>` is heard; write everything else in the conversation of the pull request.';
	await ports.forge.upsertComment(thread, reviewReplyMarker(reviewId), `@${actor.login} ${message}`);
	return { outcome: { kind: 'nothing-to-do', reason: 'help-only', message } };
}
