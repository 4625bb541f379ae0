import { RE2JS, RE2Set } from 're2js';

/** A pattern that somebody else wrote, on an engine whose time is linear in the text. */
export interface Regex {
	readonly source: string;
	test(text: string): boolean;
}

/** Compiles a pattern; or tells in one line what is wrong with it. Case counts, and a match anywhere is a match. */
export function compileRegex(source: string): Regex | string {
	try {
		const compiled = RE2JS.compile(source);
		return { source, test: (text) => compiled.matcher(text).find() };
	} catch (thrown) {
		return messageOf(thrown);
	}
}

/** Several patterns matched at once, whatever the case; `match` tells the indexes of all that hit. */
export interface RegexSet {
	match(text: string): readonly number[];
}

/** Compiles patterns that are known to be valid. */
export function compileSet(sources: readonly string[]): RegexSet {
	if (sources.length === 0) return { match: () => [] };
	const set = new RE2Set(RE2Set.UNANCHORED, RE2JS.CASE_INSENSITIVE);
	for (const source of sources) set.add(source);
	set.compile();
	return { match: (text) => set.match(text) };
}

function messageOf(thrown: unknown): string {
	return thrown instanceof Error ? thrown.message : String(thrown);
}
