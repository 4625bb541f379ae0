import { sha256 } from '../core/index.ts';
import { nativeEngine } from './native-engine.ts';
import { compilePolicy } from './policy-compile.ts';
import { asOf } from './policy-expiry.ts';
import { type LoadOptions, loadPolicy } from './policy-load.ts';
import type { Policy } from './rule.ts';
import { compiledFrom } from './shipped.ts';

/**
 * Reads a policy like {@link loadPolicy}. A shipped policy with exactly the text that this build compiled is not read again. The build
 * already checked its examples and proved that its patterns are linear, so they need no other engine.
 * @throws CountersignError `bad-policy` that names file and line.
 */
export function loadKnownPolicy(text: string, file: string, options: LoadOptions = {}): Policy {
	const compiled = options.isOwn === true ? undefined : compiledFrom(file, sha256(text));
	if (compiled === undefined) return loadPolicy(text, file, options);
	return asOf(compilePolicy(compiled, nativeEngine), options.today);
}
