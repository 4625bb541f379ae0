import type { Cap, Outcome } from '../../core/index.ts';
import { needsTrial } from '../calls/tools.ts';
import { needsProof } from '../calls/walls.ts';
import { type SetupStep, setupBefore } from '../context/setup-step.ts';
import { bindingCap, capToAsk, endsWithoutWords, limitOf, needsDayFigures, roundsCounted } from '../state/budget.ts';
import type { CallState } from '../state/call-state.ts';
import { hasBegun, needsClaim } from '../state/call-state.ts';
import { callsOf, openCalls } from '../state/open-calls.ts';
import { approvedPlan, followsPlan, isPlanDue, isToBeUpheld } from '../state/plan.ts';
import type { ProcessState } from '../state/process-state.ts';
import { isStalled } from '../state/progress.ts';
import { isOutdated } from '../state/pull-state.ts';
import { isFailedUnremembered, isRemembered } from '../state/remembered.ts';
import type { State } from '../state/state.ts';
import { endingOf } from './ending.ts';

/** The next step of a run. {@link perform} does exactly one. */
export type Step =
	| { readonly kind: 'admit' }
	| { readonly kind: 'claim-command'; readonly process: ProcessState }
	| { readonly kind: 'checkpoint' }
	| { readonly kind: 'report' }
	| { readonly kind: 'heed' }
	| { readonly kind: 'check-delivery' }
	| { readonly kind: 'assemble-context' }
	| { readonly kind: 'ask-model'; readonly iteration: number; readonly closing: boolean }
	| { readonly kind: 'read-spent' }
	| { readonly kind: 'reach-cap'; readonly cap: Cap }
	| { readonly kind: 'extend'; readonly call: CallState }
	| { readonly kind: 'propose-plan' }
	| { readonly kind: 'carry-out'; readonly call: CallState }
	| { readonly kind: 'uphold-plan'; readonly call: CallState }
	| { readonly kind: 'try-walls' }
	| { readonly kind: 'try-tools'; readonly call: CallState }
	| { readonly kind: 'judge'; readonly call: CallState }
	| { readonly kind: 'refuse'; readonly call: CallState }
	| { readonly kind: 'ask-approval'; readonly calls: readonly CallState[] }
	| { readonly kind: 'settle'; readonly calls: readonly CallState[] }
	| { readonly kind: 'void-approval'; readonly call: CallState; readonly why: string }
	| { readonly kind: 'uphold'; readonly call: CallState }
	| { readonly kind: 'propose-rule'; readonly call: CallState }
	| { readonly kind: 'claim-call'; readonly call: CallState }
	| SetupStep
	| { readonly kind: 'retry'; readonly call: CallState; readonly waitMs: number }
	| { readonly kind: 'start'; readonly call: CallState }
	| { readonly kind: 'execute'; readonly call: CallState }
	| { readonly kind: 'recover'; readonly call: CallState }
	| { readonly kind: 'remember' }
	| { readonly kind: 'finish'; readonly outcome: Outcome }
	| { readonly kind: 'stop'; readonly outcome: Outcome };

/**
 * Steps that change nothing outside of the run, or that are safe if two processes do them at the same time. For example, GitHub shows two
 * equal reactions as one, and a call is claimed together with the checkpoint.
 */
const looking: ReadonlySet<Step['kind']> = new Set([
	...([
		'admit',
		'claim-command',
		'heed',
		'try-walls',
		'try-tools',
		'judge',
		'settle',
		'uphold',
		'uphold-plan',
		'claim-call',
		'stop',
	] as const),
]);

/**
 * Returns the next step of a run. This function is pure, without clock, I/O and randomness (Wolffish, The Agent Pipeline: the order of its
 * steps). Before its first effect, each process saves the run and so advances the run's ref, which only one of two processes can do.
 */
export function nextStep(state: State): Step {
	const step = stepAhead(state);
	return isTakenOver(state) || looking.has(step.kind) ? step : { kind: 'checkpoint' };
}

/** Returns whether this process has advanced the run's ref. If two processes continue from the same state, only one can. */
export function isTakenOver({ checkpointAt, process }: State): boolean {
	return checkpointAt >= (process?.begunAt ?? 0);
}

