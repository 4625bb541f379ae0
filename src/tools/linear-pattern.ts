import { RE2JS } from 're2js';

/** A pattern of a schema for the linear engine; undefined for what that does not know, which cannot be matched. */
export function linearPattern(pattern: string): RE2JS | undefined {
	try {
		return RE2JS.compile(pattern);
	} catch {
		// What the linear engine does not know cannot be matched.
		return undefined;
	}
}
