import type { Stage as GateStage, Ports, ToolCall, Verdict } from '../core/index.ts';
import { argumentProblem } from '../models/index.ts';
import type { CallState } from './state.ts';

/** Why a call is refused before the gate is asked. */
export function refusedUnjudged(call: CallState, toolCall: ToolCall, { toolbox }: Ports): Verdict | undefined {
	if (call.redacted) {
		// What is shown, stored and run must be the same bytes.
		return blocked(
			'secrets',
			'secret-in-arguments',
			'The arguments hold a credential. Do without it: no tool ever needs one.',
		);
	}
	const definition = toolbox.definitions().find((known) => known.name === toolCall.name);
	const problem =
		definition === undefined ? undefined : (argumentProblem(definition, toolCall.args) ?? toolbox.problem?.(toolCall));
	return problem === undefined ? undefined : blocked('tools', 'invalid-arguments', problem);
}

/** A call that is too long to be shown whole is not asked for. */
export function refusedUnshown(verdict: Verdict): Verdict {
	const reason =
		"This needs a maintainer's approval, and it is too long to be shown whole: three comments must hold its arguments, the change that it makes to a file, and every file that it executes. Make smaller steps.";
	const refused = blocked('tools', 'too-long-to-show', reason);
	return { ...refused, matches: [...refused.matches, ...verdict.matches] };
}

/** In a run nothing needs committing or pushing by hand: nobody is asked, the typed tool is named instead. */
export function refusedForTool(verdict: Verdict): Verdict | undefined {
	const byHand = verdict.effects.some((effect) => effect.kind === 'git.commit' || effect.kind === 'git.push');
	if (!byHand || verdict.decision === 'block') return undefined;
	const reason =
		'Nothing needs committing or pushing here, and `.git` is read-only: `open_pull_request` commits the working tree and delivers it.';
	const refused = blocked('tools', 'use-open-pull-request', reason);
	return { ...refused, effects: verdict.effects, matches: [...refused.matches, ...verdict.matches] };
}

/** A refusal of our own, beside the gate's. */
export function blocked(stage: GateStage, rule: string, reason: string): Verdict {
	const risk = stage === 'secrets' ? 'critical' : 'low';
	const match = { stage, decision: 'block', rule, reason, risk, evidence: '' } as const;
	return { decision: 'block', risk, reason, rule, effects: [], matches: [match], executes: [] };
}
