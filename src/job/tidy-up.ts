import { CountersignError } from '../core/index.ts';
import { tidyRefs } from '../github/index.ts';
import type { GitHubJobContext } from './job-context.ts';

/** One job of so many looks for what can go. */
const everySo = 4;

/** Now and then, so that no job does much of it. */
export async function tidyUpInTurn(context: GitHubJobContext): Promise<void> {
	if (turnOf(context) % everySo === 0) await tidyUp(context);
}

/** Deletes refs that nobody needs any more. What the job was for is done: what GitHub refuses here fails nothing, and the log says it. */
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
