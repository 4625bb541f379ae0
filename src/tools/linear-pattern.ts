import { RE2JS } from 're2js';

/**
 * A pattern of a schema, compiled for the linear engine. Undefined if this engine does not support the pattern. Such a pattern is not
 * matched.
 */
export function linearPattern(pattern: string): RE2JS | undefined {
	try {
		return RE2JS.compile(pattern);
	} catch {
		// The linear engine does not support this pattern.
		return undefined;
	}
}
