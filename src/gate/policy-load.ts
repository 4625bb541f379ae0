import { type Document, isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { CountersignError, type Decision, nearestWord } from '../core/index.ts';
import type { Policy, Rule } from './policy.ts';
import { checkExamples } from './policy-examples.ts';
import { choicesFor, keysAt, type PolicyText, policySchema, type RuleText } from './policy-schema.ts';
import { compileRegex, type Regex } from './regex.ts';
import { canonicalTool } from './tools.ts';

const limits = { characters: 256 * 1024, aliases: 50 } as const;
const decisions: Readonly<Record<string, Decision>> = { allow: 'allow', deny: 'block', require_approval: 'confirm' };

/**
 * Reads a policy file (leashd, Policies), and checks every example in it. Whatever is not understood is refused: a rule that is
 * misspelled must not be a rule that is missing.
 * @throws CountersignError `bad-policy` that names file and line.
 */
export function loadPolicy(text: string, file: string): Policy {
	if (text.length > limits.characters)
		throw bad(`${file} is larger than a policy may be (256 KB)`, 'Split the policy into several files.');
	const source = readYaml(text, file);
	const parsed = policySchema.safeParse(source.value ?? {});
	if (!parsed.success) throw explain(parsed.error.issues, source);
	const policy = build(parsed.data, source);
	checkExamples(policy, parsed.data.rules ?? [], (i, message) =>
		bad(`${message} (${source.at(['rules', i])})`, 'Correct the rule or its example.'),
	);
	return policy;
}

interface Source {
	readonly file: string;
	readonly value: unknown;
	/** `file:line` of a place in the document; of a key, where one is named. */
	readonly at: (path: readonly PropertyKey[], key?: string) => string;
	readonly line: (path: readonly PropertyKey[]) => number;
}

function readYaml(text: string, file: string): Source {
	const lines = new LineCounter();
	const document = parseDocument(text, {
		schema: 'core',
		version: '1.2',
		merge: false,
		uniqueKeys: true,
		strict: true,
		lineCounter: lines,
	});
	const [error] = document.errors;
	if (error !== undefined) {
		const line = lines.linePos(error.pos[0]).line;
		throw bad(
			`${file}:${line} is no valid YAML: ${error.message.split('\n')[0]}`,
			'Correct the line; keys may not be repeated.',
		);
	}
	const line = (path: readonly PropertyKey[], key?: string) => lineOf(document, lines, path, key);
	return { file, value: toValue(document, file), line, at: (path, key) => `${file}:${line(path, key)}` };
}

function toValue(document: Document, file: string): unknown {
	try {
		return document.toJS({ maxAliasCount: limits.aliases });
	} catch (cause) {
		throw bad(`${file} uses too many YAML aliases`, 'Write the values out.', cause);
	}
}

function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[], key?: string): number {
	for (let depth = path.length; depth >= 0; depth--) {
		const node: unknown = document.getIn(path.slice(0, depth), true);
		const pair =
			key !== undefined && isMap(node)
				? node.items.find((item) => isScalar(item.key) && item.key.value === key)
				: undefined;
		const found = isScalar(pair?.key) ? pair.key : node;
		const range = typeof found === 'object' && found !== null && 'range' in found ? found.range : undefined;
		if (Array.isArray(range) && typeof range[0] === 'number') return lines.linePos(range[0]).line;
	}
	return 1;
}

function explain(issues: readonly z.core.$ZodIssue[], source: Source): CountersignError {
	const [issue] = issues;
	if (issue === undefined) return bad(`${source.file} is no policy`, 'Compare it with policies/default.yml.');
	if (issue.code === 'unrecognized_keys') return unknownKey(issue.path, issue.keys[0] ?? '', source);
	const key = issue.path.findLast((step) => typeof step === 'string');
	const choices = choicesFor(key);
	const given = valueAt(source.value, issue.path);
	if (given === undefined && key !== undefined) {
		const { what } = keysAt(issue.path.slice(0, -1));
		return bad(
			`${what} needs \`${String(key)}\` (${source.at(issue.path)})`,
			choices.length > 0 ? `One of: ${choices.join(', ')}.` : 'Add it.',
		);
	}
	if (choices.length > 0 && typeof given === 'string') {
		const message = `\`${given}\` is no value of \`${String(key)}\` (${source.at(issue.path)})${meant(given, choices)}`;
		return bad(message, `One of: ${choices.join(', ')}.`);
	}
	return bad(
		`\`${String(key ?? 'the file')}\` is not as a policy has it (${source.at(issue.path)}): ${issue.message}`,
		'Compare it with policies/default.yml.',
	);
}

