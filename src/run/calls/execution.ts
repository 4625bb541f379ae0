import {
	type Effect,
	type EntryBody,
	forgeWrites,
	hasTrait,
	type LeftPath,
	leftSentences,
	listedLeft,
	type ToolContext,
	type ToolOutput,
} from '../../core/index.ts';
import { switchedOff } from '../answers/kill-switch.ts';
import { pullChange } from '../answers/pull-change.ts';
import { checkpointOf, workspaceAfter } from '../open/checkpoint.ts';
import { type CallStep, headerOf, type Stage, toolCallOf, verdictOf } from '../stage.ts';
import type { CallState } from '../state/call-state.ts';
import { needsClaim } from '../state/call-state.ts';
import type { State } from '../state/state.ts';
import { openedBefore } from '../views/delivered-pull-request.ts';
import { leftAfterDelivery } from './delivery-check.ts';
import { judge } from './judgement.ts';

/**
 * Saves the run and claims a call that may begin only once on all machines. An earlier process of this run may have taken the claim without
 * beginning the call. Then this process takes the next claim, which only one process can take. Without this, two processes that continue
 * from the same state could both begin the call.
 */
export async function claimCall(stage: Stage, { call }: CallStep): Promise<EntryBody> {
	const { state, ports } = stage;
	// The next step has effects outside the workspace, so this is the last moment to stop it. The pull request's head must be unchanged, even
	// for a call that needed no approval. Both requests to GitHub start at the same moment, to save time.
	const [off, changed] = await Promise.all([switchedOff(ports), pullChange(stage)]);
	const stopped = off ?? changed;
	if (stopped !== undefined) return stopped;
	const { claim } = call;
	const key =
		claim === undefined
			? `call/${headerOf(state).run}/${call.claimAs ?? call.id}`
			: `${claim.key}>${claim.owner.id}.${claim.owner.attempt}`;
	const result = await ports.store.saveAndClaim(await checkpointOf(stage), key, ports.runner);
	if (result === 'conflict') return { type: 'checkpoint_lost', count: stage.journal.head().count };
	const subject = { key, subject: 'call' as const, call_id: call.id };
	if (result.kind === 'claimed') return { type: 'claimed', ...subject, taken_over: false };
	return { type: 'claim_lost', ...subject, owner: result.owner, living: result.living };
}

/** Records that the call begins. The record is durable before the effect. */
export function start(call: CallState): Promise<EntryBody> {
	return Promise.resolve({ type: 'tool_started', call_id: call.id, attempt: (call.started?.attempt ?? 0) + 1 });
}

/** Runs the call. */
export async function execute(stage: Stage, { call }: CallStep): Promise<EntryBody> {
	const { ports } = stage;
	const before = ports.clock.now().getTime();
	const output = await ports.toolbox.run(await toolCallOf(call, ports), contextOf(call, stage.state));
	const duration = ports.clock.now().getTime() - before;
	const wait = waitBeforeRetry(call, output);
	if (wait === undefined) return resultOf(call, toldTries(call, output), duration, stage);
	const attempt = call.started?.attempt ?? 1;
	const kept = await ports.blobs.put(output.text);
	return { type: 'tool_retry', call_id: call.id, attempt, output: kept, duration_ms: duration, wait_ms: wait };
}

function contextOf(call: CallState, state: State): ToolContext {
	const left = leftBefore(state);
	const opened = openedBefore(state);
	return {
		callId: call.id,
		effects: verdictOf(call).effects,
		...(left === undefined ? {} : { left }),
		...(opened === undefined ? {} : { opened }),
	};
}

/**
 * Says which buttons a person may have to press after a delivery. Whether this is necessary is known only at the end of the run, because
 * checks need a moment to start.
 */
function leftBefore(state: State): string | undefined {
	const left = leftAfterDelivery(state.delivery);
	if (left === undefined) return undefined;
	return `${left} The run's comment in #${headerOf(state).request.thread} says which it is, if GitHub tells.`;
}

/** Waits, then begins the next attempt. */
export async function retry(
	{ ports }: Stage,
	{ call, waitMs }: CallStep & { readonly waitMs: number },
): Promise<EntryBody> {
	await ports.clock.sleep(waitMs);
	return start(call);
}

