import { sha256 } from '../core/index.ts';
import { linearEngine } from './linear-engine.ts';
import { compilePolicy } from './policy-compile.ts';
import { asOf } from './policy-expiry.ts';
import { type LoadOptions, loadPolicy } from './policy-load.ts';
import type { Policy } from './rule.ts';
import { compiledFrom } from './shipped.ts';

/**
 * A policy as {@link loadPolicy} reads it. The text of a shipped one, byte for byte as this build compiled it, is not read again: its examples
 * held when it was compiled, and trying them takes longer than everything else that begins a run.
 * @throws CountersignError `bad-policy` that names file and line.
 */
export function loadKnownPolicy(text: string, file: string, options: LoadOptions = {}): Policy {
	const compiled = options.isOwn === true ? undefined : compiledFrom(file, sha256(text));
	if (compiled === undefined) return loadPolicy(text, file, options);
	return asOf(compilePolicy(compiled, linearEngine), options.today);
}
