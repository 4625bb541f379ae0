import { CountersignError, type Match, type ToolCall } from '../core/index.ts';
import { createGate, type Inspection, itemOf, type Policy, rulesFor } from '../gate/index.ts';
import { loadPolicy } from '../gate/loading.ts';
import type { Judging } from './judging.ts';

/** A rule that would let a call pass unasked, as it is to be pasted, and what it has to stand before. */
export interface ProposedRule {
	readonly yaml: string;
	/** The rules that ask now, in the files in which it has to stand before them; none: it may stand in any file. */
	readonly before: readonly Match[];
}

/** A call with what was found about it. */
export interface Judged {
	readonly call: ToolCall;
	readonly inspection: Inspection;
	readonly matches: readonly Match[];
	readonly judging: Judging;
}

/**
 * The smallest rules that would allow what is asked about, or denied for want of a rule. They are tried before they are proposed:
 * undefined where no rule would do.
 */
export function proposeRule(judged: Judged): ProposedRule | undefined {
	const { matches, inspection, judging } = judged;
	const unsettled = matches.filter(({ decision }) => decision !== 'allow');
	const rules = rulesFor(inspection, unsettled).map(itemOf);
	if (rules.length === 0) return undefined;
	const yaml = ['rules:', ...rules].join('\n');
	const proposed = load(yaml);
	if (proposed === undefined) return undefined;
	const before = distinct(unsettled.filter(({ stage }) => stage === 'policy'));
	const policies = withRules(proposed, before, judging.policies);
	return allows(judged.call, policies, judging) ? { yaml, before } : undefined;
}

function distinct(matches: readonly Match[]): readonly Match[] {
	return [...new Map(matches.map((match) => [`${match.file}:${match.line}`, match])).values()];
}

function load(yaml: string): Policy | undefined {
	try {
		return loadPolicy(yaml, 'own.yml');
	} catch (thrown) {
		// A path that is no glob, or a text that is too long for a pattern: there is no such rule then.
		if (thrown instanceof CountersignError) return undefined;
		throw thrown;
	}
}

/** Files do not overrule each other: what a file asks about is freed only in that file. */
function withRules(proposed: Policy, before: readonly Match[], policies: readonly Policy[]): readonly Policy[] {
	if (before.length === 0) return [...policies, proposed];
	const asking = new Set(before.map(({ file }) => file));
	return policies.map((policy) =>
		asking.has(policy.file) ? { ...policy, rules: [...proposed.rules, ...policy.rules] } : policy,
	);
}

function allows(call: ToolCall, policies: readonly Policy[], { patterns, context }: Judging): boolean {
	return createGate({ policies, patterns, knownTools: 'any' }).judge(call, context).decision === 'allow';
}
