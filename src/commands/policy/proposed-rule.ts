import { CountersignError, type Match, type ToolCall } from '../../core/index.ts';
import { createGate, type Inspection, itemOf, type Policy, rulesFor } from '../../gate/index.ts';
import { loadPolicy, loadStanding } from '../../gate/loading.ts';
import type { Judging } from '../judging/gate-and-facts.ts';

/** Rules that would allow a call without approval, and the file for them. */
export interface ProposedRule {
	readonly yaml: string;
	readonly place: RulePlace;
}

/**
 * Where a rule must be added to take effect. `own`: in a policy of the repository, if no rule matches yet. `before`: in the policy that
 * requires approval, before its matching rules. `standing`: in the standing approvals of runs, or in the rules of the hook. `hook`: only in
 * the rules of the hook, which can also answer our confirm patterns.
 */
export type RulePlace =
	| { readonly in: 'own' | 'standing' | 'hook' }
	| { readonly in: 'before'; readonly asking: readonly Match[] };

/** A call, its inspection, and how it was judged. */
export interface Judged {
	readonly call: ToolCall;
	readonly inspection: Inspection;
	readonly matches: readonly Match[];
	readonly judging: Judging;
}

/** Returns the smallest rules that would allow a call. They are tested first. Undefined if no rule would work. */
export function proposeRule(judged: Judged): ProposedRule | undefined {
	const unsettled = judged.matches.filter(({ decision }) => decision !== 'allow');
	const rules = rulesFor(judged.inspection, unsettled, { ofPatterns: true }).map(itemOf);
	if (rules.length === 0) return undefined;
	const yaml = ['rules:', ...rules].join('\n');
	const asking = distinct(unsettled.filter(({ stage }) => stage === 'policy'));
	const place = placesFor(asking).find((one) => frees(yaml, one, judged));
	return place === undefined ? undefined : { yaml, place };
}

function placesFor(asking: readonly Match[]): readonly RulePlace[] {
	if (asking.length === 0) return [{ in: 'own' }, { in: 'hook' }];
	// People do not edit shipped policies.
	const isOwn = asking.every(({ file = '' }) => !file.startsWith('policies/'));
	return [{ in: 'standing' }, { in: 'hook' }, ...(isOwn ? [{ in: 'before', asking } as const] : [])];
}

function frees(yaml: string, place: RulePlace, { call, judging }: Judged): boolean {
	const options = loadedOr(() => optionsWith(yaml, place, judging));
	return (
		options !== undefined &&
		createGate({ ...options, knownTools: 'any' }).judge(call, judging.context).decision === 'allow'
	);
}

function optionsWith(yaml: string, place: RulePlace, { policies, patterns, standing }: Judging) {
	const given = { policies, patterns, ...(standing && { standing }) };
	if (place.in === 'own') return { ...given, policies: [...policies, loadPolicy(yaml, 'own.yml')] };
	if (place.in === 'before')
		return { ...given, policies: withRules(loadPolicy(yaml, 'own.yml'), place.asking, policies) };
	const loaded = loadStanding(yaml);
	const policy = { ...loaded, rules: [...loaded.rules, ...(standing?.policy.rules ?? [])] };
	return { ...given, standing: { policy, ...(place.in === 'hook' && { answersPatterns: true as const }) } };
}

function distinct(matches: readonly Match[]): readonly Match[] {
	return [...new Map(matches.map((match) => [`${match.file}:${match.line}`, match])).values()];
}

function loadedOr<T>(load: () => T): T | undefined {
	try {
		return load();
	} catch (thrown) {
		// The path is not a valid glob, or the text is too long for a pattern. Then there is no such rule.
		if (thrown instanceof CountersignError) return undefined;
		throw thrown;
	}
}

/** Adds the rules to the files that require approval. The strictest file wins, so a rule in another file cannot allow the call. */
function withRules(proposed: Policy, before: readonly Match[], policies: readonly Policy[]): readonly Policy[] {
	const asking = new Set(before.map(({ file }) => file));
	return policies.map((policy) =>
		asking.has(policy.file) ? { ...policy, rules: [...proposed.rules, ...policy.rules] } : policy,
	);
}
