import type { Gate, ToolCall, Verdict } from '../core/index.ts';

/** The name of the rule that refuses in a dry run. */
export const dryRunRule = 'dry-run';

/**
 * Returns a gate for a dry run. It allows only what mode `plan` allows. For every other call, `tell` receives the verdict that a real run
 * would have, and the model reads that the call was not made.
 */
export function readingGate(gate: Gate, tell: (call: ToolCall, verdict: Verdict) => void): Gate {
	const told = new Set<string>();
	return {
		judge: (call, context) => {
			const reading = gate.judge(call, { ...context, mode: 'plan', grants: [{ kind: 'mode', mode: 'plan' }] });
			if (reading.decision === 'allow') return reading;
			const verdict = gate.judge(call, context);
			// `tell` gets each call once, and no call that the run itself makes for its context.
			const isNew = call.id !== 'context' && !told.has(call.id);
			told.add(call.id);
			if (isNew) tell(call, verdict);
			return verdict.decision === 'block' ? verdict : notDone(verdict);
		},
	};
}

const would: Readonly<Record<Exclude<Verdict['decision'], 'block'>, string>> = {
	allow: 'It would have run unasked.',
	confirm: 'A person would have been asked.',
};

function notDone(verdict: Verdict): Verdict {
	const { decision, risk } = verdict;
	const reason = `This is a dry run, which only reads: nothing was done. ${would[decision === 'confirm' ? 'confirm' : 'allow']} Go on as if it had been done, without trying it in another way.`;
	const match = { stage: 'grant', decision: 'block', rule: dryRunRule, reason, risk, evidence: '' } as const;
	return { ...verdict, decision: 'block', rule: match.rule, reason, matches: [match, ...verdict.matches] };
}
