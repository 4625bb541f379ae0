/**
 * The second entry point of this module. Reading policies and patterns needs YAML, a schema, and an engine for patterns from other people.
 * Judging a call does not need them.
 */
export { linearEngine } from './linear-engine.ts';

export { loadKnownPolicy } from './policy-known.ts';
export { loadPolicy } from './policy-load.ts';
export { policyJsonSchema } from './policy-schema.ts';
export { tryPolicy } from './policy-trial.ts';
export { loadStanding, proposeStanding } from './standing-file.ts';
