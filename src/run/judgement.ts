import { bindingOf } from '../approvals/index.ts';
import type { EntryBody, EntryOf, GateContext, Grant, Ports, ToolCall, Verdict } from '../core/index.ts';
import { previewArgs } from '../journal/index.ts';

import { treeAfter } from './checkpoint.ts';
import { headerOf, type Stage, toolCallOf, verdictOf } from './stage.ts';
import type { CallState, State } from './state.ts';
import { refusedForTool, refusedUnjudged, refusedUnshown } from './unjudgeable.ts';

/** Judges one call: the gate's verdict, and what an approval of it would be bound to. */
export async function judge(call: CallState, stage: Stage): Promise<EntryOf<'tool_attempt'>> {
	const { state, ports } = stage;
	const { settings } = headerOf(state);
	const toolCall = await toolCallOf(call, ports);
	const grants: readonly Grant[] = [{ kind: 'mode', mode: settings.mode }];
	const verdict =
		refusedUnjudged(call, toolCall, ports) ?? judgeByGate(toolCall, { mode: settings.mode, grants }, ports);
	return {
		type: 'tool_attempt',
		call_id: call.id,
		tool_name: call.name,
		tool_input: previewArgs(toolCall.args),
		classification: verdict.rule,
		risk_level: verdict.risk,
		decision: verdict.decision,
		matched_rule: verdict.rule,
		reason: verdict.reason,
		effects: [...verdict.effects],
		matches: [...verdict.matches],
		binding: bindingFor(toolCall, verdict, stage),
		session_mode: settings.mode,
	};
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
	return refusedForTool(verdict) ?? refusedUnshown(call.args, verdict) ?? verdict;
}

function bindingFor(call: ToolCall, verdict: Verdict, { state, ports }: { state: State; ports: Ports }): string {
	const { run, baseSha } = headerOf(state);
	const executes = new Map(verdict.executes.map((path) => [path, ports.workspace.hashOf(path)]));
	const workingDirectory = typeof call.args['cwd'] === 'string' ? call.args['cwd'] : '.';
	return bindingOf({ run, call, workingDirectory, baseSha, executes });
}
