import { z } from 'zod';
import type { StartedChecks } from '../../core/index.ts';
import type { Api } from '../api/api.ts';
import { known } from '../api/known.ts';
import { newestHead, type Place } from './check-runs.ts';

const run = z.object({ status: z.string().nullish(), conclusion: z.string().nullish() });
const listing = z.object({ workflow_runs: z.array(run) });

/** Returns whether GitHub started checks on a pull request, or undefined if GitHub does not say. Needs one request if the head is known. */
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
