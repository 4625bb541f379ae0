import { CountersignError } from '../core/index.ts';
import { tidyRefs } from '../github/index.ts';
import type { Desk } from './desk.ts';

/** One job of so many looks for what can go. */
const everySo = 4;

/** Deletes refs that nobody needs any more. The run is over: what GitHub refuses here fails nothing, and the log says it. */
export async function tidyUp({ api, clock, inputs, runner, warn }: Desk): Promise<void> {
	const turn = Number(runner.id) % 1_000_000;
	if (inputs.stateDirectory !== undefined || turn % everySo !== 0) return;
	try {
		await tidyRefs(api, { now: clock.now(), turn: turn / everySo });
	} catch (error) {
		if (!(error instanceof CountersignError)) throw error;
		warn(`Old refs of countersign were not tidied up: ${error.message}`);
	}
}
