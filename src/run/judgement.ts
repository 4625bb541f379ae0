import { bindingOf } from '../approvals/index.ts';
import type { EntryBody, EntryOf, Grant, Ports, ToolCall, Verdict } from '../core/index.ts';
import { previewArgs } from '../journal/index.ts';

import { headerOf, type Stage, toolCallOf, verdictOf } from './stage.ts';
import type { CallState, State } from './state.ts';

/** Judges one call: the gate's verdict, and what an approval of it would be bound to. */
export async function judge(call: CallState, stage: Stage): Promise<EntryOf<'tool_attempt'>> {
	const { state, ports } = stage;
	const { settings } = headerOf(state);
	const toolCall = await toolCallOf(call, ports);
	const grants: readonly Grant[] = [{ kind: 'mode', mode: settings.mode }];
	const verdict =
		redactionVerdict(toolCall, ports) ??
		ports.gate.judge(toolCall, { facts: ports.workspace.facts, mode: settings.mode, grants });
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

/** Records a blocked call, which is its outcome, and what the model is told of it. */
export async function refuse(call: CallState, { ports }: Stage): Promise<EntryBody> {
	const verdict = verdictOf(call);
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

/** What is shown, stored and run must be the same bytes, so arguments that would be redacted are not run at all. */
function redactionVerdict(call: ToolCall, ports: Ports): Verdict | undefined {
	if (!ports.redactor.holdsSecret(JSON.stringify(call.args))) return undefined;
	const reason =
		'The arguments hold a credential, or what redaction left of one. Do without it: tools never need a credential.';
	const rule = 'secret-in-arguments';
	return {
		decision: 'block',
		risk: 'critical',
		reason,
		rule,
		effects: [],
		matches: [{ stage: 'secrets', decision: 'block', rule, reason, risk: 'critical', evidence: call.name }],
		executes: [],
	};
}

function bindingFor(call: ToolCall, verdict: Verdict, { state, ports }: { state: State; ports: Ports }): string {
	const { run, baseSha } = headerOf(state);
	const executes = new Map(verdict.executes.map((path) => [path, ports.workspace.hashOf(path)]));
	const workingDirectory = typeof call.args['cwd'] === 'string' ? call.args['cwd'] : '.';
	return bindingOf({ run, call, workingDirectory, baseSha, executes });
}
