import { bindingOf } from '../../approvals/index.ts';
import {
	deliversTo,
	describeEffect,
	type EntryBody,
	type EntryOf,
	type GateContext,
	type Ports,
	runsPrograms,
	type ToolCall,
	type Verdict,
} from '../../core/index.ts';
import { previewArgs } from '../../journal/index.ts';
import { grantsFor, grantsInForce, neededOf, wasDenied } from '../answers/standing-grants.ts';
import { isShownWhole } from '../ask/shown-request.ts';
import { raiseVerdict } from '../loop/raise.ts';
import { manifestDigest, treeAfter } from '../open/checkpoint.ts';
import { type CallStep, headerOf, type Stage, toolCallOf, verdictOf } from '../stage.ts';
import type { StandingGrant } from '../state/asked-state.ts';
import type { CallState, Planned, Raise } from '../state/call-state.ts';
import { modeOf } from '../state/pull-state.ts';
import { openedBefore } from '../views/delivered-pull-request.ts';
import { askedBesideCode } from './beside-code.ts';
import { refusedBeyondCap } from './call-cap.ts';
import { planVerdict, refusedLongPlan, shownPlan } from './carry-out-plan.ts';
import { refusedUndeliverable } from './delivery-check.ts';
import { type Evidence, evidenceOf, lookedAt, scriptsAt } from './evidence.ts';
import { type DeliveryBy, deliveredFacts, deliveryBy, refusedDelivery } from './judged-delivery.ts';
import { needsOf } from './needs.ts';
import { refusedUnsignable } from './sole-signer.ts';
import { steeringOf } from './steering.ts';
import { refusedForTool, refusedUnjudged, refusedUnshown } from './unjudgeable.ts';
import { modeInForce, provenWalls } from './walls.ts';
import { writtenBy } from './written-by.ts';

/** Judges a call in its current state. If the call needs approval, this also looks for a grant that allows it. */
export async function judge(stage: Stage, { call }: CallStep): Promise<EntryBody> {
	if (call.raise !== undefined) return raiseAttempt(call, call.raise, stage);
	if (call.plan !== undefined) return planAttempt(call, call.plan, stage);
	const judged = await judgedCall(call, stage);
	const attempt = await attemptWithout(judged, call, stage);
	const grants = await grantsFor(attempt, stage);
	if (attempt.decision !== 'confirm' || call.unknown || grants.length === 0) return attempt;
	if (judgeBy(grants, judged, stage).decision !== 'allow') return attempt;
	if (await wasDenied(call, { args: judged.toolCall.args, rule: attempt.matched_rule }, stage)) return attempt;
	const inForce = await grantsInForce(grants, await needsOf(attempt, stage), stage);
	// Record a grant that is no longer valid. Then the call is judged again without it.
	if (inForce.kind === 'ended') return inForce.entry;
	const allows = (some: readonly StandingGrant[]): boolean => judgeBy(some, judged, stage).decision === 'allow';
	if (!allows(inForce.grants)) return attempt;
	const needed = neededOf(inForce.grants, allows);
	const used = judgeBy(needed, judged, stage);
	const granted_by = [...new Set(needed.map(({ commentId }) => commentId))];
	return { ...(await attemptOf(judged.toolCall, used, stage, judged.by)), granted_by };
}

/** Returns the gate's verdict without grants, and the binding of an approval. */
export async function judgeUngranted(call: CallState, stage: Stage): Promise<EntryOf<'tool_attempt'>> {
	if (call.raise !== undefined) return raiseAttempt(call, call.raise, stage);
	if (call.plan !== undefined) return planAttempt(call, call.plan, stage);
	return attemptWithout(await judgedCall(call, stage), call, stage);
}

/** Judges a request for a larger budget, without the gate. The run always asks, even if people granted something. */
async function raiseAttempt(call: CallState, raise: Raise, stage: Stage): Promise<EntryOf<'tool_attempt'>> {
	const verdict = raiseVerdict(stage.state, raise);
	return { ...(await attemptOf(await toolCallOf(call, stage.ports), verdict, stage)), origin: 'run' };
}

