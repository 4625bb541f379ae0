import type { Decision } from '../core/index.ts';
import { badPolicy } from './bad-policy.ts';
import { linearEngine } from './linear-engine.ts';
import { refuseLooseAllows } from './loose-allows.ts';
import { assemblePolicy, compileRule, type PatternFault, type RuleData } from './policy-compile.ts';
import { checkExamples } from './policy-examples.ts';
import { asOf } from './policy-expiry.ts';
import { explainIssues } from './policy-issues.ts';
import { type PolicyText, policySchema, type RuleText } from './policy-schema.ts';
import { shadowsIn } from './policy-shadow.ts';
import { type PolicySource, readPolicyYaml } from './policy-yaml.ts';
import type { Policy, Rule } from './rule.ts';
import { refuseUnfit, warningsFor } from './rule-faults.ts';
import { canonicalTool } from './tools.ts';

const maxCharacters = 256 * 1024;
const decisions: Readonly<Record<string, Decision>> = { allow: 'allow', deny: 'block', require_approval: 'confirm' };

export interface LoadOptions {
	/** The day, as `2026-12-31`, because the gate has no clock. If left out, no rule that expires allows anything. */
	readonly today?: string;
	/** True if the repository wrote the policy, and not Countersign. */
	readonly isOwn?: boolean;
}

/**
 * Reads a policy file (leashd, Policies), and checks every example in it. It refuses everything that it does not understand, because
 * otherwise a misspelled rule would have no effect, and nobody would notice. It also refuses a restricting rule that another rule hides.
 * @throws CountersignError `bad-policy` that names file and line.
 */
export function loadPolicy(text: string, file: string, { today, isOwn }: LoadOptions = {}): Policy {
	if (text.length > maxCharacters)
		throw badPolicy(`${file} is larger than a policy may be (256 KB)`, 'Split the policy into several files.');
	const source = readPolicyYaml(text, file);
	const parsed = policySchema.safeParse(source.value ?? {});
	if (!parsed.success) throw explainIssues(parsed.error.issues, source);
	const texts = parsed.data.rules ?? [];
	refuseUnfit(texts, source);
	const policy = build(parsed.data, texts, source);
	checkExamples(policy, texts);
	const hidden = refuseShadowed(policy);
	if (isOwn === true) refuseLooseAllows(policy);
	const warnings = [...policy.warnings, ...(isOwn === true ? unheededTime(policy, source) : []), ...hidden];
	return asOf({ ...policy, ...(isOwn === true && { isOwn }), warnings }, today);
}

/**
 * Returns a warning about a timeout that has no effect. The seed waits while the process runs (leashd, Safety Pipeline: Timeout
 * Behavior). On GitHub an answer takes hours, so the configuration sets the timeout.
 */
function unheededTime({ file, approvalTimeoutSeconds }: Policy, source: PolicySource): readonly string[] {
	if (approvalTimeoutSeconds === undefined) return [];
	const where = source.at(['settings', 'approval_timeout_seconds']);
	return [
		`${file}: \`approval_timeout_seconds\` has no effect on GitHub, where the value in the configuration applies (${where}).`,
	];
}

function build(text: PolicyText, texts: readonly RuleText[], source: PolicySource): Policy {
	const rules = texts.map((rule, i) => buildRule(rule, i, source));
	const { default_action: action, approval_timeout_seconds: timeout, contained } = text.settings ?? {};
	const defaultAction = action === undefined ? undefined : decisions[action];
	const where = source.at(['settings', 'default_action']);
	const loose = action === 'allow' ? [`${source.file} allows every call that no rule matches (${where}).`] : [];
	const data = {
		name: text.name ?? source.file.replace(/^.*\//, '').replace(/\.ya?ml$/, ''),
		file: source.file,
		warnings: [...loose, ...rules.flatMap((rule) => warningsFor(rule, source.file))],
		...(defaultAction !== undefined && { defaultAction }),
		...(contained !== undefined && { contained }),
		...(timeout !== undefined && { approvalTimeoutSeconds: timeout }),
	};
	return assemblePolicy(data, rules);
}

function buildRule(text: RuleText, index: number, source: PolicySource): Rule {
	const rule = compileRule(dataOf(text, source.line(['rules', index])), linearEngine);
	if (!('message' in rule)) return rule;
	const key = keyOf[rule.key];
	const pattern = text[key]?.[rule.index] ?? '';
	const where = source.at(['rules', index, key, rule.index]);
	if (key === 'paths' || key === 'branches')
		throw badPolicy(
			`\`${pattern}\` is not a valid glob in \`${key}\` (${where}): ${rule.message}`,
			'`*` and `?` match within one part of a path. `**` matches any number of parts, `[a-z]` one character, and `{a,b}` one of two texts.',
		);
	throw badPolicy(
		`\`${pattern}\` is not a valid RE2 regular expression (${where}): ${rule.message}`,
		'Look-ahead, look-behind and back-references are not supported.',
	);
}

const keyOf = {
	commandPatterns: 'command_patterns',
	pathPatterns: 'path_patterns',
	effectPatterns: 'effect_patterns',
	branches: 'branches',
	paths: 'paths',
} as const satisfies Record<PatternFault['key'], keyof RuleText>;

function dataOf(text: RuleText, line: number): RuleData {
	const { name, tools, tool, effects, command_patterns, path_patterns, effect_patterns, branches, paths, ...more } =
		text;
	const { hosts, min_risk, approvers, expires, contained, action, ...words } = more;
	const { reason, description, risk_level, match: _match, not_match: _notMatch, ...unread } = words;
	// An unread condition would make the rule match more calls than its author wrote.
	unread satisfies Readonly<Record<string, never>>;
	const names =
		tools === undefined && tool === undefined ? undefined : [...(tools ?? []), ...(tool === undefined ? [] : [tool])];
	return {
		name,
		...(names && { tools: [...new Set(names.map(canonicalTool))] }),
		...(effects && { effects }),
		...(command_patterns && { commandPatterns: command_patterns }),
		...(path_patterns && { pathPatterns: path_patterns }),
		...(effect_patterns && { effectPatterns: effect_patterns }),
		...(branches && { branches }),
		...(paths && { paths }),
		...(hosts && { hosts: hosts.map((host) => host.toLowerCase()) }),
		...(min_risk && { minRisk: min_risk }),
		...(approvers && { approvers }),
		...(expires !== undefined && { expires }),
		...(contained !== undefined && { contained }),
		decision: decisions[action] ?? 'confirm',
		reason: (action === 'deny' ? reason : undefined) ?? description ?? reason ?? name,
		risk: risk_level ?? 'medium',
		line,
	};
}

/** Refuses a `deny` or `require_approval` that never applies. For an `allow` that never applies, returns a warning. */
function refuseShadowed(policy: Policy): readonly string[] {
	return shadowsIn(policy).flatMap(({ index, by }) => {
		const rule = policy.rules[index];
		if (rule === undefined) return [];
		const names = by.map(({ name, line }) => `\`${name}\` (${policy.file}:${line})`).join(' and ');
		const verb = by.length === 1 ? 'matches' : 'match';
		const message = `\`${rule.name}\` never decides: ${names} ${verb} all that it matches, and the first match decides (${policy.file}:${rule.line})`;
		if (rule.decision === 'allow') return [`${message}.`];
		throw badPolicy(message, `Put \`${rule.name}\` before ${by.length === 1 ? 'it' : 'them'}, or take it out.`);
	});
}
