import { type Checkpoint, CountersignError, type RunLabel, type RunStore } from '../../core/index.ts';

/**
 * Loads the checkpoint of a run while several runs are searched. It skips a finished run that was saved before the repository had a
 * `state-key`. No process continues from that run, and it must not block the thread.
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