function stepAhead(state: State): Step {
	const { process, header } = state;
	if (process === undefined || header === undefined) throw new Error('a journal begins with run_started');
	const [call] = openCalls(state);
	const plan = approvedPlan(state);
	switch (true) {
		case process.stopped !== undefined:
			return isFailedUnremembered(state) ? { kind: 'remember' } : { kind: 'stop', outcome: process.stopped };
		case state.finished !== undefined:
			return { kind: 'stop', outcome: state.finished };
		case state.admitted === undefined:
			return { kind: 'admit' };
		case !process.claimed:
			return { kind: 'claim-command', process };
		case state.progress === undefined:
			return { kind: 'report' };
		case state.asked.stoppedBy !== undefined:
			return ending(state, stoppedBy(state.asked.stoppedBy));
		// If the run expects an answer, the next step reads the same thread, and also finds a stop there.
		case process.number > 1 && process.heededAt === 0 && !(call !== undefined && awaitsAnswer(call)):
			return { kind: 'heed' };
		case state.plans.some(({ plan }) => plan?.revoked !== undefined):
			return ending(state, endingOf(state));
		// While a step waits for an answer, nothing else changes.
		case plan !== undefined && isToBeUpheld(plan, state) && !(call !== undefined && awaitsAnswer(call)):
			return { kind: 'uphold-plan', call: plan };
		case needsDeliveryCheck(state):
			return { kind: 'check-delivery' };
		case state.context === undefined:
			return { kind: 'assemble-context' };
		case call !== undefined && !(call.raise !== undefined && capToAsk(state) !== undefined):
			return voidStep(state) ?? callStep(state, process, call);
		case !isSaid(state):
			return roundStep(state, process);
		case isPlanDue(state):
			return { kind: 'propose-plan' };
		default:
			return ending(state, endingOf(state));
	}
}

/**
 * Returns the step that ends the run, or before it, the step that saves people's decisions to the memory. A run that was cancelled before
 * its first call has nothing to remember.
 */
function ending(state: State, outcome: Outcome): Step {
	const isEmpty = state.rounds.length === 0 && callsOf(state).length === 0;
	return isRemembered(state) || (isEmpty && outcome.kind === 'cancelled')
		? { kind: 'finish', outcome }
		: { kind: 'remember' };
}

/** Returns whether the delivery must still be checked. It is checked once, before the conversation begins. Mode `plan` delivers nothing. */
function needsDeliveryCheck({ delivery, context, header }: State): boolean {
	return delivery === undefined && context === undefined && header?.settings.mode !== 'plan';
}

/**
 * Voids each request that is older than the last change of the pull request, before the run asks again. So one new request can show all
 * their calls.
 */
function voidStep(state: State): Step | undefined {
	const call = openCalls(state).find((open) => isOutdated(state, open));
	return call === undefined ? undefined : { kind: 'void-approval', call, why: state.pull?.why ?? '' };
}

/**
 * Returns the next step for a call. The calls of a reply run in order. Each is judged, then refused, asked about or executed. Setup runs
 * before the first call that runs something or needs a person.
 */
function callStep(state: State, process: ProcessState, call: CallState): Step {
	if (call.verdict === undefined || isStale(state, process, call)) return judgeStep(state, call);
	if (call.verdict.decision === 'block') return { kind: 'refuse', call };
	if (needsPerson(call)) return approvalStep(state, process, call);
	return (
		setupBefore(state, process, [call]) ??
		trialBefore(state, call) ??
		heedBefore(state, call) ??
		executionStep(process, call)
	);
}

/** Judges a call. Mode `contained` depends on the walls of the sandbox, so they are tested before the first call. */
function judgeStep(state: State, call: CallState): Step {
	return needsProof(state) ? { kind: 'try-walls' } : { kind: 'judge', call };
}

function approvalStep(state: State, process: ProcessState, call: CallState): Step {
	if (call.request === undefined) return askStep(state, process);
	if (call.answer === undefined) return { kind: 'settle', calls: openCalls(state).filter(awaitsAnswer) };
	// An earlier process began the call. So find out how it ended, or ask a person again, even if it was approved before.
	if (hasBegun(call, process)) return { kind: 'recover', call };
	const before = setupBefore(state, process, [call]) ?? trialBefore(state, call);
	if (before !== undefined) return before;
	// An approval in the journal is not enough: the run must also find it in the thread.
	if (call.upheldAt === undefined || call.upheldAt < process.begunAt)
		return needsProof(state) ? { kind: 'try-walls' } : { kind: 'uphold', call };
	if (call.answer.scope === 'always' && call.proposed !== true) return { kind: 'propose-rule', call };
	if (call.plan !== undefined)
		return state.delivery === undefined ? { kind: 'check-delivery' } : { kind: 'carry-out', call };
	return executionStep(process, call);
}

