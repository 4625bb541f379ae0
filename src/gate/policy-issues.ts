import type { z } from 'zod';
import type { CountersignError } from '../core/index.ts';
import { badPolicy, meant } from './bad-policy.ts';
import { choicesFor, keysAt } from './policy-schema.ts';
import type { PolicySource } from './policy-yaml.ts';

/** Explains the first error of the schema to the author of the file: the error, its place, and a suggestion. */
export function explainIssues(issues: readonly z.core.$ZodIssue[], source: PolicySource): CountersignError {
	const [issue] = issues;
	if (issue === undefined) return badPolicy(`${source.file} is not a policy`, 'Compare it with policies/default.yml.');
	if (issue.code === 'unrecognized_keys') return unknownKey(issue.path, issue.keys[0] ?? '', source);
	const key = issue.path.findLast((step) => typeof step === 'string');
	const choices = choicesFor(key);
	const given = valueAt(source.value, issue.path);
	if (given === undefined && key !== undefined) {
		const { what } = keysAt(issue.path.slice(0, -1));
		return badPolicy(
			`${what} needs \`${String(key)}\` (${source.at(issue.path)})`,
			choices.length > 0 ? `One of: ${choices.join(', ')}.` : 'Add it.',
		);
	}
	if (choices.length > 0 && typeof given === 'string') {
		const message = `\`${given}\` is not a valid value of \`${String(key)}\` (${source.at(issue.path)})${meant(given, choices)}`;
		return badPolicy(message, `One of: ${choices.join(', ')}.`);
	}
	return badPolicy(
		`\`${String(key ?? 'the file')}\` is not valid in a policy (${source.at(issue.path)}): ${issue.message}`,
		'Compare it with policies/default.yml.',
	);
}

function unknownKey(path: readonly PropertyKey[], key: string, source: PolicySource): CountersignError {
	const { keys, what } = keysAt(path);
	const message = `\`${key}\` is not a key of ${what} (${source.at(path, key)})${meant(key, keys)}`;
	return badPolicy(message, `Keys of ${what}: ${keys.join(', ')}.`);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
	return path.reduce<unknown>(
		(inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined),
		value,
	);
}
