/**
 * The third door of this room: what policies and patterns need that were compiled before and are not shipped. It brings neither YAML nor a
 * schema, for which a process that judges one call must not wait.
 */
export { linearEngine } from './linear-engine.ts';
export { asOf } from './policy-expiry.ts';
