/**
 * The third entry point of this module, for compiled policies and patterns that Countersign does not ship. It loads neither YAML nor a
 * schema, because a process that judges one call must start fast.
 */
export { linearEngine } from './linear-engine.ts';
export { asOf } from './policy-expiry.ts';