/** Asks about all waiting calls of one reply together, so it first judges all of them. */
function askStep(state: State, process: ProcessState): Step {
	const unjudged = openCalls(state).find((call) => call.verdict === undefined || isStale(state, process, call));
	if (unjudged !== undefined) return judgeStep(state, unjudged);
	const calls = openCalls(state).filter((call) => needsPerson(call) && call.request === undefined);
	// An approval covers the files that would run, and setup creates some of those files.
	const setup = setupBefore(state, process, calls);
	return setup ?? { kind: 'ask-approval', calls };
}

/** Tests the programs before a call. Setup comes first, because it may install them. */
function trialBefore(state: State, call: CallState): Step | undefined {
	return needsTrial(state, call) ? { kind: 'try-tools', call } : undefined;
}

/**
 * After this much work since the last look at the thread, the run looks again, even before a call without effects outside the checkout.
 * Milliseconds.
 */
const longestUnheeded = 60_000;

/**
 * Looks for a stop, because the calls of one reply can take long. It does so before each call with effects outside the checkout, and
 * sometimes before the other calls. A call that a person approved needs no extra look, because checking the approval also reads the thread.
 */
function heedBefore({ process, worked, effectAt, repliedAt }: State, call: CallState): Step | undefined {
	if (process === undefined || call.raise !== undefined || call.started !== undefined) return undefined;
	const isSeen = process.heededAt > Math.max(effectAt, repliedAt);
	const since = worked.ms - process.heededWork;
	return !isSeen && (needsClaim(call) || since >= longestUnheeded) ? { kind: 'heed' } : undefined;
}

function executionStep(process: ProcessState, call: CallState): Step {
	if (call.raise !== undefined) return { kind: 'extend', call };
	if (hasBegun(call, process)) return { kind: 'recover', call };
	if (call.retry !== undefined) return { kind: 'retry', call, waitMs: call.retry.waitMs };
	if (call.started !== undefined) return { kind: 'execute', call };
	const isClaimed = call.claim !== undefined && call.claim.seq > process.begunAt;
	if (!needsClaim(call) || isClaimed) return { kind: 'start', call };
	return { kind: 'claim-call', call };
}

/**
 * Returns whether a verdict is too old. A verdict is valid only for the files and the policy for which it was made. After another call, or
 * in another process, the call is judged again. An old verdict is kept only while a request asks about it. Threat: a person who can write
 * the run's ref adds a verdict that allows a call which needs approval.
 */
function isStale(state: State, process: ProcessState, call: CallState): boolean {
	const judgedAt = call.verdict?.seq ?? 0;
	const isOld = judgedAt < Math.max(state.effectAt, process.begunAt, state.pull?.changedAt ?? 0);
	const isAsked = call.request !== undefined && needsPerson(call);
	return !isAsked && call.started === undefined && isOld;
}

function needsPerson(call: CallState): boolean {
	return call.unknown || call.verdict?.decision === 'confirm';
}

function awaitsAnswer(call: CallState): boolean {
	return call.request !== undefined && call.answer === undefined;
}

/**
 * Returns whether the model has written its last message. This is true if the last reply called nothing, if it was the closing message, or
 * if no budget is left for another message.
 */
function isSaid(state: State): boolean {
	const last = state.rounds.at(-1);
	const isAnswer = last?.calls.length === 0 && !followsPlan(state);
	return isAnswer || endsWithoutWords(state) || roundsCounted(state) > limitOf(state, 'iterations');
}

/**
 * Returns the step between two replies. It checks the usage and, at a cap, asks people for more. If nobody can be asked, the model writes
 * one closing message.
 */
function roundStep(state: State, process: ProcessState): Step {
	if (process.heededAt < state.repliedAt) return { kind: 'heed' };
	if (needsDayFigures(state)) return { kind: 'read-spent' };
	const iteration = state.rounds.length + 1;
	// A run that only repeats itself does not ask for a larger budget.
	if (isStalled(state)) return { kind: 'ask-model', iteration, closing: true };
	const cap = capToAsk(state);
	if (cap !== undefined) return { kind: 'reach-cap', cap };
	return { kind: 'ask-model', iteration, closing: bindingCap(state) !== undefined };
}

function stoppedBy(login: string): Outcome {
	return { kind: 'cancelled', reason: 'stopped', message: `@${login} stopped it. What was asked is not done.` };
}
