import type { Comment, Forge } from '../core/index.ts';

/**
 * Returns a forge that shows the comment of a button press as a comment of the person who pressed. `ownComments` still returns it as our
 * own.
 */
export function hearingForge(forge: Forge, hear: (comment: Comment, thread: number) => Comment): Forge {
	const { commentsOfLate } = forge;
	const heardOne = (one: Comment | undefined, thread: number) => one && hear(one, thread);
	const heard = (all: readonly Comment[], thread: number) => all.map((comment) => hear(comment, thread));
	return {
		...forge,
		comments: async (thread, since) => heard(await forge.comments(thread, since), thread),
		comment: async (thread, id) => heardOne(await forge.comment(thread, id), thread),
		...(commentsOfLate && { commentsOfLate: async (thread) => heard(await commentsOfLate(thread), thread) }),
	};
}
