import { bindingOf } from '../approvals/index.ts';
import {
	describeEffect,
	type EntryBody,
	type EntryOf,
	type GateContext,
	type Ports,
	type ToolCall,
	type Verdict,
} from '../core/index.ts';
import { previewArgs } from '../journal/index.ts';

import type { StandingGrant } from './asked-state.ts';
import { treeAfter } from './checkpoint.ts';
import { type Evidence, evidenceOf, lookedAt, scriptsAt } from './evidence.ts';
import { needsOf } from './needs.ts';
import { modeOf } from './pull-state.ts';
import { isShownWhole } from './shown-request.ts';
import { headerOf, type Stage, toolCallOf, verdictOf } from './stage.ts';
import { grantsInForce } from './standing-grants.ts';
import type { CallState } from './state.ts';
import { refusedForTool, refusedUnjudged, refusedUnshown } from './unjudgeable.ts';

/** Judges one call as it is, and, where a person would be asked, by what people have granted for the rest of the run. */
export async function judge(call: CallState, stage: Stage): Promise<EntryBody> {
	const attempt = await judgeUngranted(call, stage);
	const { grants } = stage.state.asked;
	if (attempt.decision !== 'confirm' || call.unknown || grants.length === 0) return attempt;
	const toolCall = await toolCallOf(call, stage.ports);
	const granted = judgeBy(grants, toolCall, stage);
	if (granted.decision !== 'allow') return attempt;
	const inForce = await grantsInForce(await needsOf(attempt, stage), stage);
	// One that counts no more is recorded, and the call is judged again without it.
	if (inForce.kind === 'ended') return inForce.entry;
	const used = inForce.grants.length === grants.length ? granted : judgeBy(inForce.grants, toolCall, stage);
	if (used.decision !== 'allow') return attempt;
	const granted_by = [...new Set(inForce.grants.map(({ commentId }) => commentId))];
	return { ...(await attemptOf(toolCall, used, stage)), granted_by };
}

/** The gate's verdict without what people granted, and what an approval of the call would be bound to. */
export async function judgeUngranted(call: CallState, stage: Stage): Promise<EntryOf<'tool_attempt'>> {
	const { ports } = stage;
	const toolCall = await toolCallOf(call, ports);
	const verdict = refusedUnjudged(call, toolCall, ports) ?? judgeBy([], toolCall, stage);
	const asks = verdict.decision === 'confirm' || (verdict.decision === 'allow' && call.unknown);
	if (!asks) return attemptOf(toolCall, verdict, stage);
	const evidence = evidenceOf(toolCall, verdict.executes, ports);
	const attempt = { ...(await attemptOf(toolCall, verdict, stage, evidence)), ...lookedAt(evidence) };
	const needs = await needsOf(attempt, stage);
	return isShownWhole({ call: toolCall, verdict: attempt, needs, evidence }, stage)
		? attempt
		: attemptOf(toolCall, refusedUnshown(verdict), stage);
}

function judgeBy(granted: readonly StandingGrant[], call: ToolCall, { state, ports }: Stage): Verdict {
	const mode = modeOf(state);
	return judgeByGate(call, { mode, grants: [{ kind: 'mode', mode }, ...granted.map(({ grant }) => grant)] }, ports);
}

/** The entry of a verdict, with what an approval of the call would be bound to: the files as they were seen, where somebody is asked. */
export async function attemptOf(
	call: ToolCall,
	verdict: Verdict,
	stage: Stage,
	evidence?: Evidence,
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
		binding: await bindingFor(call, verdict, stage, evidence),
		session_mode: modeOf(stage.state),
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
	return refusedForTool(verdict) ?? verdict;
}

/** Programs read other files than those they are named: what executes is bound to the whole workspace as it was when it was judged. */
async function bindingFor(call: ToolCall, verdict: Verdict, stage: Stage, evidence?: Evidence): Promise<string> {
	const { state, ports } = stage;
	const { run, baseSha } = headerOf(state);
	const { scripts, rewrites } = evidence ?? { scripts: scriptsAt(verdict.executes, ports) };
	const executes = new Map(scripts.map(({ path, file }) => [path, file?.sha256 ?? null]));
	const workingDirectory = typeof call.args['cwd'] === 'string' ? call.args['cwd'] : '.';
	const runs = verdict.effects.some((effect) => ['exec', 'exec.project', 'exec.tool', 'opaque'].includes(effect.kind));
	const tree = verdict.decision === 'confirm' && runs ? await treeAfter([], stage) : '';
	const effects = verdict.effects.map(describeEffect);
	const rewritten = rewrites === undefined ? {} : { rewrites: rewrites.sha256 };
	const on = state.pull === undefined ? {} : { headSha: state.pull.head };
	return bindingOf({ run, call, workingDirectory, baseSha, executes, tree, effects, ...rewritten, ...on });
}
