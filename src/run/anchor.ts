import { type Comment, type Forge, sha256 } from '../core/index.ts';
import { checkpointFault, type Journal, splitLines } from '../journal/index.ts';
import { endsWithMarker, isRequestOf, progressMarker, publishedHead, shownBindings } from '../report/index.ts';
import type { RequestState } from './call-state.ts';
import { commentsFor } from './run-comments.ts';
import { headerOf } from './stage.ts';
import { openCalls, replay } from './state.ts';

/**
 * Holds a resumed journal against what the run published in its thread: it must go on from the head in the progress comment, and what
 * it waits for must be what its request shows. Whoever writes the run's ref is found, unless they edit our comments, too. Where the thread
 * shows no head, or somebody else changed what it shows, `isOurs` tells whether it is ours all the same, sealed or begun as this job would begin it: nothing else speaks for it.
 * Returns the comments that it looked at. @throws CountersignError `checkpoint-rolled-back`, `checkpoint-forged`
 */
export async function requirePublished(
	journal: Journal,
	forge: Forge,
	isOurs: () => Promise<boolean> = async () => false,
): Promise<readonly Comment[]> {
	const state = replay(journal.entries());
	const { run } = headerOf(state);
	const comments = await commentsFor(state, forge);
	const isHeld = requireHead(journal, run, comments);
	const isResumed = (state.process?.number ?? 0) > 1;
	// Threat: whoever may write refs makes a run that nobody began, with a mode, rules and a setup of their own.
	if (isResumed && !isHeld && !(await isOurs()))
		throw checkpointFault(
			'checkpoint-forged',
			'no comment of ours that nobody else changed shows a line of its journal',
		);
	for (const call of openCalls(state)) if (call.request !== undefined) requireShown(call.request, run, comments);
	return comments;
}

/** Whether there is a head that it goes on from. */
function requireHead(journal: Journal, run: string, comments: readonly Comment[]): boolean {
	const own = comments.find((comment) => comment.mine && endsWithMarker(comment.body, progressMarker(run)));
	const head = own === undefined ? undefined : publishedHead(own.body);
	if (head === undefined) return false;
	const line = splitLines(journal.bytes())[head.count - 1];
	// Threat: whoever writes the run's ref writes the head of that journal into our comment, too. A comment that others changed speaks for nothing.
	if (line !== undefined && sha256(line) === head.hash) return own?.byOthers !== true;
	const why = `it does not go on from line ${head.count}, whose hash its comment shows`;
	throw checkpointFault(line === undefined ? 'checkpoint-rolled-back' : 'checkpoint-forged', why);
}

/**
 * A comment that was edited or deleted is another matter: it voids or withdraws. One that stands as the journal says must be our request of
 * this run, and show the digest that the answer is bound to.
 */
function requireShown(
	{ id, comments: posted, binding }: RequestState,
	run: string,
	comments: readonly Comment[],
): void {
	const asked = posted.flatMap(({ id: commentId, shown }) =>
		comments.filter(({ id: there, body }) => there === commentId && sha256(body) === shown),
	);
	if (asked.length < posted.length) return;
	const own = comments.filter((comment) => comment.mine && isRequestOf(comment.body, run));
	if (!asked.every((comment) => own.includes(comment)))
		throw checkpointFault('checkpoint-forged', `the comment that it names for ${id} is no request of this run`);
	// Under this very id: an answer names it, and the same comment may ask about another step, too.
	if (
		shownBindings(asked.map(({ body }) => body))
			.get(id)
			?.has(binding.slice(0, 16)) !== true
	)
		throw checkpointFault('checkpoint-forged', `what waits as ${id} is not what its request shows`);
}
