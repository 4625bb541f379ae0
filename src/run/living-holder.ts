import type { Clock, Runner, RunStore } from '../core/index.ts';
import type { State } from './state.ts';

/** How far the clocks of two jobs may be apart. Milliseconds. */
const skew = 5 * 60_000;

/**
 * The job that was at the run before this one and lives, as the journal has it. Nothing is done on its word but to leave the run alone.
 * Threat: whoever forges a journal writes its times, too, and one that is to come would keep a job alive for ever that nobody can read.
 */
export async function livingHolder(
	{ process }: Pick<State, 'process'>,
	{ store, clock }: { readonly store: Pick<RunStore, 'isLiving'>; readonly clock: Clock },
): Promise<Runner | undefined> {
	const previous = process?.previous;
	if (previous === undefined || previous.ended) return undefined;
	if (Date.parse(previous.at) > clock.now().getTime() + skew) return undefined;
	return (await store.isLiving(previous.runner, previous.at)) ? previous.runner : undefined;
}
