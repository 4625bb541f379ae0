import { CountersignError } from '../core/index.ts';
import { tidyRefs } from '../github/index.ts';
import type { GitHubJobContext } from './job-context.ts';

/** One of this many jobs tidies up. */
const everySo = 4;

/** Tidies up in one of four jobs, because most jobs should not wait for it. */
export async function tidyUpInTurn(context: GitHubJobContext): Promise<void> {
	if (turnOf(context) % everySo === 0) await tidyUp(context);
}

/**
 * Deletes refs that are no longer needed. The job's own work is already done, so if GitHub refuses, this is only a warning in the log.
 */
export async function tidyUp(context: GitHubJobContext): Promise<void> {
	const { api, clock, inputs, warn } = context;
	if (inputs.stateDirectory !== undefined) return;
	try {
		await tidyRefs(api, { now: clock.now(), turn: Math.floor(turnOf(context) / everySo) });
	} catch (error) {
		if (!(error instanceof CountersignError)) throw error;
		warn(`Old refs of countersign were not tidied up: ${error.message}`);
	}
}

function turnOf({ runner }: GitHubJobContext): number {
	return Number(runner.id) % 1_000_000;
}
