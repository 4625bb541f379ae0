import { endedWell, type Outcome, type StandingRun } from '../core/index.ts';
import { findStandingIssue, type Incoming, openOwnPulls } from '../github/index.ts';
import { standingRuns } from '../report/index.ts';
import { runIdOf } from '../run/index.ts';
import type { GitHubJobContext, GitHubJobFacts, GitHubJobPorts } from './job-context.ts';
import { taskDigest } from './standing.ts';

type Start = Extract<Incoming, { kind: 'start' }>;
type Reason = Extract<Outcome, { kind: 'nothing-to-do' }>['reason'];

/**
 * The marker of a pull request that a run opened with the tool. The group is the run's id. A pull request from a maintainer's `always`
 * does not match, because it is not work of the task.
 */
const delivered = /^countersign:pull-request:(\d+-[0-9a-f]+):[0-9a-f]{16}$/;

/**
 * Returns why a scheduled run has nothing to do, by `skip-if`. A dispatched run is never skipped, because a person wants it. This costs
 * three requests at most, and no model.
 */
export async function skipped(incoming: Start, { facts, ports }: GitHubJobContext): Promise<Outcome | undefined> {
	const { skipIf } = facts.inputs;
	if (incoming.trigger !== 'schedule' || skipIf.length === 0) return undefined;
	const issue = await findStandingIssue(ports.api, facts.environment.workflow);
	if (issue === undefined) return undefined;
	const past = { runs: standingRuns(issue.body ?? '', ports.clock.now()), task: taskDigest(incoming.task) };
	if (skipIf.includes('no-changes') && isAsLeft(past, facts)) {
		const message = `Nothing was committed to \`${facts.environment.refName}\` since the last run that ended well.`;
		return nothing('no-changes', message);
	}
	if (!skipIf.includes('own-pull-request')) return undefined;
	const open = await openPull({ ...past, thread: issue.number, self: runIdOf(issue.number, incoming.key) }, ports);
	if (open === undefined) return undefined;
	const message = `Pull request #${open} of an earlier run is still open: merge or close it, and the next run begins.`;
	return nothing('own-pull-request-open', message);
}

interface Past {
	readonly runs: readonly StandingRun[];
	readonly task: string;
}

function isAsLeft({ runs, task }: Past, { environment }: GitHubJobFacts): boolean {
	const last = runs.find((run) => run.task === task && endedWell(run));
	return last?.sha === environment.sha;
}

/**
 * Returns an open pull request of this task, as far as the issue still lists its runs. Pull requests of the current run are left out,
 * because its job may have died after opening one.
 */
async function openPull(
	{ runs, task, thread, self }: Past & { readonly thread: number; readonly self: string },
	{ api }: GitHubJobPorts,
): Promise<number | undefined> {
	const open = await openOwnPulls(api, `countersign:pull-request:${thread}-`);
	const found = open.find(({ marker }) => {
		const run = delivered.exec(marker)?.[1];
		if (run === undefined || run === self) return false;
		return (runs.find((one) => one.run === run)?.task ?? task) === task;
	});
	return found?.number;
}

function nothing(reason: Reason, message: string): Outcome {
	return { kind: 'nothing-to-do', reason, message };
}
