import { type Comment, type Forge, holdsMarker, sha256 } from '../../core/index.ts';
import { checkpointFault, type Journal, splitLines } from '../../journal/index.ts';
import { isRequestOf, progressMarker, publishedHead, shownBindings } from '../../report/index.ts';
import { commentsFor } from '../answers/run-comments.ts';
import { headerOf } from '../stage.ts';
import type { RequestState } from '../state/call-state.ts';
import { openCalls } from '../state/open-calls.ts';
import type { RunJournal } from '../state/run-journal.ts';

/**
 * Compares a resumed journal with what the run published in its thread. The journal must continue from the head in the progress comment
 * (its line count and hash), and the steps that wait must match the request in the thread. This detects changes by a person who can write
 * the run's ref, unless that person also edits our comments. If the thread shows no head, or if another person changed the comment,
 * `isOurs` decides: the state must be sealed, or must begin exactly as this job would begin it. Returns the comments that it read. @throws
 * CountersignError `checkpoint-rolled-back`, `checkpoint-forged`
 */
export async function requirePublished(
	journal: RunJournal,
	forge: Forge,
	isOurs: () => Promise<boolean> = async () => false,
): Promise<readonly Comment[]> {
	const state = journal.state();
	const { run } = headerOf(state);
	const comments = await commentsFor(state, forge);
	const isHeld = requireHead(journal, run, comments);
	const isResumed = (state.process?.number ?? 0) > 1;
	// Threat: a person who can write refs creates a run that nobody started, with any mode, rules and setup.
	if (isResumed && !isHeld && !(await isOurs()))
		throw checkpointFault(
			'checkpoint-forged',
			'no comment of ours that nobody else changed shows a line of its journal',
		);
	for (const call of openCalls(state)) if (call.request !== undefined) requireShown(call.request, run, comments);
	return comments;
}

/** Returns whether the thread shows a head that this journal continues from. */
function requireHead(journal: Journal, run: string, comments: readonly Comment[]): boolean {
	const own = comments.find((comment) => comment.mine && holdsMarker(comment.body, progressMarker(run)));
	const head = own === undefined ? undefined : publishedHead(own.body);
	if (head === undefined) return false;
	const line = splitLines(journal.bytes())[head.count - 1];
	// Threat: a person who can write the run's ref also writes the head of a forged journal into our comment. So a comment that another person
	// changed proves nothing.
	if (line !== undefined && sha256(line) === head.hash) return own?.byOthers !== true;
	const why = `it does not go on from line ${head.count}, whose hash its comment shows`;
	throw checkpointFault(line === undefined ? 'checkpoint-rolled-back' : 'checkpoint-forged', why);
}

/**
 * Compares the request comments with the journal. Edited and deleted comments are not checked here, because those void or withdraw a
 * request. An unchanged comment must be our request of this run, and must show the binding of the question.
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
	// The comment must show exactly this id. An answer names the id, and the same comment may also ask about another step.
	if (
		shownBindings(asked.map(({ body }) => body))
			.get(id)
			?.has(binding.slice(0, 16)) !== true
	)
		throw checkpointFault('checkpoint-forged', `what waits as ${id} is not what its request shows`);
}
