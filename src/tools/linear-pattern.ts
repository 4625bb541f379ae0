import { RE2JS } from 're2js';

/** Compiles a pattern of a schema for the linear engine. Undefined if this engine does not support the pattern. */
export function linearPattern(pattern: string): RE2JS | undefined {
	try {
		return RE2JS.compile(pattern);
	} catch {
		return undefined;
	}
}
