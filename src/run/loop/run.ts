import type { Outcome, Ports } from '../../core/index.ts';
import type { RunJournal } from '../state/run-journal.ts';
import { nextStep } from './next-step.ts';
import { perform } from './perform.ts';

/**
 * Works on a run, step by step, until the run or this process's part of it is over. The journal contains the whole state of the run, and a
 * pure function chooses each next step from it. Returns the outcome.
 */
export async function run(journal: RunJournal, ports: Ports): Promise<Outcome> {
	for (;;) {
		const state = journal.state();
		const step = nextStep(state);
		if (step.kind === 'stop') return step.outcome;
		await journal.append(await perform(step, { state, journal, ports }));
	}
}
