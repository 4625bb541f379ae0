export { combineGates, createGate, type GateOptions } from './gate.ts';
export {
	compilePatterns,
	type PatternProblem,
	type PatternSource,
	type PatternSpec,
	type Patterns,
} from './patterns.ts';
export { compilePolicy, type PolicyData, policyData, type RuleData } from './policy-compile.ts';
export { asOf } from './policy-expiry.ts';
export { type LoadOptions, loadPolicy } from './policy-load.ts';
export { policyJsonSchema } from './policy-schema.ts';
export type { Policy, Rule } from './rule.ts';
export { canonicalTool } from './tools.ts';