/** Judges a plan, also without the gate. The person who signs it must see the whole plan. */
async function planAttempt(call: CallState, plan: Planned, stage: Stage): Promise<EntryOf<'tool_attempt'>> {
	const { state, ports } = stage;
	const toolCall = await toolCallOf(call, ports);
	const attemptBy = async (verdict: Verdict): Promise<EntryOf<'tool_attempt'>> => {
		return { ...(await attemptOf(toolCall, verdict, stage)), origin: 'run' };
	};
	const attempt = await attemptBy(planVerdict(state, plan));
	if (attempt.decision === 'block') return attempt;
	const evidence = evidenceOf(toolCall, { executes: [], verdict: attempt }, ports);
	const needs = await needsOf(attempt, stage);
	const unsignable = await refusedUnsignable(planVerdict(state, plan), needs, ports);
	if (unsignable !== undefined) return attemptBy(unsignable);
	const shown = { call: toolCall, verdict: attempt, needs, evidence, plan: shownPlan(toolCall, plan, state) };
	return isShownWhole(shown, stage) ? attempt : attemptBy(refusedLongPlan());
}

/** A call with its delivery. */
interface JudgedCall {
	readonly toolCall: ToolCall;
	readonly by: DeliveryBy;
	/** The verdict, if the call is refused before the gate judges it. */
	readonly refused?: Verdict;
}

async function judgedCall(call: CallState, { state, ports }: Stage): Promise<JudgedCall> {
	const toolCall = await toolCallOf(call, ports);
	const refused = refusedBeyondCap(call, state) ?? refusedUnjudged(call, toolCall, ports);
	return refused === undefined ? { toolCall, by: await deliveryBy(toolCall, ports) } : { toolCall, by: {}, refused };
}

async function attemptWithout(judged: JudgedCall, call: CallState, stage: Stage): Promise<EntryOf<'tool_attempt'>> {
	const { state, ports } = stage;
	const { toolCall, by, refused } = judged;
	const found = refused ?? refusedDelivery(by, ports.redactor) ?? judgeBy([], judged, stage);
	const verdict = refusedUndeliverable(found, state.delivery) ?? found;
	// If a person is asked, the files are recorded, so that a later process can compare them with the request.
	const isAsked = call.unknown || call.request !== undefined;
	const asks = verdict.decision === 'confirm' || (verdict.decision === 'allow' && isAsked);
	if (!asks) return attemptOf(toolCall, verdict, stage, by);
	const { delivery } = by;
	const steering = await steeringOf(toolCall.name, verdict, stage);
	const written = delivery && { delivery: { ...delivery, writtenBy: writtenBy(state) } };
	const more = { ...written, ...(steering && { steering }) };
	const looking = { executes: verdict.executes, verdict, ...more };
	const evidence = evidenceOf(toolCall, looking, ports);
	const attempt = { ...(await attemptOf(toolCall, verdict, stage, { ...by, evidence })), ...lookedAt(evidence) };
	const needs = await needsOf(attempt, stage);
	const unsignable = await refusedUnsignable(verdict, needs, ports);
	if (unsignable !== undefined) return attemptOf(toolCall, unsignable, stage, by);
	return isShownWhole({ call: toolCall, verdict: attempt, needs, evidence }, stage)
		? attempt
		: attemptOf(toolCall, refusedUnshown(verdict), stage, by);
}

function judgeBy(granted: readonly StandingGrant[], { toolCall, by }: JudgedCall, { state, ports }: Stage): Verdict {
	const mode = modeOf(state);
	const addsToPull = deliversTo(headerOf(state).pull) === 'commit' || openedBefore(state)?.head !== undefined;
	const facts = { ...ports.workspace.facts, ...deliveredFacts(by), addsToPull };
	const grants = [{ kind: 'mode' as const, mode }, ...granted.map(({ grant }) => grant)];
	const verdict = judgeByGate(toolCall, { facts, mode, grants, ...provenWalls(state) }, ports);
	return askedBesideCode(verdict, toolCall.name, { request: headerOf(state).request, grants });
}

