import { CountersignError, type JsonObject, modes, standingPath, type ToolCall } from '../../core/index.ts';
import { createGate, inspect, isDelivering, itemOf, type NarrowRule, type Policy, rulesFor } from '../../gate/index.ts';
import { loadStanding, tryPolicy } from '../../gate/loading.ts';
import type { Judging } from '../judging/gate-and-facts.ts';
import { type AskedCall, questionsAbout } from './asked-calls.ts';
import { factsThen } from './rejudge.ts';

/** A rule for calls to which people always gave the same answer. */
export interface SuggestedRule {
	readonly action: 'allow' | 'deny';
	/** Items of `rules`, with their examples. */
	readonly items: readonly string[];
	readonly times: number;
	/** How many questions of these runs the rule would have prevented. */
	readonly spares: number;
	readonly by: readonly string[];
	readonly runs: readonly string[];
	/** Where the rule takes effect. */
	readonly place: string;
}

export interface Suggestions {
	readonly rules: readonly SuggestedRule[];
	/** Calls that often enough got the same answer, but for which no rule works. */
	readonly without: readonly AskedCall[];
}

/** Calls that the same rule would decide. */
interface Group {
	readonly rules: readonly NarrowRule[];
	readonly asked: readonly AskedCall[];
}

/**
 * Suggests the smallest rules for calls that were asked about at least `atLeast` times and always answered alike. Today's gate tests each
 * rule, alone and together with those before it. Calls that are already decided are left out.
 */
export function suggestRules(asked: readonly AskedCall[], judging: Judging, atLeast: number): Suggestions {
	const grouped = Map.groupBy(
		asked.flatMap((one) => grouping(one, judging)),
		({ key }) => key,
	);
	const groups = [...grouped.values()].map(
		(found): Group => ({ rules: found[0]?.rules ?? [], asked: found.map(({ one }) => one) }),
	);
	const rules: SuggestedRule[] = [];
	const without: AskedCall[] = [];
	for (const group of groups) {
		const action = actionFor(group, atLeast);
		if (action === undefined) continue;
		const rule = suggested(group, action, { judging, asked, groups, before: rules });
		if (rule === undefined) without.push(...group.asked.slice(0, 1));
		else rules.push(rule);
	}
	return { rules, without };
}

/** Returns the policy file that contains the rules. */
export function yamlOf(
	rules: readonly Pick<SuggestedRule, 'items'>[],
	commentOf: (index: number) => string = () => '',
): string {
	const items = rules.map(({ items }, index) => `${commentOf(index)}${items.join('\n')}`);
	return rules.length === 0 ? 'rules: []' : `rules:\n${items.join('\n')}`;
}

function grouping(one: AskedCall, judging: Judging) {
	const call = callOf(one);
	if (call === undefined || isDelivering(call.name)) return [];
	const context = contextOf(one, judging);
	const { decision, matches } = judging.gate.judge(call, context);
	if (decision !== 'confirm') return [];
	const rules = rulesFor(
		inspect(call, context.facts),
		matches.filter((match) => match.decision !== 'allow'),
	);
	// Calls that no rule can describe are in one group only if they are exactly equal.
	const key =
		rules.length === 0
			? JSON.stringify([call.name, call.args])
			: rules.map(({ lines }) => lines.join('\n')).join('\n\n');
	return [{ key, rules, one }];
}

function callOf({ past: { verdict, args } }: AskedCall): (ToolCall & { readonly args: JsonObject }) | undefined {
	return typeof args === 'string' ? undefined : { id: verdict.call_id, name: verdict.tool_name, args };
}

function contextOf({ past }: AskedCall, { context }: Judging) {
	const mode = modes.find((one) => one === past.verdict.session_mode) ?? context.mode;
	return { ...context, mode, facts: factsThen(past, context.facts) };
}

function actionFor({ asked }: Group, atLeast: number): SuggestedRule['action'] | undefined {
	const yes = asked.filter(({ answer }) => answer === 'yes').length;
	const no = asked.filter(({ answer }) => answer === 'no').length;
	if (yes >= atLeast && no === 0) return 'allow';
	return no >= atLeast && yes === 0 ? 'deny' : undefined;
}

interface Evidence {
	readonly judging: Judging;
	readonly asked: readonly AskedCall[];
	readonly groups: readonly Group[];
	readonly before: readonly SuggestedRule[];
}

