/** A compiled pattern. Case counts, and a match anywhere is a match. */
export interface Regex {
	readonly source: string;
	test(text: string): boolean;
}

/** Several patterns matched at once, whatever the case; `match` tells the indexes of all that hit. */
export interface RegexSet {
	match(text: string): readonly number[];
}

/** What compiles patterns. */
export interface RegexEngine {
	/** Compiles a pattern; or tells in one line what is wrong with it. */
	compile(source: string): Regex | string;
	/** Compiles patterns that are known to be valid. */
	compileSet(sources: readonly string[]): RegexSet;
}
