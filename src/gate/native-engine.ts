import { anyOfWhateverCase } from './any-of.ts';
import type { RegexEngine } from './regex.ts';

/** For compiled patterns only, which are proven to be linear here, too: they cost nothing to set up. */
export const nativeEngine: RegexEngine = {
	compile(source) {
		const compiled = new RegExp(source);
		return { source, test: (text) => compiled.test(text) };
	},
	compileSet(sources) {
		const any = anyOfWhateverCase(sources);
		// Which of them it was is asked of few texts.
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