function suggested(group: Group, action: SuggestedRule['action'], evidence: Evidence): SuggestedRule | undefined {
	// If a call has several parts, it is unknown which part people denied.
	if (group.rules.length === 0 || (action === 'deny' && group.rules.length > 1)) return undefined;
	const named = group.rules.map((rule) => renamed(rule, action, evidence.before));
	const counted = group.asked.filter(({ answer }) => answer === (action === 'allow' ? 'yes' : 'no'));
	const others = evidence.groups.filter((other) => other !== group).flatMap(({ asked }) => asked);
	const opposite = others.filter(({ answer }) => answer === (action === 'allow' ? 'no' : 'yes'));
	const items = withExamples(named, examplesOf(counted), examplesOf(opposite), evidence.before);
	if (items === undefined) return undefined;
	const isEffective = action === 'deny' || counted.every((one) => isFreed(one, items, evidence.judging));
	if (!isEffective) return undefined;
	return {
		action,
		items,
		times: counted.length,
		spares: questionsAbout(spared(group, action, items, evidence), evidence.asked),
		by: [...new Set(counted.flatMap(({ by }) => by))],
		runs: [...new Set(counted.map(({ past }) => past.run))],
		place: action === 'allow' ? standingPath : 'a policy file that the configuration names under `policies`',
	};
}

/** Returns the calls that would not have needed an answer, because the rules block or allow them. */
function spared(
	{ asked }: Group,
	action: SuggestedRule['action'],
	items: readonly string[],
	{ judging }: Evidence,
): readonly AskedCall[] {
	return action === 'deny' ? asked : asked.filter((one) => isFreed(one, items, judging));
}

function renamed(rule: NarrowRule, action: SuggestedRule['action'], before: readonly SuggestedRule[]): NarrowRule {
	const { name, lines } = rule;
	const base = action === 'allow' ? name : name.replace(/^allow/, 'deny');
	const taken = before.flatMap(({ items }) => items).map((item) => /- name: (\S+)/.exec(item)?.[1]);
	const free = taken.includes(base) ? `${base}-${before.length + 1}` : base;
	return { ...rule, name: free, lines: lines.map((line) => (line === 'action: allow' ? `action: ${action}` : line)) };
}

const mostExamples = 3;
const longestExample = 500;

/** Long examples would hide the rule, so they are left out. */
function examplesOf(asked: readonly AskedCall[]): readonly string[] {
	const texts = asked.flatMap((one) => {
		const call = callOf(one);
		return call === undefined ? [] : [JSON.stringify({ tool: call.name, args: call.args })];
	});
	return [...new Set(texts)].filter((text) => text.length <= longestExample);
}

/** Adds each example that is valid in a policy file. Returns undefined if the rules themselves are invalid. */
function withExamples(
	rules: readonly NarrowRule[],
	matching: readonly string[],
	other: readonly string[],
	before: readonly SuggestedRule[],
): readonly string[] | undefined {
	const holds = (match: readonly string[], not: readonly string[]): boolean =>
		loads(yamlOf([...before, { items: itemsWith(rules, match, not) }]));
	if (!holds([], [])) return undefined;
	const match = matching.filter((one) => holds([one], [])).slice(0, mostExamples);
	const not = other.filter((one) => holds([], [one])).slice(0, mostExamples);
	const items = itemsWith(rules, match, not);
	return match.length > 0 && holds(match, not) ? items : undefined;
}

function itemsWith(rules: readonly NarrowRule[], match: readonly string[], not: readonly string[]): readonly string[] {
	const listed = (key: string, texts: readonly string[]) =>
		texts.length === 0 ? [] : [`${key}:`, ...texts.map((text) => `  - ${text}`)];
	return rules.map(({ name, lines }) =>
		itemOf({ name, lines: [...lines, ...listed('match', match), ...listed('not_match', not)] }),
	);
}

function loads(yaml: string): boolean {
	return loadedOr(() => tryPolicy(yaml, 'suggested.yml', {})) !== undefined;
}

/** Whether the call would pass without a question if the standing approvals contained these rules. */
function isFreed(one: AskedCall, items: readonly string[], judging: Judging): boolean {
	const call = callOf(one);
	const standing = loadedOr((): Policy => loadStanding(yamlOf([{ items }])));
	if (call === undefined || standing === undefined) return false;
	const { policies, patterns } = judging;
	const gate = createGate({ policies, patterns, knownTools: 'any', standing: { policy: standing } });
	return gate.judge(call, contextOf(one, judging)).decision === 'allow';
}

function loadedOr<T>(load: () => T): T | undefined {
	try {
		return load();
	} catch (thrown) {
		if (thrown instanceof CountersignError) return undefined;
		throw thrown;
	}
}
