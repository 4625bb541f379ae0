import { RE2JS, RE2Set } from 're2js';
import type { RegexEngine } from './regex.ts';

/** The engine for patterns from other people. Its time is linear in the length of the text, for every pattern. */
export const linearEngine: RegexEngine = {
	compile(source) {
		try {
			const compiled = RE2JS.compile(source);
			return { source, test: (text) => compiled.matcher(text).find() };
		} catch (thrown) {
			return thrown instanceof Error ? thrown.message : String(thrown);
		}
	},
	compileSet(sources) {
		if (sources.length === 0) return { match: () => [] };
		let set: RE2Set | undefined;
		return {
			match: (text) => {
				set ??= setOf(sources);
				return set.match(text);
			},
		};
	},
};

/** Creating a set takes milliseconds, so it waits until there is a text to match. */
function setOf(sources: readonly string[]): RE2Set {
	const set = new RE2Set(RE2Set.UNANCHORED, RE2JS.CASE_INSENSITIVE);
	for (const source of sources) set.add(source);
	set.compile();
	return set;
}
