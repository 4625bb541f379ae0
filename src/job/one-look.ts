import type { Clock, Comment, Forge } from '../core/index.ts';

/** A reading that is older is read again. Milliseconds. */
const freshFor = 2000;

/**
 * A forge whose first reading of a thread serves the next one, too, where that follows at once: a run is held against its thread, and then looks there
 * for answers. Every later reading is a new one, so what is signed is still read again right before it is done.
 */
export function oneLook(forge: Forge, clock: Clock): Forge {
	let kept: { readonly thread: number; readonly comments: readonly Comment[]; readonly at: number } | undefined;
	let isFirst = true;
	return {
		...forge,
		comments: async (thread) => {
			const there = kept;
			kept = undefined;
			if (there?.thread === thread && clock.now().getTime() - there.at < freshFor) return there.comments;
			const at = clock.now().getTime();
			const comments = await forge.comments(thread);
			if (isFirst) kept = { thread, comments, at };
			isFirst = false;
			return comments;
		},
		upsertComment: async (...comment) => {
			kept = undefined;
			return forge.upsertComment(...comment);
		},
	};
}
