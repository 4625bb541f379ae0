import { CountersignError } from '../core/index.ts';
import { tidyRefs } from '../github/index.ts';
import type { Desk } from './desk.ts';

/** Deletes refs that nobody needs any more. The run is over: what GitHub refuses here fails nothing, and the log says it. */
export async function tidyUp({ api, clock, inputs, runner, warn }: Desk): Promise<void> {
	if (inputs.stateDirectory !== undefined) return;
	try {
		await tidyRefs(api, { now: clock.now(), turn: Number(runner.id) % 1_000_000 });
	} catch (error) {
		if (!(error instanceof CountersignError)) throw error;
		warn(`Old refs of countersign were not tidied up: ${error.message}`);
	}
}
