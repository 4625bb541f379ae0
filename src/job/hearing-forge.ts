import type { Comment, Forge } from '../core/index.ts';

/** A forge whose threads hold what people pressed as if they had written it; our own comments stay ours. */
export function hearingForge(forge: Forge, hear: (comment: Comment, thread: number) => Comment): Forge {
	return {
		...forge,
		comments: async (thread) => (await forge.comments(thread)).map((comment) => hear(comment, thread)),
	};
}
