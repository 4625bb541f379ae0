import { CountersignError } from '../core/index.ts';
import { nativeEngine } from './native-engine.ts';
import { compilePatterns, type PatternSource, type Patterns } from './patterns.ts';
import { compilePolicy, type PolicyData } from './policy-compile.ts';
import type { Policy } from './rule.ts';
import compiled from './shipped-controls.json' with { type: 'json' };

/** A policy, with the hash of the text that it was compiled from. */
export type CompiledPolicy = PolicyData & { readonly sha256: string };

/**
 * The compiled `policies/`, `skills/` and `safety/`. The build checked every example, and proved that every pattern is linear in the
 * native engine too.
 */
export interface ShippedControls {
	readonly policies: readonly CompiledPolicy[];
	readonly patterns: readonly PatternSource[];
}

// `scripts/compile-controls.ts` writes the file from these types.
const shipped = compiled as unknown as ShippedControls;

/** Returns whether a policy of this name is compiled. */
export function isCompiledPolicy(name: string): boolean {
	return shipped.policies.some((policy) => policy.name === name);
}

/** Returns the data of a compiled policy file with exactly this text. Undefined if there is no such policy. */
export function compiledFrom(file: string, sha256: string): PolicyData | undefined {
	return shipped.policies.find((policy) => policy.file === file && policy.sha256 === sha256);
}

/** Returns compiled policies by their names, always with the floor. @throws CountersignError `bad-input` for any other name. */
export function shippedPolicies(names: readonly string[]): readonly Policy[] {
	const wanted = new Set(['floor', ...names]);
	return [...wanted].map((name) => compilePolicy(policyOf(name), nativeEngine));
}

function policyOf(name: string): PolicyData {
	const policy = shipped.policies.find((one) => one.name === name);
	if (policy !== undefined) return policy;
	const known = shipped.policies.map((one) => one.name);
	throw new CountersignError({
		code: 'bad-input',
		message: `\`${name}\` is not among the compiled policies.`,
		fix: `Compiled: ${known.join(', ')}. Load another one from its file.`,
	});
}

/** Returns the patterns of the shipped skills, and the patterns that block calls unless a configuration says otherwise. */
export function shippedPatterns(): Patterns {
	const sources = shipped.patterns.map((source): PatternSource => ({ ...source, isShipped: true }));
	return compilePatterns(sources, nativeEngine).patterns;
}
