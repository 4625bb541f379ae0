/**
 * The third entry point of this module, for policies and patterns that were compiled earlier and are not shipped. It loads neither YAML nor
 * a schema, because a process that judges one call must start fast.
 */
export { linearEngine } from './linear-engine.ts';
export { asOf } from './policy-expiry.ts';
