import type { Outcome } from '../../core/index.ts';
import { checkpointOf } from './checkpoint.ts';
import type { OpenOptions, OpenRun } from './open-run.ts';

const threadGone: Outcome = {
	kind: 'cancelled',
	reason: 'thread-gone',
	message: 'Its issue or pull request was deleted, so nobody can answer. The run has ended.',
};

/**
 * Ends a run after its issue or pull request was deleted, and saves that. It takes no other step, because only the thread could prove the
 * run's state.
 */
export async function endGone(
	{ journal, blobs, workspace }: OpenRun,
	{ store, runner, clock }: OpenOptions,
): Promise<Outcome> {
	const { finished } = journal.state();
	if (finished !== undefined) return finished;
	await journal.append({ type: 'run_finished', outcome: threadGone });
	const state = journal.state();
	const saved = await store.save(await checkpointOf({ journal, state, ports: { workspace, blobs, runner, clock } }));
	if (saved === 'saved') return threadGone;
	return {
		kind: 'duplicate',
		reason: 'run-advanced-elsewhere',
		message: 'Another job advanced this run; this one stops.',
	};
}
