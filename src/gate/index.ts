export { declaredLines } from './declared-lines.ts';
export { type DeliverEffect, deliverEffects } from './delivered.ts';
export { folderRule } from './folder-rule.ts';
export { createGate, type GateOptions } from './gate.ts';
export { isMetadataHost } from './hosts.ts';
export { type InspectedPart, type Inspection, inspect } from './inspect.ts';
export { lockfileChanges } from './lockfile-changes.ts';
export { itemOf, lineOf, type NarrowRule, rulesFor } from './narrow-rules.ts';

export {
	compilePatterns,
	decisionOf,
	type PatternProblem,
	type PatternSource,
	type PatternSpec,
	type Patterns,
	tellProblem,
} from './patterns.ts';
export { compilePolicy, type PolicyData, policyData } from './policy-compile.ts';
export type { RegexEngine } from './regex.ts';
export type { Policy, Rule } from './rule.ts';
export { isCommittedCredential, isCredential, isOwnCredential } from './sensitive.ts';
export { isCompiledPolicy, type ShippedControls, shippedPatterns, shippedPolicies } from './shipped.ts';
export type { Standing } from './standing.ts';
export { canonicalTool, isDelivering, isToolName, tools as gateTools } from './tools.ts';
export { utf8Text } from './utf8-text.ts';
