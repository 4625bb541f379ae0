import { z } from 'zod';
import { type ClaimResult, longestLocalJob, type Runner, runnerSchema } from '../../core/index.ts';
import { type Api, ApiRefusal } from '../api/api.ts';
import type { GitObjects } from '../git/git-objects.ts';
import { lastLine } from './run-labels.ts';

/**
 * The longest time that a job can run, even on a self-hosted runner. If GitHub cannot say whether a claim's job still runs, the claim is
 * valid for this time. Milliseconds.
 */
const longestJob = 5 * 24 * 60 * 60 * 1000;

/** The JSON in the commit that a claim points at: a separate commit, or the last checkpoint of the claim's owner. */
const claimSchema = z.object({
	runner: runnerSchema,
	at: z.iso.datetime(),
});
const workflowRun = z.object({ status: z.string().nullable() });

interface Lookup {
	readonly api: Api;
	readonly objects: GitObjects;
	readonly now: () => Date;
}

/** Returns which job made a claim, and whether this job is still running. `sha` is the commit that the claim points at. */
export async function holderOf(sha: string | undefined, lookup: Lookup): Promise<ClaimResult> {
	const parsed = claimSchema.safeParse(sha === undefined ? undefined : lastLine(await lookup.objects.readCommit(sha)));
	// If a claim cannot be read, we assume that a running job made it. So no other job takes over without a proof.
	if (!parsed.success) return { kind: 'taken', owner: { kind: 'actions', id: 'unknown', attempt: 0 }, living: true };
	const { runner, at } = parsed.data;
	return { kind: 'taken', owner: runner, living: await isJobLiving(runner, at, lookup) };
}

/**
 * Whether a job is still running. If GitHub cannot answer, we assume that the job runs until {@link longestJob}. `at` is when it was last
 * seen.
 */
export async function isJobLiving(
	runner: Runner,
	at: string,
	{ api, now }: Pick<Lookup, 'api' | 'now'>,
): Promise<boolean> {
	const age = now().getTime() - Date.parse(at);
	if (runner.kind === 'local') return age < longestLocalJob * 60_000;
	const route = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}';
	try {
		const found = await api.call(route, workflowRun, { run_id: Number(runner.id), attempt_number: runner.attempt });
		return found.status !== 'completed';
	} catch (error) {
		if (!(error instanceof ApiRefusal)) throw error;
		return age < longestJob;
	}
}
