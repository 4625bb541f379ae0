import type { Outcome, Ports } from '../../core/index.ts';
import type { RunJournal } from '../state/run-journal.ts';
import { nextStep } from './next-step.ts';
import { perform } from './perform.ts';

/**
 * Runs a journal to its end. A run is a journal, and a pure function names each next step. Returns when the run, or this process's part of
 * it, is over.
 */
export async function run(journal: RunJournal, ports: Ports): Promise<Outcome> {
	for (;;) {
		const state = journal.state();
		const step = nextStep(state);
		if (step.kind === 'stop') return step.outcome;
		await journal.append(await perform(step, { state, journal, ports }));
	}
}
