import { bindingOf } from '../approvals/index.ts';
import {
	type Delivery,
	describeEffect,
	type EntryBody,
	type EntryOf,
	type GateContext,
	type Grant,
	type Ports,
	type ToolCall,
	type Verdict,
} from '../core/index.ts';
import { previewArgs } from '../journal/index.ts';
import { longestRequest, requestComment } from '../report/index.ts';

import { manifestDigest, treeAfter } from './checkpoint.ts';
import { refusedUndeliverable } from './delivery-check.ts';
import { deliveredFacts, deliveryBy, refusedDelivery } from './judged-delivery.ts';
import { headerOf, type Stage, toolCallOf, verdictOf } from './stage.ts';
import type { CallState } from './state.ts';
import { refusedForTool, refusedUnjudged, refusedUnshown } from './unjudgeable.ts';

/** Judges one call: the gate's verdict, and what an approval of it would be bound to. */
export async function judge(call: CallState, stage: Stage): Promise<EntryOf<'tool_attempt'>> {
	const { state, ports } = stage;
	const { settings } = headerOf(state);
	const toolCall = await toolCallOf(call, ports);
	const grants: readonly Grant[] = [{ kind: 'mode', mode: settings.mode }];
	const refused = refusedUnjudged(call, toolCall, ports);
	const delivery = refused === undefined ? await deliveryBy(toolCall, ports) : {};
	const facts = { ...ports.workspace.facts, ...deliveredFacts(delivery) };
	const judged =
		refused ??
		refusedDelivery(delivery, ports.redactor) ??
		judgeByGate(toolCall, { facts, mode: settings.mode, grants }, ports);
	const verdict = refusedUndeliverable(judged, state.delivery) ?? judged;
	const attempt = await attemptOf(toolCall, verdict, stage, delivery.delivery);
	return isShownWhole(toolCall, attempt, stage)
		? attempt
		: attemptOf(toolCall, refusedUnshown(verdict), stage, delivery.delivery);
}

/** The entry of a verdict, with what an approval of the call would be bound to. */
export async function attemptOf(
	call: ToolCall,
	verdict: Verdict,
	stage: Stage,
	delivery?: Delivery,
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
		binding: await bindingFor(call, verdict, stage, delivery),
		session_mode: headerOf(stage.state).settings.mode,
	};
}

/** A call that needs a person must be shown whole: the request is made here as it would be posted. */
function isShownWhole(call: ToolCall, verdict: EntryOf<'tool_attempt'>, { state }: Stage): boolean {
	if (verdict.decision !== 'confirm') return true;
	const { standingHosts = [] } = headerOf(state).settings;
	const shown = {
		expires: new Date(0).toISOString(),
		said: 'x'.repeat(8000),
		requester: 'x'.repeat(40),
		standingHosts,
	};
	return requestComment({ items: [{ id: 'A999999', call, verdict, again: true }], ...shown }).length <= longestRequest;
}

/** Records a blocked call, which is its outcome, and what the model is told of it. A malformed call is no violation, only a failure. */
export async function refuse(call: CallState, stage: Stage): Promise<EntryBody> {
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
		rule: verdict.matched_rule,
		risk_level: verdict.risk_level,
		told: await ports.blobs.put(told),
	};
}

function judgeByGate(call: ToolCall, context: GateContext, ports: Ports): Verdict {
	const verdict = ports.gate.judge(call, context);
	return refusedForTool(verdict) ?? verdict;
}

/**
 * Programs read other files than those they are named: what executes is bound to the whole workspace as it was when it was judged, and so
 * is what delivers it.
 */
async function bindingFor(call: ToolCall, verdict: Verdict, stage: Stage, delivery?: Delivery): Promise<string> {
	const { state, ports } = stage;
	const { run, baseSha } = headerOf(state);
	const executes = new Map(verdict.executes.map((path) => [path, ports.workspace.hashOf(path)]));
	const workingDirectory = typeof call.args['cwd'] === 'string' ? call.args['cwd'] : '.';
	const runs = verdict.effects.some((effect) => ['exec', 'exec.project', 'exec.tool', 'opaque'].includes(effect.kind));
	const ran = verdict.decision === 'confirm' && runs ? await treeAfter([], stage) : '';
	const tree = delivery === undefined ? ran : manifestDigest(delivery.manifest);
	const effects = verdict.effects.map(describeEffect);
	return bindingOf({ run, call, workingDirectory, baseSha, executes, tree, effects });
}
