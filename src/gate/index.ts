export { combineGates, createGate, type GateOptions } from './gate.ts';
export {
	compilePatterns,
	type PatternProblem,
	type PatternSource,
	type PatternSpec,
	type Patterns,
} from './patterns.ts';
export type { Policy, Rule } from './policy.ts';
export { loadPolicy } from './policy-load.ts';
export { canonicalTool } from './tools.ts';
