import { configPath, readConfigUnder } from '../config/index.ts';
import {
	CountersignError,
	holdsRole,
	type Outcome,
	type Rights,
	type RunRequest,
	triggerTraits,
} from '../core/index.ts';
import { type Incoming, reactToReviewComment, standingIssue } from '../github/index.ts';
import { openRequest, replyMarker } from '../report/index.ts';
import { findRun, namedIds, runIdOf } from '../run/index.ts';
import { byApp, commanded, misplaced } from './commanded.ts';
import { control } from './control.ts';
import { refuse, rightsOfAsker } from './entitled.ts';
import type { GitHubJobContext, GitHubJobFacts, GitHubJobPorts, JobPorts } from './job-context.ts';
import type { JobResult } from './job-result.ts';
import { proceed } from './proceed.ts';
import { reply } from './reply.ts';
import { requireDefaultBranch } from './require-default-branch.ts';
import { skipped } from './skip.ts';
import { tellUnbegun } from './standing.ts';
import { sweepJob } from './sweep-job.ts';
import { tellFailure, tellNotStarted } from './tell-failure.ts';
import { vouch } from './vouch.ts';

type Start = Extract<Incoming, { kind: 'start' }>;
type Control = Extract<Incoming, { kind: 'control' }>;
type Answer = Extract<Incoming, { kind: 'answer' }>;

/** Handles the event of one job. If a run must wait for an answer, this returns, and the next job continues the run. */
export async function handle(incoming: Incoming, context: GitHubJobContext): Promise<JobResult> {
	switch (incoming.kind) {
		case 'nothing':
			return { outcome: incoming.outcome };
		case 'command':
			return handle(await commanded(incoming, context), context);
		case 'by-app':
			return byApp(incoming, context.ports);
		case 'misplaced':
			return misplaced(incoming, context.ports);
		case 'start':
			return tellingOff(incoming, await start(incoming, context), context.ports);
		case 'answer':
			return tellingOff(incoming, await answer(incoming, context), context.ports);
		case 'control':
			return tellingOff(incoming, await control(incoming, context), context.ports);
		case 'vouch':
			return vouch(incoming, context.ports);
		case 'sweep':
			return sweepJob(incoming, context);
	}
}

/** Tells the person that everything is switched off. If there is a run, its own comment already says so. */
async function tellingOff(
	incoming: Start | Answer | Control,
	result: JobResult,
	{ forge }: JobPorts,
): Promise<JobResult> {
	const { thread, commentId, actor } = incoming;
	if (result.outcome.reason !== 'switched-off' || result.run !== undefined) return result;
	if (thread === undefined || commentId === undefined) return result;
	const text = `@${actor.login} ${result.outcome.message} Nothing was done.`;
	await forge.upsertComment(thread, replyMarker(commentId), text);
	return result;
}

async function start(incoming: Start, given: GitHubJobContext): Promise<JobResult> {
	const context = { ...given, facts: onDefaultBranch(incoming, given.facts) };
	const { facts, ports } = context;
	requireDefaultBranch(incoming, facts);
	const asker = await askerOf(incoming, context);
	if (asker.kind === 'stranger') return refuseStranger(incoming, asker.rights, ports);
	const idle = (await skipped(incoming, context)) ?? (await olderHead(incoming, ports));
	if (idle !== undefined) return { outcome: idle };
	const thread = incoming.thread ?? (await standingIssue(ports.api, facts.environment.workflow));
	const { trigger, actor, onPullRequest, task, key, commentId, code, planOnly, foreignWords } = incoming;
	const request: RunRequest = {
		trigger,
		actor,
		thread,
		onPullRequest,
		task,
		key,
		...(commentId === undefined ? {} : { commentId }),
		...(foreignWords === undefined ? {} : { foreignWords }),
		// A person who comments is already in the thread, so the run need not mention the owner.
		...(incoming.thread !== undefined || facts.inputs.owner === undefined ? {} : { owner: facts.inputs.owner }),
		...(code === undefined ? {} : { code }),
		...(asker.kind === 'invited' ? { forStranger: true as const } : {}),
	};
	const seen = tellSeen(incoming, ports);
	// `await seen` below throws an error of this promise. Without this handler, Node would stop the process before that.
	seen.catch(() => undefined);
	const mode = planOnly === true || asker.kind === 'invited' ? { mode: 'plan' as const } : {};
	const run = runIdOf(thread, key);
	try {
		const result = await proceed({ run, command: key, request, opening: incoming.opening, ...mode }, context);
		await seen;
		return result;
	} catch (error) {
		await tellUnbegun({ run, request }, error, context);
		await tellNotStarted(incoming, error, ports);
		throw error;
	}
}

/**
 * Adds the 👀 reaction, so that the person sees at once that their command was read. If GitHub does not accept a reaction, for example in
 * a locked thread, the run continues.
 */
async function tellSeen({ commentId, reviewId }: Start, { api, forge, warn }: GitHubJobPorts): Promise<void> {
	try {
		if (commentId !== undefined) await forge.react(commentId, 'eyes');
		if (reviewId !== undefined) await reactToReviewComment(api, reviewId, 'eyes');
	} catch (error) {
		if (!(error instanceof CountersignError)) throw error;
		warn(`The comment got no 👀: ${error.message}`);
	}
}