/** The waits after the first, second and third attempt, in milliseconds (Wolffish, The Agent Pipeline: 2 s, 6 s, 18 s). */
const waits = [2000, 6000, 18_000];

/**
 * Returns how long to wait before the next attempt, or undefined if there is none. Another attempt requires that the tool reports a
 * temporary problem, and that the call only reads and needed no approval. A failed command is a normal result, so it is not repeated.
 */
function waitBeforeRetry(call: CallState, { ok, transient }: ToolOutput): number | undefined {
	const isRepeatable =
		!needsClaim(call) && verdictOf(call).effects.every((effect) => hasTrait(effect, 'reads', 'again'));
	return !ok && transient === true && isRepeatable ? waits[(call.started?.attempt ?? 1) - 1] : undefined;
}

function toldTries({ started }: CallState, output: ToolOutput): ToolOutput {
	const attempts = started?.attempt ?? 1;
	return output.ok || output.transient !== true || attempts === 1
		? output
		: { ...output, text: `${output.text} [tried ${attempts} times]` };
}

/**
 * Handles a call that began in a process that is gone. First it looks for the effect. If there is none and the call could only change the
 * workspace, the call is judged again, and begins again if it is still allowed. This is safe, because opening the run checked that the
 * workspace is as it was before the call. In all other cases a person decides.
 */
export async function recover(stage: Stage, { call }: CallStep): Promise<EntryBody> {
	const { ports } = stage;
	const found = await ports.toolbox.findDone(await toolCallOf(call, ports), contextOf(call, stage.state));
	if (found !== undefined) return resultOf(call, found, 0, stage);
	if (!needsClaim(call) && verdictOf(call).effects.every(staysInside))
		return isJudgedAnew(call, stage) ? start(call) : judge(stage, { call });
	return {
		type: 'effect_unknown',
		call_id: call.id,
		why: 'The job that began this step ended before it could say how the step ended.',
	};
}

function isJudgedAnew({ verdict }: CallState, { state }: Stage): boolean {
	return (verdict?.seq ?? 0) > (state.process?.begunAt ?? 0);
}

/**
 * Returns whether an effect stays in the workspace of a sandbox without network. Posting our own comment is also accepted, because the run
 * can find this comment again by its marker.
 */
function staysInside(effect: Effect): boolean {
	if (effect.kind === 'forge.write') return forgeWrites[effect.what].isFoundAgain;
	return hasTrait(effect, 'lasts', false);
}

async function resultOf(call: CallState, output: ToolOutput, duration: number, stage: Stage): Promise<EntryBody> {
	const { tree, left } = await workspaceAfter(verdictOf(call).effects, stage);
	const told = listedLeft(left);
	return {
		type: 'tool_result',
		call_id: call.id,
		ok: output.ok,
		output: await stage.ports.blobs.put(`${output.text}${newlyLeft(told, stage)}`),
		duration_ms: duration,
		tree,
		...(isSameLeft(told, stage.state.left) ? {} : { left: told }),
		...(output.refused === undefined ? {} : { refused: output.refused }),
		...(output.open === undefined ? {} : { open: output.open }),
		...(output.headSha === undefined ? {} : { head_sha: output.headSha }),
		...(output.pullRequest === undefined ? {} : { pull_request: output.pullRequest }),
	};
}

/** Returns a remark about files that can be neither saved nor delivered. The model reads it at once, so it can fix this. */
function newlyLeft(left: readonly LeftPath[], { state }: Stage): string {
	const isKnown = ({ path, why, more = 0 }: LeftPath): boolean =>
		state.left.some((before) => before.path === path && before.why === why && (before.more ?? 0) >= more);
	const fresh = left.filter((one) => !isKnown(one));
	if (fresh.length === 0) return '';
	return `\n[Left out of what is saved and delivered: ${leftSentences(fresh).join(' ')}]`;
}

function isSameLeft(left: readonly LeftPath[], before: readonly LeftPath[]): boolean {
	return (
		left.length === before.length &&
		left.every(({ path, why, more }, at) => {
			const one = before[at];
			return one?.path === path && one.why === why && one.more === more;
		})
	);
}
