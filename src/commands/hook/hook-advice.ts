import { describeEffect, type GateContext, type Match, sha256, type ToolCall, type Verdict } from '../../core/index.ts';
import {
	compilePolicy,
	createGate,
	type GateOptions,
	inspect,
	lineOf,
	type NarrowRule,
	type RegexEngine,
	rulesFor,
} from '../../gate/index.ts';
import { fileAndLine } from '../policy/layers.ts';
import type { Dialect } from './dialects.ts';
import type { HookScope } from './guard-script.ts';
import { hookRulesPaths } from './hook-rules-paths.ts';

/** Tested lines for the rules file that would let a call pass without a question, or why there are none. */
export type HookAdvice = { readonly lines: readonly string[] } | { readonly why: string };

/** A call, and the rules and facts by which it was judged. */
export interface Judged {
	readonly calls: readonly ToolCall[];
	readonly options: GateOptions;
	readonly context: GateContext;
}

/** Runs a function within the caller's deadline. */
type InTime = <T>(act: () => T) => T;

/**
 * Looks for the smallest rules that let a call pass, and tests them. The pattern engine is loaded here, because most calls need no
 * advice.
 */
export async function adviceFor(judged: Judged, inTime: InTime): Promise<HookAdvice> {
	const { linearEngine } = await import('../../gate/frozen.ts');
	return inTime(() => triedAdvice(judged, linearEngine));
}

function triedAdvice({ calls, options, context }: Judged, engine: RegexEngine): HookAdvice {
	const gate = createGate(options);
	const asked = calls.map((call) => ({ call, verdict: gate.judge(call, context) }));
	const open = asked.filter(({ verdict }) => verdict.decision !== 'allow');
	const rules = named(
		open.flatMap(({ call, verdict: { matches } }) =>
			rulesFor(inspect(call, context.facts), unsettledIn(matches), { ofPatterns: true }),
		),
	);
	const data = rules.map(({ name, allows }) => ({ ...allows, name, ...allowing, reason: name }));
	const tried = compilePolicy({ name: 'tried', file: '', rules: data, warnings: [] }, engine);
	const known = options.standing?.policy.rules ?? [];
	const standing = { policy: { ...tried, rules: [...known, ...tried.rules] }, answersPatterns: true as const };
	const free = createGate({ ...options, standing });
	const left = calls.map((call) => free.judge(call, context)).filter(({ decision }) => decision !== 'allow');
	if (left.length === 0 && rules.length > 0) return { lines: rules.map(lineOf) };
	return { why: whyNot(left) };
}

const allowing = { decision: 'allow', risk: 'medium', line: 0 } as const;

function unsettledIn(matches: readonly Match[]): readonly Match[] {
	return matches.filter(({ decision }) => decision !== 'allow');
}

/** Gives each rule its own name. Rules that a person adds at different times must not have the same name. */
function named(rules: readonly NarrowRule[]): readonly NarrowRule[] {
	const all = rules.map((rule) => ({ ...rule, name: `${rule.name}-${sha256(rule.lines.join('\n')).slice(0, 6)}` }));
	return [...new Map(all.map((rule) => [rule.name, rule])).values()];
}

function whyNot(verdicts: readonly Verdict[]): string {
	if (verdicts.some(isAboutOpaque)) return 'the gate cannot inspect what it does';
	const left = verdicts.flatMap(({ matches }) => unsettledIn(matches));
	const asking = left.filter(({ stage }) => stage !== 'policy' && stage !== 'default');
	const names = [...new Set((asking.length > 0 ? asking : left).map(nameOf))];
	return `${names.join(' and ')} always needs an approval`;
}

/** Returns whether a rule asks about an effect that cannot be inspected. The evidence of a match ends with the words of its effect. */
function isAboutOpaque({ effects, matches }: Verdict): boolean {
	const opaque = effects.filter(({ kind }) => kind === 'opaque').map(describeEffect);
	return unsettledIn(matches).some(({ evidence }) => opaque.some((words) => evidence.endsWith(words)));
}

function nameOf(match: Match): string {
	const place = fileAndLine(match);
	return `\`${match.rule}\`${place === '' ? '' : ` (${place})`}`;
}

/** Returns the advice in words, for the person who uses the agent. */
export function adviceWords(advice: HookAdvice, { name, asks }: Dialect, scope: HookScope): string {
	if ('why' in advice) return asks ? '' : `they can run it themselves. No rule can allow it: ${advice.why}.`;
	const { repository, person } = hookRulesPaths;
	const files =
		scope === 'shared' ? repository : `${repository} (for this repository) or ${person} (for all their repositories)`;
	const install = ['countersign hook install', scope === 'shared' ? '--shared' : '', asks ? '' : `--for ${name}`];
	const lines = advice.lines.length === 1 ? 'this line' : 'these lines';
	const done = `add ${lines} under \`rules:\` in ${files}, then run: ${install.filter((word) => word !== '').join(' ')}`;
	const begin = asks ? 'To allow it without a question,' : 'they can run it themselves, or allow it:';
	return `${begin} ${done}\n${advice.lines.join('\n')}`;
}