function unknownKey(path: readonly PropertyKey[], key: string, source: Source): CountersignError {
	const { keys, what } = keysAt(path);
	const message = `\`${key}\` is not a key of ${what} (${source.at(path, key)})${meant(key, keys)}`;
	return bad(message, `Keys of ${what}: ${keys.join(', ')}.`);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
	return path.reduce<unknown>(
		(inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined),
		value,
	);
}

/** `; did you mean …?`, where something near enough is there to be meant. */
function meant(given: string, choices: readonly string[]): string {
	const near = nearestWord(given, choices);
	return near === undefined ? '' : `; did you mean \`${near}\`?`;
}

function build(text: PolicyText, source: Source): Policy {
	const rules = (text.rules ?? []).map((rule, i) => buildRule(rule, i, source));
	const { default_action: action, approval_timeout_seconds: timeout } = text.settings ?? {};
	const warnings = rules
		.filter((rule) => rule.tools === undefined && rule.effects === undefined)
		.map(
			(rule) =>
				`The rule \`${rule.name}\` names neither tools nor effects, so it never matches (${source.file}:${rule.line}).`,
		);
	const loose = action === 'allow' ? [`${source.file} allows whatever no rule speaks about.`] : [];
	return {
		name: text.name ?? source.file.replace(/^.*\//, '').replace(/\.ya?ml$/, ''),
		file: source.file,
		rules,
		defaultAction: action === undefined ? undefined : decisions[action],
		approvalTimeoutSeconds: timeout,
		warnings: [...loose, ...warnings],
	};
}

function buildRule(rule: RuleText, index: number, source: Source): Rule {
	const regexes = (key: 'command_patterns' | 'path_patterns' | 'effect_patterns') =>
		compileAll(rule[key], ['rules', index, key], source);
	const tools = [...(rule.tools ?? []), ...(rule.tool === undefined ? [] : [rule.tool])];
	const isNamed = rule.tools !== undefined || rule.tool !== undefined;
	if (rule.action === 'allow' && rule.effects?.includes('opaque') === true) {
		throw bad(
			`\`${rule.name}\` allows \`opaque\`: what cannot be known is never allowed (${source.at(['rules', index, 'effects'])})`,
			'Take `opaque` out of its effects.',
		);
	}
	return {
		name: rule.name,
		tools: isNamed ? new Set(tools.map(canonicalTool)) : undefined,
		effects: rule.effects === undefined ? undefined : new Set(rule.effects),
		commandPatterns: regexes('command_patterns'),
		pathPatterns: regexes('path_patterns'),
		effectPatterns: regexes('effect_patterns'),
		decision: decisions[rule.action] ?? 'confirm',
		reason: (rule.action === 'deny' ? rule.reason : undefined) ?? rule.description ?? rule.reason ?? rule.name,
		risk: rule.risk_level ?? 'medium',
		line: source.line(['rules', index]),
	};
}

function compileAll(
	patterns: readonly string[] | undefined,
	path: readonly PropertyKey[],
	source: Source,
): readonly Regex[] | undefined {
	return patterns?.map((pattern, i) => {
		const regex = compileRegex(pattern);
		if (typeof regex !== 'string') return regex;
		const message = `\`${pattern}\` is no regular expression that can be matched in linear time (${source.at([...path, i])}): ${regex}`;
		throw bad(message, 'Look-ahead, look-behind and back-references are not supported.');
	});
}

function bad(message: string, fix: string, cause?: unknown): CountersignError {
	return new CountersignError({ code: 'bad-policy', message, fix, ...(cause !== undefined && { cause }) });
}