/** The files that were read when a call was judged. */
interface Seen extends DeliveryBy {
	readonly evidence?: Evidence;
}

/**
 * Creates the entry for a verdict. If a person is asked, the entry also has the binding for an approval, and the files as they were read.
 */
export async function attemptOf(
	call: ToolCall,
	verdict: Verdict,
	stage: Stage,
	seen: Seen = {},
): Promise<EntryOf<'tool_attempt'>> {
	return {
		type: 'tool_attempt',
		call_id: call.id,
		tool_name: call.name,
		tool_input: previewArgs(call.args),
		classification: verdict.rule,
		risk_level: verdict.risk,
		decision: verdict.decision,
		matched_rule: verdict.rule,
		reason: verdict.reason,
		effects: [...verdict.effects],
		matches: [...verdict.matches],
		...(verdict.asks && { asks: verdict.asks }),
		binding: await bindingFor(call, verdict, stage, seen),
		session_mode: modeInForce(stage.state),
		...(verdict.walls && { walls: verdict.walls }),
	};
}

/**
 * Records a blocked call and what the model reads about it. The block is the call's outcome. A malformed call is only a failure, not a
 * violation.
 */
export async function refuse(stage: Stage, { call }: CallStep): Promise<EntryBody> {
	const { ports } = stage;
	const verdict = verdictOf(call);
	const [first] = verdict.matches;
	if (first?.stage === 'tools') {
		const output = await ports.blobs.put(verdict.reason);
		return {
			type: 'tool_result',
			call_id: call.id,
			ok: false,
			output,
			duration_ms: 0,
			tree: await treeAfter([], stage),
		};
	}
	const told = `Blocked by the gate, and nobody can approve it. Rule: ${verdict.matched_rule}. ${verdict.reason}`;
	return {
		type: 'security_violation',
		call_id: call.id,
		tool_name: call.name,
		reason: verdict.reason,
		matched_rule: verdict.matched_rule,
		risk_level: verdict.risk_level,
		told: await ports.blobs.put(told),
	};
}

function judgeByGate(call: ToolCall, context: GateContext, ports: Ports): Verdict {
	const verdict = ports.gate.judge(call, context);
	return refusedForTool(verdict) ?? verdict;
}

/**
 * Returns the binding of a call, a digest of everything that an approval covers. For a call that runs programs, and for a delivery, this
 * includes the whole workspace, because programs also read files that the call does not name.
 */
async function bindingFor(call: ToolCall, verdict: Verdict, stage: Stage, seen: Seen): Promise<string> {
	const { state, ports } = stage;
	const { run, base_sha: baseSha } = headerOf(state);
	const { evidence, delivery } = seen;
	const { scripts, rewrites } = evidence ?? { scripts: scriptsAt(verdict.executes, ports) };
	const executes = new Map(scripts.map(({ path, file }) => [path, file?.sha256 ?? null]));
	const workingDirectory = typeof call.args['cwd'] === 'string' ? call.args['cwd'] : '.';
	const ran = evidence !== undefined && runsPrograms(verdict.effects) ? await treeAfter([], stage) : '';
	const tree = delivery === undefined ? ran : manifestDigest(delivery.manifest);
	const effects = verdict.effects.map(describeEffect);
	const rewritten = rewrites === undefined ? {} : { rewrites: rewrites.sha256 };
	const { head: headSha, baseBranch: pullBase } = state.pull ?? {};
	const on = { ...(headSha !== undefined && { headSha }), ...(pullBase !== undefined && { pullBase }) };
	return bindingOf({ run, call, workingDirectory, baseSha, executes, tree, effects, ...rewritten, ...on });
}
