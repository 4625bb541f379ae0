import type { Outcome, Ports } from '../../core/index.ts';
import type { Journal } from '../../journal/index.ts';
import { apply, replay } from '../state/apply.ts';
import { performUnlessInterrupted } from './interruption.ts';
import { nextStep } from './next-step.ts';

/**
 * Runs a journal to its end. A run is a journal, and a pure function names each next step. Returns when the run, or this process's part of
 * it, is over.
 */
export async function run(journal: Journal, ports: Ports): Promise<Outcome> {
	let state = replay(journal.entries());
	for (;;) {
		const step = nextStep(state);
		if (step.kind === 'stop') return step.outcome;
		state = apply(state, await journal.append(await performUnlessInterrupted(step, { state, journal, ports })));
	}
}
