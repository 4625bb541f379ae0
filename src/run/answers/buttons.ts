import { batchOf } from '../../approvals/index.ts';
import { type Comment, type Outcome, type Ports, type RunCheck, sha256 } from '../../core/index.ts';
import { newestRequestOf } from '../../report/index.ts';
import { headerOf, type Stage } from '../stage.ts';
import { openCalls } from '../state/open-calls.ts';
import { requestOf } from './asked-thread.ts';
import { commentsFor } from './run-comments.ts';

/**
 * Returns the data for the check's buttons. The data comes from the comments of the newest waiting request, as GitHub shows them now. There
 * are no buttons if nothing waits, or if somebody changed one of these comments. Threat: an edited request names ids that it never showed,
 * including ids of other runs in the thread.
 */
export async function buttonsFor(
	{ kind }: Outcome,
	{ state, ports }: Pick<Stage, 'state'> & { readonly ports: Pick<Ports, 'forge' | 'buttons'> },
): Promise<Pick<RunCheck, 'buttons'>> {
	if (ports.buttons !== true) return {};
	const waiting = openCalls(state).filter(({ request, answer }) => request !== undefined && answer === undefined);
	const [newest] = waiting.map(requestOf).sort((one, other) => other.commentId - one.commentId);
	if (newest === undefined || (kind !== 'waiting' && kind !== 'unknown')) return { buttons: '' };
	const { run } = headerOf(state);
	const posted = new Map(newest.comments.map((one) => [one.id, one.shown]));
	const own = (await commentsFor(state, ports.forge)).filter(({ mine }) => mine);
	const shown = newestRequestOf(run, own);
	const isPosted = ({ id, body }: Comment): boolean =>
		posted.has(id) && [undefined, sha256(body)].includes(posted.get(id));
	const isWhole = shown.length === posted.size && shown.every(isPosted);
	return { buttons: isWhole ? batchOf(run, shown) : '' };
}
