import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { configPath, readRepositoryConfig } from '../config/index.ts';
import { CountersignError, type Outcome, type RunRequest } from '../core/index.ts';
import { type Incoming, standingIssue } from '../github/index.ts';
import type { Journal } from '../journal/index.ts';
import { refusalMarker, replyMarker } from '../report/index.ts';
import { conclude, findRun, openRun, replay, requirePublished, run, runIdOf } from '../run/index.ts';
import { closeUp, type JobResult } from './close-up.ts';
import type { Desk } from './desk.ts';
import { beginRun, portsOf } from './ports.ts';
import { keepTaskFile } from './task-writer.ts';
import { tellIncompatible } from './tell-incompatible.ts';
import { tidyUp } from './tidy-up.ts';

type Start = Extract<Incoming, { kind: 'start' }>;
type Answer = Extract<Incoming, { kind: 'answer' }>;

/** One job of a workflow: what the event asks of us, done as far as it goes now. */
export async function handle(incoming: Incoming, desk: Desk): Promise<JobResult> {
	switch (incoming.kind) {
		case 'nothing':
			return { outcome: incoming.outcome };
		case 'start':
			return start(incoming, desk);
		case 'answer':
			return answer(incoming, desk);
	}
}

async function start(incoming: Start, desk: Desk): Promise<JobResult> {
	if (desk.environment.refName !== incoming.defaultBranch)
		throw wrongBranch(desk.environment.refName, incoming.defaultBranch);
	const refusal = await refuseStranger(incoming, desk);
	if (refusal !== undefined) return { outcome: refusal };
	const thread = incoming.thread ?? (await standingIssue(desk.api, desk.environment.workflow));
	const { trigger, actor, onPullRequest, task, key, commentId } = incoming;
	const request: RunRequest = {
		trigger,
		actor,
		thread,
		onPullRequest,
		task,
		key,
		...(commentId === undefined ? {} : { commentId }),
	};
	return proceed({ run: runIdOf(thread, key), command: key, request }, desk);
}

/** Before anything else is looked at: somebody who may not start a run costs one look at their rights, and one answer. */
async function refuseStranger({ trigger, actor, thread }: Start, desk: Desk): Promise<Outcome | undefined> {
	if (trigger === 'schedule') return undefined;
	const { role, mayWrite } = await desk.forge.rights(actor);
	if (mayWrite) return undefined;
	const message = `@${actor.login} may not start a run here: this needs write access, and GitHub says "${role}".`;
	if (thread !== undefined) await desk.forge.upsertComment(thread, refusalMarker(actor.id), message);
	return { kind: 'refused', reason: 'no-write-access', message };
}

/** An answer starts the run that waits for it; the run itself reads the decisions, from the comments and not from the event. */
async function answer(incoming: Answer, desk: Desk): Promise<JobResult> {
	const { role, mayWrite } = await desk.forge.rights(incoming.actor);
	if (!mayWrite) return { outcome: mayNotAnswer(incoming.actor.login, role) };
	const malformed = incoming.commands.find((command) => command.kind === 'malformed');
	if (malformed?.kind === 'malformed')
		return reply(incoming, `\`${malformed.line}\` is not understood. Write ${malformed.expected}.`, 'help-only', desk);
	try {
		const waiting = await findRun(incoming, desk.store);
		if (waiting === undefined)
			return await reply(incoming, 'Nothing waits for that here (any more).', 'nothing-pending', desk);
		return await proceed({ run: waiting, command: incoming.key }, desk);
	} catch (error) {
		await tellFailure(incoming, error, desk);
		throw error;
	}
}

/** Somebody who answered is told why their answer came to nothing, while GitHub can be reached at all. */
async function tellFailure(incoming: Answer, error: unknown, desk: Desk): Promise<void> {
	if (!(error instanceof CountersignError) || error.code.startsWith('github-')) return;
	const text = `@${incoming.actor.login} this did not go on: ${error.message} ${error.fix}`;
	await desk.forge.upsertComment(incoming.thread, replyMarker(incoming.commentId), text);
}

