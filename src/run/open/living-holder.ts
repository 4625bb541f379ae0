import type { Clock, Runner, RunStore } from '../../core/index.ts';
import type { State } from '../state/state.ts';

/** The largest accepted difference between the clocks of two jobs. Milliseconds. */
const skew = 5 * 60_000;

/**
 * Returns the previous job of the run, according to the journal, if this job still lives. Then that job keeps the run. Threat: a person who
 * forges a journal can also forge its times. With a time in the future, a job would look alive for ever.
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
