import type { Gate } from './core/index.ts';
import {
	createGate as assembleGate,
	compilePatterns as compileAll,
	type GateOptions,
	type PatternProblem,
	type PatternSource,
	type Patterns,
	type Policy,
	shippedPatterns,
	shippedPolicies,
} from './gate/index.ts';

export {
	CountersignError,
	type Effect,
	type Facts,
	type FolderEntry,
	type Gate,
	type GateContext,
	type Match,
	type ToolCall,
	type Verdict,
} from './core/index.ts';
export {
	type GateOptions,
	type PatternProblem,
	type PatternSource,
	type PatternSpec,
	type Patterns,
	type Policy,
	type Standing,
	shippedPatterns,
	shippedPolicies,
} from './gate/index.ts';
export { type LocalFactsOptions, localFacts } from './workspace/index.ts';

/** What a caller may choose. Everything has a default. */
export type LibraryOptions = Partial<Omit<GateOptions, 'policies'>> & { readonly policies?: readonly Policy[] };

/**
 * Creates a gate, for use as a library: `import { createGate, localFacts } from 'countersign/gate'`. Without options it uses the shipped
 * default policy, the floor, the patterns of the shipped skills and the shipped blocked patterns. It then accepts calls of any tool.
 * @throws CountersignError `bad-policy` if policies are given and the floor is not among them.
 */
export function createGate(options: LibraryOptions = {}): Gate {
	return assembleGate({
		policies: shippedPolicies(['default']),
		patterns: shippedPatterns(),
		knownTools: 'any',
		...options,
	});
}

/**
 * Reads a policy file's text. The reader is loaded when it is first needed. @throws CountersignError `bad-policy` that names file and
 * line.
 */
export async function loadPolicy(text: string, file: string): Promise<Policy> {
	const { loadPolicy: load } = await import('./gate/loading.ts');
	return load(text, file, { isOwn: true });
}

/** A caller's own patterns. If one of them cannot be used, a gate asks about every call that no rule decides. */
export interface CompiledPatterns {
	readonly patterns: Patterns;
	readonly problems: readonly PatternProblem[];
}

/**
 * Compiles a caller's own patterns, on an engine with linear time. If a pattern does not compile, the problem names its file and the
 * pattern.
 */
export async function compilePatterns(sources: readonly PatternSource[]): Promise<CompiledPatterns> {
	const { linearEngine } = await import('./gate/loading.ts');
	return compileAll(sources, linearEngine);
}