interface Proceeding {
	readonly run: string;
	readonly command: string;
	readonly request?: RunRequest;
}

async function proceed({ run: id, command, request }: Proceeding, desk: Desk): Promise<JobResult> {
	const stopped = await killSwitch(desk);
	if (stopped !== undefined) return { outcome: stopped };
	const folder = join(desk.environment.temporary, 'countersign', id);
	mkdirSync(folder, { recursive: true });
	// The machine is tried, and where it is ours to change mended, while GitHub is asked.
	const room = desk.openCommandRoom();
	const opened = await openRun({
		...desk,
		run: id,
		repository: `${desk.environment.owner}/${desk.environment.repo}`,
		command,
		folder,
		...(request === undefined ? {} : { begin: (blobs) => beginRun({ run: id, request, blobs }, desk) }),
	});
	if (opened.kind === 'over') {
		if (opened.outcome.kind === 'incompatible-checkpoint') await tellIncompatible(id, desk);
		return { outcome: opened.outcome };
	}
	const { journal } = opened;
	await requirePublished(journal, desk.forge);
	journal.subscribe(desk.narrate);
	keepTaskFile(journal, folder);
	const { ports, warnings, close } = await portsOf(opened, { folder, room: await room }, desk);
	const alreadyOver = opened.state.finished;
	let outcome: Outcome;
	try {
		await tellWarnings(warnings, { journal, isOver: alreadyOver !== undefined }, desk);
		outcome = alreadyOver ?? (await run(journal, ports));
	} finally {
		close();
	}
	outcome = await conclude(outcome, journal, ports, desk.jobUrl);
	if (alreadyOver === undefined && replay(journal.entries()).finished !== undefined) await tidyUp(desk);
	return closeUp({ outcome: alreadyOver === undefined ? outcome : repeated(alreadyOver), opened, folder }, desk);
}

/** Every job's log tells what the rules warn of, the journal once. A run that is over has a published head: nothing comes after it. */
async function tellWarnings(
	warnings: readonly string[],
	{ journal, isOver }: { readonly journal: Journal; readonly isOver: boolean },
	desk: Desk,
): Promise<void> {
	const noted = new Set(replay(journal.entries()).warnings);
	for (const text of new Set(warnings)) {
		desk.warn(text);
		if (!isOver && !noted.has(text)) await journal.append({ type: 'note', about: 'controls', text });
	}
}

/** Live, unlike the rest of the configuration: it stops new runs and waiting ones alike. */
async function killSwitch(desk: Desk): Promise<Outcome | undefined> {
	const today = await desk.workspaceAt(desk.environment.sha);
	const { enabled } = readRepositoryConfig(await today.readBase(configPath));
	if (enabled) return undefined;
	return { kind: 'cancelled', reason: 'stopped', message: `\`enabled: false\` in ${configPath} stops all runs.` };
}

function repeated(outcome: Outcome): Outcome {
	return {
		kind: 'duplicate',
		reason: 'command-claimed',
		message: `This run was over already (${outcome.kind}): ${outcome.message}`,
	};
}

/** Tells somebody who may decide why nothing happened. */
async function reply(
	incoming: Answer,
	text: string,
	reason: 'help-only' | 'nothing-pending',
	desk: Desk,
): Promise<JobResult> {
	await desk.forge.upsertComment(incoming.thread, replyMarker(incoming.commentId), `@${incoming.actor.login} ${text}`);
	return { outcome: { kind: 'nothing-to-do', reason, message: text } };
}

/** A stranger's answer costs one look at their rights, and is not answered: anybody can write such comments. */
function mayNotAnswer(login: string, role: string): Outcome {
	const message = `@${login} may not decide here: this needs write access, and GitHub says "${role}".`;
	return { kind: 'refused', reason: 'no-write-access', message };
}

function wrongBranch(branch: string, defaultBranch: string): CountersignError {
	return new CountersignError({
		code: 'bad-input',
		message: `The workflow runs on \`${branch}\`; policy, skills and base come from the default branch \`${defaultBranch}\` only.`,
		fix: `Dispatch the workflow on \`${defaultBranch}\`.`,
	});
}
