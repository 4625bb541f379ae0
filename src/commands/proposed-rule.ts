import { CountersignError, type Match, type ToolCall } from '../core/index.ts';
import { createGate, type Inspection, itemOf, type Policy, rulesFor } from '../gate/index.ts';
import { loadPolicy, loadStanding } from '../gate/loading.ts';
import type { Judging } from './judging.ts';

/** Rules that would let a call pass unasked, as they are to be pasted, and where they do it. */
export interface ProposedRule {
	readonly yaml: string;
	readonly place: RulePlace;
}

/**
 * A policy of one's own, where no rule speaks yet; before rules of one's own that ask; the standing approvals of runs and the rules of the hook; or the
 * rules of the hook alone, which also answer our confirm patterns.
 */
export type RulePlace =
	| { readonly in: 'own' | 'standing' | 'hook' }
	| { readonly in: 'before'; readonly asking: readonly Match[] };

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
	// Nobody edits what is shipped.
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
		// A path that is no glob, or a text that is too long for a pattern: there is no such rule then.
		if (thrown instanceof CountersignError) return undefined;
		throw thrown;
	}
}

/** Files do not overrule each other: what a file asks about is freed only in that file. */
function withRules(proposed: Policy, before: readonly Match[], policies: readonly Policy[]): readonly Policy[] {
	const asking = new Set(before.map(({ file }) => file));
	return policies.map((policy) =>
		asking.has(policy.file) ? { ...policy, rules: [...proposed.rules, ...policy.rules] } : policy,
	);
}
