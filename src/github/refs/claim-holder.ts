import { z } from 'zod';
import { type ClaimResult, longestLocalJob, type Runner, runnerSchema } from '../../core/index.ts';
import { type Api, ApiRefusal } from '../api/api.ts';
import type { GitObjects } from '../git/git-objects.ts';
import { lastLine } from './run-labels.ts';

/**
 * The longest time that a job can run, even on a self-hosted runner. If the owner of a claim cannot be looked up, the claim is valid for
 * this time. Milliseconds.
 */
const longestJob = 5 * 24 * 60 * 60 * 1000;

/** The commit of a claim: a separate commit, or the last checkpoint of its owner. */
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

/** Returns who holds a claim, by the commit it points at, and whether that job is still running. */
export async function holderOf(sha: string | undefined, lookup: Lookup): Promise<ClaimResult> {
	const parsed = claimSchema.safeParse(sha === undefined ? undefined : lastLine(await lookup.objects.readCommit(sha)));
	// A claim that cannot be read is treated as held by a running job, because anything that cannot be verified is refused.
	if (!parsed.success) return { kind: 'taken', owner: { kind: 'actions', id: 'unknown', attempt: 0 }, living: true };
	const { runner, at } = parsed.data;
	return { kind: 'taken', owner: runner, living: await isJobLiving(runner, at, lookup) };
}

/**
 * Whether a job is still running. If GitHub cannot answer, the job is assumed to run until the maximum age. `at` is when it was last
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
