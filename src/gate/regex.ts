/** A compiled pattern. It is case-sensitive, and matches anywhere in a text. */
export interface Regex {
	readonly source: string;
	test(text: string): boolean;
}

/** Several patterns that are matched at once, without case. `match` returns the indexes of all patterns that matched. */
export interface RegexSet {
	match(text: string): readonly number[];
}

/** Compiles patterns. */
export interface RegexEngine {
	/** Compiles a pattern. If it is invalid, returns the error in one line. */
	compile(source: string): Regex | string;
	/** Compiles patterns that are known to be valid. */
	compileSet(sources: readonly string[]): RegexSet;
}
