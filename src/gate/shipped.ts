import { CountersignError } from '../core/index.ts';
import { nativeEngine } from './native-engine.ts';
import { compilePatterns, type PatternSource, type Patterns } from './patterns.ts';
import { compilePolicy, type PolicyData } from './policy-compile.ts';
import type { Policy } from './rule.ts';
import compiled from './shipped-controls.json' with { type: 'json' };

/** A policy, and the text that it was compiled from. */
export type CompiledPolicy = PolicyData & { readonly sha256: string };

/** What the build compiled of `policies/`, `skills/` and `safety/`: every example was checked, and every pattern proven to be linear natively, too. */
export interface ShippedControls {
	readonly policies: readonly CompiledPolicy[];
	readonly patterns: readonly PatternSource[];
}

// Written by `scripts/compile-controls.ts` from these very types.
const shipped = compiled as unknown as ShippedControls;

/** Whether a policy of this name is among the compiled ones. */
export function isCompiledPolicy(name: string): boolean {
	return shipped.policies.some((policy) => policy.name === name);
}

/** The data of a policy file of exactly this text, where it is among the compiled ones. */
export function compiledFrom(file: string, sha256: string): PolicyData | undefined {
	return shipped.policies.find((policy) => policy.file === file && policy.sha256 === sha256);
}

/** Compiled policies by their names, the floor always among them. @throws CountersignError `bad-input` for any other name. */
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

/** The patterns of the shipped skills, and those that are blocked where a configuration does not say otherwise. */
export function shippedPatterns(): Patterns {
	const sources = shipped.patterns.map((source): PatternSource => ({ ...source, isShipped: true }));
	return compilePatterns(sources, nativeEngine).patterns;
}
