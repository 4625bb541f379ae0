import { type Checkpoint, CountersignError, type RunLabel, type RunStore } from '../core/index.ts';

/**
 * The checkpoint of a run that is looked at beside others. One that is over and was kept before there was a `state-key` is left alone: nothing
 * goes on from it, and it must not keep the thread from going on.
 */
export async function loadLabelled({ run, status }: RunLabel, store: RunStore): Promise<Checkpoint | undefined> {
	try {
		return await store.load(run);
	} catch (error) {
		const isUnsealed = error instanceof CountersignError && error.code === 'checkpoint-unsealed';
		if (isUnsealed && status === 'finished') return undefined;
		throw error;
	}
}