/** Returns whether the person may start a run: by their rights, or because the workflow reviews everybody's pull requests. */
async function askerOf(incoming: Start, { facts, ports }: GitHubJobContext): Promise<Asker> {
	const { trigger, actor } = incoming;
	const { isEntitled, isAsked } = triggerTraits[trigger];
	if (isEntitled) return { kind: 'entitled' };
	// If the person did not ask for a run, no comment tells them about an outage.
	const rights = await rightsOfAsker(isAsked ? incoming : { actor }, ports);
	if (rights.mayWrite) return { kind: 'entitled' };
	return trigger === 'pull-request' && facts.inputs.reviewStrangers
		? { kind: 'invited' }
		: { kind: 'stranger', rights };
}

type Asker = { readonly kind: 'entitled' | 'invited' } | { readonly kind: 'stranger'; readonly rights: Rights };

/**
 * Refuses a person who may not start a run. This comes before everything else, so a stranger causes only one check of rights, and at most
 * one reply.
 */
function refuseStranger({ trigger, actor, thread }: Start, rights: Rights, ports: JobPorts): Promise<JobResult> {
	const isTold = thread !== undefined && triggerTraits[trigger].isAsked;
	return refuse('start', isTold ? { actor, thread } : { actor }, rights, ports);
}

/** Handles an answer: starts the run that waits for it. The run itself reads the decisions from the comments, not from the event. */
async function answer(incoming: Answer, context: GitHubJobContext): Promise<JobResult> {
	const { ports } = context;
	ports.forge.expectComment?.(incoming.thread, incoming.commentId);
	const rights = await rightsOfAsker(incoming, ports);
	if (!rights.mayWrite && !(await mayTriage(rights, context))) return refuse('answer', incoming, rights, ports);
	const malformed = incoming.commands.find((command) => command.kind === 'malformed');
	if (malformed?.kind === 'malformed')
		return reply(incoming, `\`${malformed.line}\` is not understood. Write ${malformed.expected}.`, 'help-only', ports);
	if (incoming.commands.some((command) => command.kind === 'agent')) await tellTaskLeft(incoming, ports);
	try {
		const waiting = await findRun(incoming, ports.store);
		if (waiting === undefined)
			return await reply(incoming, await whyNothingWaits(incoming, ports), 'nothing-pending', ports);
		return await proceed({ run: waiting, command: incoming.key }, context);
	} catch (error) {
		await tellFailure(incoming, error, ports);
		throw error;
	}
}

/** Tells the person that the task after their answer was not started. It is not clear whether they want the answer or the task first. */
async function tellTaskLeft({ actor, thread, commentId }: Answer, { forge }: JobPorts): Promise<void> {
	const text = `@${actor.login} your answer counts; the \`/agent\` behind it was not started. Say it in a comment of its own.`;
	await forge.upsertComment(thread, replyMarker(commentId), text);
}

/** Whether the default branch's configuration lets triagers answer. The run itself then checks what a triager may approve. */
async function mayTriage(rights: Rights, { facts, ports, machine }: GitHubJobContext): Promise<boolean> {
	if (!holdsRole('triage', rights)) return false;
	const today = await machine.workspaceAt(facts.environment.sha);
	const { approvals } = readConfigUnder(await today.readBase(configPath), await ports.organization());
	return approvals?.roles.includes('triage') ?? false;
}

/**
 * Returns the facts with the commit and the branch that the event names as the base, because a workflow on `pull_request` runs on a merge
 * commit.
 */
function onDefaultBranch({ base }: Start, facts: GitHubJobFacts): GitHubJobFacts {
	return base === undefined ? facts : { ...facts, environment: { ...facts.environment, ...base } };
}

/** Returns why a run that a pull request starts has nothing to do. Returns undefined if the head is still the one of the event. */
async function olderHead({ headSha, thread }: Start, { forge }: JobPorts): Promise<Outcome | undefined> {
	if (headSha === undefined || thread === undefined) return undefined;
	const head = await forge.pullHead(thread);
	if (head.open && head.headSha === headSha) return undefined;
	const why = head.open ? `has another head than \`${headSha.slice(0, 12)}\` by now` : 'is closed';
	return { kind: 'nothing-to-do', reason: 'older-head', message: `#${thread} ${why}: there is nothing to look at.` };
}

const startAgain =
	'Nothing was done. Start it again with a new `/agent` comment, and look who wrote to the refs of countersign.';

/**
 * Returns why no saved run waits for an answer. Threat: a person who may push can delete the state of a run, or restore an older one.
 * The run's request is then still in the thread.
 */
async function whyNothingWaits({ thread, commands }: Answer, { forge, store }: JobPorts): Promise<string> {
	const named = namedIds(commands);
	const open = (await forge.ownComments(thread)).flatMap(({ body }) => openRequest(body) ?? []);
	const asked = open.findLast(
		({ numbers }) => named.length === 0 || numbers.some((number) => named.includes(`A${number}`)),
	);
	const none = 'Nothing waits for that here (any more).';
	if (asked === undefined) return none;
	const label = (await store.labels(thread)).find(({ run }) => run === asked.run);
	const ids = asked.numbers.map((number) => `A${number}`).join(' ');
	if (label === undefined)
		return `The saved state of the run that asked for ${ids} is gone, so it cannot go on. ${startAgain}`;
	if (label.status === 'finished') return none;
	return `The saved state of the run that asked for ${ids} is older than what it asked, so it cannot go on. ${startAgain}`;
}
