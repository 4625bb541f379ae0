import { anyOfWhateverCase } from './any-of.ts';
import type { RegexEngine } from './regex.ts';

/** The engine for compiled patterns only. The build proved that these patterns are linear in this engine too. The engine needs no setup. */
export const nativeEngine: RegexEngine = {
	compile(source) {
		const compiled = new RegExp(source);
		return { source, test: (text) => compiled.test(text) };
	},
	compileSet(sources) {
		const any = anyOfWhateverCase(sources);
		// Few texts match any pattern. Only if a text matches, the single patterns are compiled, to find out which of them matched.
		let all: readonly RegExp[] | undefined;
		return {
			match: (text) => {
				if (!any.test(text)) return [];
				all ??= sources.map((source) => new RegExp(source, 'i'));
				return all.flatMap((one, index) => (one.test(text) ? [index] : []));
			},
		};
	},
};
