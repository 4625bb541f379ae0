import { CountersignError } from '../core/index.ts';
import { tidyRefs } from '../github/index.ts';
import type { GitHubJobPorts, JobFacts } from './job-context.ts';

/** One of this many jobs tidies up. */
const everySo = 4;

/** Calls {@link tidyUp} in one of four jobs, so that most jobs need not wait. */
export async function tidyUpInTurn(facts: JobFacts, ports: GitHubJobPorts): Promise<void> {
	if (turnOf(facts) % everySo === 0) await tidyUp(facts, ports);
}

/** Deletes refs that are no longer needed. A refusal by GitHub is only a warning, because the job's own work is already done. */
export async function tidyUp(facts: JobFacts, { api, clock, warn }: GitHubJobPorts): Promise<void> {
	if (facts.inputs.stateDirectory !== undefined) return;
	try {
		await tidyRefs(api, { now: clock.now(), turn: Math.floor(turnOf(facts) / everySo) });
	} catch (error) {
		if (!(error instanceof CountersignError)) throw error;
		warn(`Old refs of countersign were not tidied up: ${error.message}`);
	}
}

function turnOf({ runner }: JobFacts): number {
	return Number(runner.id) % 1_000_000;
}
