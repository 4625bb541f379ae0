import { bindingOf } from '../approvals/index.ts';
import {
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

import { treeAfter } from './checkpoint.ts';
import { needsOf } from './needs.ts';
import { headerOf, type Stage, toolCallOf, verdictOf } from './stage.ts';
import type { CallState } from './state.ts';
import { refusedForTool, refusedUnjudged, refusedUnshown } from './unjudgeable.ts';

/** Judges one call: the gate's verdict, and what an approval of it would be bound to. */
export async function judge(call: CallState, stage: Stage): Promise<EntryOf<'tool_attempt'>> {
	const { state, ports } = stage;
	const { settings } = headerOf(state);
	const toolCall = await toolCallOf(call, ports);
	const grants: readonly Grant[] = [{ kind: 'mode', mode: settings.mode }];
	const verdict =
		refusedUnjudged(call, toolCall, ports) ?? judgeByGate(toolCall, { mode: settings.mode, grants }, ports);
	const attempt = await attemptOf(toolCall, verdict, stage);
	return (await isShownWhole(toolCall, attempt, stage)) ? attempt : attemptOf(toolCall, refusedUnshown(verdict), stage);
}

/** The entry of a verdict, with what an approval of the call would be bound to. */
export async function attemptOf(call: ToolCall, verdict: Verdict, stage: Stage): Promise<EntryOf<'tool_attempt'>> {
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
		binding: await bindingFor(call, verdict, stage),
		session_mode: headerOf(stage.state).settings.mode,
	};
}

/** A call that needs a person must be shown whole: the request is made here as it would be posted. */
async function isShownWhole(call: ToolCall, verdict: EntryOf<'tool_attempt'>, stage: Stage): Promise<boolean> {
	if (verdict.decision !== 'confirm') return true;
	const { standingHosts = [] } = headerOf(stage.state).settings;
	const item = { id: 'A999999', call, verdict, again: true, needs: await needsOf(verdict, stage) } as const;
	const shown = {
		expires: new Date(0).toISOString(),
		said: 'x'.repeat(8000),
		requester: 'x'.repeat(40),
		standingHosts,
	};
	return requestComment({ items: [item], ...shown }).length <= longestRequest;
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

function judgeByGate(call: ToolCall, { mode, grants }: Pick<GateContext, 'mode' | 'grants'>, ports: Ports): Verdict {
	const verdict = ports.gate.judge(call, { facts: ports.workspace.facts, mode, grants });
	return refusedForTool(verdict) ?? verdict;
}

/** Programs read other files than those they are named: what executes is bound to the whole workspace as it was when it was judged. */
async function bindingFor(call: ToolCall, verdict: Verdict, stage: Stage): Promise<string> {
	const { state, ports } = stage;
	const { run, baseSha } = headerOf(state);
	const executes = new Map(verdict.executes.map((path) => [path, ports.workspace.hashOf(path)]));
	const workingDirectory = typeof call.args['cwd'] === 'string' ? call.args['cwd'] : '.';
	const runs = verdict.effects.some((effect) => ['exec', 'exec.project', 'exec.tool', 'opaque'].includes(effect.kind));
	const tree = verdict.decision === 'confirm' && runs ? await treeAfter([], stage) : '';
	const effects = verdict.effects.map(describeEffect);
	return bindingOf({ run, call, workingDirectory, baseSha, executes, tree, effects });
}
