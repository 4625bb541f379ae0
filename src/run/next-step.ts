import type { Cap, Outcome } from '../core/index.ts';
import { bindingCap, capToAsk, endsWithoutWords, limitOf, needsDayFigures, roundsCounted } from './budget.ts';
import { hasBegun, needsClaim } from './call-state.ts';
import { endingOf } from './ending.ts';
import { approvedPlan, followsPlan, isPlanDue, isToBeUpheld } from './plan.ts';
import { isStalled } from './progress.ts';
import { isOutdated } from './pull-state.ts';
import { isFailedUnremembered, isRemembered } from './remembered.ts';
import { type SetupStep, setupBefore } from './setup-step.ts';
import { type CallState, callsOf, openCalls, type ProcessState, type State } from './state.ts';
import { needsTrial } from './tools.ts';
import { needsProof } from './walls.ts';

/** What is to be done next. {@link perform} does exactly one. */
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
 * Steps that change nothing outside, or see to it themselves: two processes may do them at the same time. A reaction is the same, however
 * often it is given, and a call is claimed together with the checkpoint.
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
 * Names the next step of a run. Pure: no clock, no I/O, no randomness (Wolffish, The Agent Pipeline: the order of its steps). Before its first
 * effect each process advances the run's ref, which one of two can: what it decided until then is durable with it.
 */
export function nextStep(state: State): Step {
	const step = stepAhead(state);
	return isTakenOver(state) || looking.has(step.kind) ? step : { kind: 'checkpoint' };
}

/** Whether this process has advanced the run's ref: of two that go on from the same state, one can. */
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
		// An answer that is due is looked for in the same thread, and so is a stop.
		case process.number > 1 && process.heededAt === 0 && !(call !== undefined && awaitsAnswer(call)):
			return { kind: 'heed' };
		case state.plans.some(({ plan }) => plan?.revoked !== undefined):
			return ending(state, endingOf(state));
		// What waits is left as it is until somebody answers.
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

/** Whatever ends a run, what people decided in it is remembered first. Before its first step there is nothing to remember. */
function ending(state: State, outcome: Outcome): Step {
	const isEmpty = state.rounds.length === 0 && callsOf(state).length === 0;
	return isRemembered(state) || (isEmpty && outcome.kind === 'cancelled')
		? { kind: 'finish', outcome }
		: { kind: 'remember' };
}

/** Once, before the model is told anything; mode `plan` delivers nothing. */
function needsDeliveryCheck({ delivery, context, header }: State): boolean {
	return delivery === undefined && context === undefined && header?.settings.mode !== 'plan';
}

/** All requests that showed another head are void before anything is asked anew, so that it is asked in one request again. */
function voidStep(state: State): Step | undefined {
	const call = openCalls(state).find((open) => isOutdated(state, open));
	return call === undefined ? undefined : { kind: 'void-approval', call, why: state.pull?.why ?? '' };
}

/** The calls of a reply run in order: judged, then refused, asked for, or executed; setup comes before what asks about or runs something. */
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

/** Mode `contained` counts on walls, so they are tried before the first call is judged. */
function judgeStep(state: State, call: CallState): Step {
	return needsProof(state) ? { kind: 'try-walls' } : { kind: 'judge', call };
}

function approvalStep(state: State, process: ProcessState, call: CallState): Step {
	if (call.request === undefined) return askStep(state, process);
	if (call.answer === undefined) return { kind: 'settle', calls: openCalls(state).filter(awaitsAnswer) };
	// Whether it ended is looked up, or asked about, whatever became of the answer.
	if (hasBegun(call, process)) return { kind: 'recover', call };
	const before = setupBefore(state, process, [call]) ?? trialBefore(state, call);
	if (before !== undefined) return before;
	// What a journal says that somebody said opens nothing before the thread was read for it, either.
	if (call.upheldAt === undefined || call.upheldAt < process.begunAt)
		return needsProof(state) ? { kind: 'try-walls' } : { kind: 'uphold', call };
	if (call.answer.scope === 'always' && call.proposed !== true) return { kind: 'propose-rule', call };
	if (call.plan !== undefined)
		return state.delivery === undefined ? { kind: 'check-delivery' } : { kind: 'carry-out', call };
	return executionStep(process, call);
}

/** All pending calls of one reply are asked together, so all of them are judged first. */
function askStep(state: State, process: ProcessState): Step {
	const unjudged = openCalls(state).find((call) => call.verdict === undefined || isStale(state, process, call));
	if (unjudged !== undefined) return judgeStep(state, unjudged);
	const calls = openCalls(state).filter((call) => needsPerson(call) && call.request === undefined);
	// An approval is bound to the files that would run, and setup puts some of them there.
	const setup = setupBefore(state, process, calls);
	return setup ?? { kind: 'ask-approval', calls };
}

/** Setup may install what the tests begin with, so it comes first. */
function trialBefore(state: State, call: CallState): Step | undefined {
	return needsTrial(state, call) ? { kind: 'try-tools', call } : undefined;
}

/** After so much work without a look, the thread is read again also before a call that stays in the checkout. */
const longestUnheeded = 60_000;

/**
 * The calls of one reply can take long: a stop is looked for before each one that leaves the checkout, and from time to time before the
 * others. What a person approved is upheld at that moment, which is such a look.
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
 * A verdict was true of the disk and of the policy as they were: after another call, or in another process, it is asked again. A request
 * keeps only a verdict that waits for its answer. Threat: whoever writes the run's ref adds one that allows what is asked about.
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

/** The model has said its last word: it called nothing, or it was the closing call. Or nothing is left to say one with. */
function isSaid(state: State): boolean {
	const last = state.rounds.at(-1);
	const isAnswer = last?.calls.length === 0 && !followsPlan(state);
	return isAnswer || endsWithoutWords(state) || roundsCounted(state) > limitOf(state, 'iterations');
}

/** Between two replies: what was used is looked at, more is asked for at a cap, and where there is none the model has one closing call. */
function roundStep(state: State, process: ProcessState): Step {
	if (process.heededAt < state.repliedAt) return { kind: 'heed' };
	if (needsDayFigures(state)) return { kind: 'read-spent' };
	const iteration = state.rounds.length + 1;
	// Nobody is asked to pay for more of the same.
	if (isStalled(state)) return { kind: 'ask-model', iteration, closing: true };
	const cap = capToAsk(state);
	if (cap !== undefined) return { kind: 'reach-cap', cap };
	return { kind: 'ask-model', iteration, closing: bindingCap(state) !== undefined };
}

function stoppedBy(login: string): Outcome {
	return { kind: 'cancelled', reason: 'stopped', message: `@${login} stopped it. What was asked is not done.` };
}
