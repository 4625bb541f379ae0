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

/** What a caller may choose; everything has a default. */
export type LibraryOptions = Partial<Omit<GateOptions, 'policies'>> & { readonly policies?: readonly Policy[] };

/**
 * The gate as a library: `import { createGate, localFacts } from 'countersign/gate'`. Without options it judges by the shipped default
 * policy, the floor, the patterns of the shipped skills and the shipped blocked patterns, and takes calls of any tool.
 * @throws CountersignError `bad-policy` when policies are given and the floor is not among them.
 */
export function createGate(options: LibraryOptions = {}): Gate {
	return assembleGate({
		policies: shippedPolicies(['default']),
		patterns: shippedPatterns(),
		knownTools: 'any',
		...options,
	});
}

/** Reads a policy file's text; the reader is loaded when it is first needed. @throws CountersignError `bad-policy` that names file and line. */
export async function loadPolicy(text: string, file: string): Promise<Policy> {
	const { loadPolicy: load } = await import('./gate/loading.ts');
	return load(text, file, { isOwn: true });
}

/** Patterns of one's own. While one of them cannot be used, a gate asks about what nothing else speaks about. */
export interface CompiledPatterns {
	readonly patterns: Patterns;
	readonly problems: readonly PatternProblem[];
}

/** Compiles patterns of one's own, on an engine whose time is linear; what does not compile is told by file and pattern. */
export async function compilePatterns(sources: readonly PatternSource[]): Promise<CompiledPatterns> {
	const { linearEngine } = await import('./gate/loading.ts');
	return compileAll(sources, linearEngine);
}
