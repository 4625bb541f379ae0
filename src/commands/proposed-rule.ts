import { CountersignError, type Effect, type Match, type ToolCall } from '../core/index.ts';
import { createGate, evidenceOf, type InspectedPart, type Inspection, type Policy } from '../gate/index.ts';
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
	const rules = inspection.parts.flatMap((part, index) => ruleFor(part, index, unsettled, inspection));
	if (rules.length === 0) return undefined;
	const yaml = ['rules:', ...rules].join('\n');
	const proposed = load(yaml);
	if (proposed === undefined) return undefined;
	const before = distinct(unsettled.filter(({ stage }) => stage === 'policy'));
	const policies = withRules(proposed, before, judging.policies);
	return allows(judged.call, policies, judging) ? { yaml, before } : undefined;
}

function ruleFor(
	part: InspectedPart,
	index: number,
	unsettled: readonly Match[],
	{ tool, isShell }: Inspection,
): readonly string[] {
	const evidences = new Set(
		unsettled.filter(({ stage }) => stage === 'policy' || stage === 'default').map(({ evidence }) => evidence),
	);
	const asked = part.effects.filter((effect) => evidences.has(evidenceOf(part, effect)));
	if (asked.length === 0) return [];
	const kinds = [...new Set(asked.map(({ kind }) => kind))];
	return [
		`  - name: ${nameFor(part.text, index)}`,
		`    effects: [${kinds.join(', ')}]`,
		`    ${matcherFor(asked, part, { tool, isShell })}`,
		'    action: allow',
	];
}

function matcherFor(
	asked: readonly Effect[],
	{ text }: InspectedPart,
	{ tool, isShell }: Pick<Inspection, 'tool' | 'isShell'>,
): string {
	const paths = asked.flatMap((effect) => ('path' in effect ? [globFor(effect)] : []));
	if (paths.length === asked.length) return `paths: [${[...new Set(paths)].map(quoted).join(', ')}]`;
	return isShell ? `command_patterns: [${quoted(`^${escaped(text)}$`)}]` : `tools: [${quoted(tool)}]`;
}

function globFor(effect: Extract<Effect, { readonly path: string }>): string {
	return effect.kind === 'delete' && effect.recursive ? `${effect.path}/**` : effect.path;
}

function nameFor(text: string, index: number): string {
	const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
	return ['allow', ...words.slice(0, 4), ...(index > 0 ? [String(index + 1)] : [])].join('-');
}

function escaped(text: string): string {
	return text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
}

/** In single quotes YAML reads no escapes; what cannot be seen is written as JSON, which YAML reads in double quotes. */
function quoted(text: string): string {
	return /[\p{Cc}\p{Cf}]/u.test(text) ? JSON.stringify(text) : `'${text.replaceAll("'", "''")}'`;
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
