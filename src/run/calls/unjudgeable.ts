import { firstNamed, type Stage as GateStage, type Ports, type ToolCall, type Verdict } from '../../core/index.ts';
import { argumentProblem } from '../../models/index.ts';
import type { CallState } from '../state/call-state.ts';
import { askedPaths } from './delivered-evidence.ts';

/** Returns a refusal with the reason if the gate must not judge the call. Undefined otherwise. */
export function refusedUnjudged(call: CallState, toolCall: ToolCall, { toolbox }: Ports): Verdict | undefined {
	if (call.redacted) {
		// People must see exactly the bytes that run. But redaction would remove the credential from the bytes that people see.
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

/** Refuses a call that is too long to be shown completely, because nobody can be asked about it. */
export function refusedUnshown(verdict: Verdict): Verdict {
	const needs = "This needs a maintainer's approval, and it is too long to be shown whole: three comments must hold";
	const paths = [...askedPaths(verdict)];
	const reason =
		paths.length === 0
			? `${needs} its arguments, the change that it makes to a file, and every file that it executes. Make smaller steps.`
			: `${needs} its arguments and the difference of every file that a rule asks about: ${namedPaths(paths)}. Deliver less at once: put some of these back as the base commit has them, deliver the rest, and say in words what to change there.`;
	const refused = blocked('tools', 'too-long-to-show', reason);
	return { ...refused, matches: [...refused.matches, ...verdict.matches] };
}

function namedPaths(paths: readonly string[]): string {
	return firstNamed(
		paths.map((path) => `\`${path}\``),
		10,
	);
}

/** Refuses a commit or push by hand, which no run needs. Nobody is asked, and the model reads which tool to use. */
export function refusedForTool(verdict: Verdict): Verdict | undefined {
	const byHand = verdict.effects.some((effect) => effect.kind === 'git.commit' || effect.kind === 'git.push');
	if (!byHand || verdict.decision === 'block') return undefined;
	const reason =
		'Nothing needs committing or pushing here, and `.git` is read-only: `open_pull_request` commits the working tree and delivers it.';
	const refused = blocked('tools', 'use-open-pull-request', reason);
	return { ...refused, effects: verdict.effects, matches: [...refused.matches, ...verdict.matches] };
}

/** Returns a refusal that does not come from the gate. */
export function blocked(stage: GateStage, rule: string, reason: string): Verdict {
	const risk = stage === 'secrets' ? 'critical' : 'low';
	const match = { stage, decision: 'block', rule, reason, risk, evidence: '' } as const;
	return { decision: 'block', risk, reason, rule, effects: [], matches: [match], executes: [] };
}
