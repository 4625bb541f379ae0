import { CountersignError, type Forge, sha256 } from '../core/index.ts';
import { type Journal, splitLines } from '../journal/index.ts';
import { progressMarker, publishedHead } from '../report/index.ts';
import { headerOf } from './stage.ts';
import { replay } from './state.ts';

/**
 * Holds a resumed journal against the head in the run's own progress comment: it must go on from what was published. Whoever re-chains
 * the journal under the run's ref is found, unless they edit our comment, too. @throws CountersignError `journal-broken`
 */
export async function requirePublished(journal: Journal, forge: Forge): Promise<void> {
	const { run, request } = headerOf(replay(journal.entries()));
	const comments = await forge.comments(request.thread);
	const own = comments.find(
		(comment) => comment.mine && comment.body.trimEnd().endsWith(`<!-- ${progressMarker(run)} -->`),
	);
	const head = own === undefined ? undefined : publishedHead(own.body);
	if (head === undefined) return;
	const line = splitLines(journal.bytes())[head.count - 1];
	if (line !== undefined && sha256(line) === head.hash) return;
	throw new CountersignError({
		code: 'journal-broken',
		message: `The saved journal of this run does not go on from line ${head.count}, whose hash its comment shows.`,
		fix: 'Look who wrote to the refs of countersign, and start the run again with a new /agent comment.',
	});
}
