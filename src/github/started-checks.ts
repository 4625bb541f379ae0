import { z } from 'zod';
import type { StartedChecks } from '../core/index.ts';
import type { Api } from './api.ts';
import { newestHead, type Place } from './check-runs.ts';
import { known } from './known.ts';

const run = z.object({ status: z.string().nullish(), conclusion: z.string().nullish() });
const listing = z.object({ workflow_runs: z.array(run) });

/** One request where the head is known. What GitHub does not tell is not known, and nothing fails for it. */
export function readStartedChecks(api: Api, on: Place): Promise<StartedChecks | undefined> {
	return known(async () => {
		const head = on.head ?? (await newestHead(api, on.thread));
		const route = 'GET /repos/{owner}/{repo}/actions/runs';
		const { workflow_runs: runs } = await api.call(route, listing, { head_sha: head, per_page: 100 });
		if (runs.some(waits)) return 'waiting';
		return runs.length === 0 ? 'none' : 'started';
	});
}

function waits({ status, conclusion }: z.infer<typeof run>): boolean {
	return status === 'action_required' || conclusion === 'action_required';
}
