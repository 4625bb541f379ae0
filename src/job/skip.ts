import type { SkipCondition } from '../config/index.ts';
import { endedWell, type Outcome, type StandingRun } from '../core/index.ts';
import { findStandingIssue, type Incoming, openOwnPulls } from '../github/index.ts';
import { standingRuns } from '../report/index.ts';
import { runIdOf } from '../run/index.ts';
import type { GitHubJobContext, GitHubJobFacts, GitHubJobPorts } from './job-context.ts';
import { taskDigest } from './standing.ts';

type Start = Extract<Incoming, { kind: 'start' }>;
type Reason = Extract<Outcome, { kind: 'nothing-to-do' }>['reason'];

/**
 * Matches the marker of a pull request that a run opened with the tool, and captures the run's id. It does not match the pull request of
 * `/approve A1 always`, because this is not the result of a task.
 */
const delivered = /^countersign:pull-request:(\d+-[0-9a-f]+):[0-9a-f]{16}$/;

/**
 * Returns why a scheduled run is skipped by `skip-if`, or undefined if it is not skipped. A dispatched run is never skipped, because a
 * person wants it. The check needs at most three requests to GitHub and asks no model.
 */
export async function skipped(incoming: Start, { facts, ports }: GitHubJobContext): Promise<Outcome | undefined> {
	const { skipIf } = facts.inputs;
	if (incoming.trigger !== 'schedule' || skipIf.length === 0) return undefined;
	const issue = await findStandingIssue(ports.api, facts.environment.workflow);
	if (issue === undefined) return undefined;
	const past = { runs: standingRuns(issue.body ?? '', ports.clock.now()), task: taskDigest(incoming.task) };
	const self = runIdOf(issue.number, incoming.key);
	for (const condition of skipIf) {
		const found = await checks[condition]({ ...past, thread: issue.number, self }, facts, ports);
		if (found !== undefined) return found;
	}
	return undefined;
}

type Check = (past: PastHere, facts: GitHubJobFacts, ports: GitHubJobPorts) => Promise<Outcome | undefined>;

/** A condition that is missing here would skip nothing. It does not compile. */
const checks: Readonly<Record<SkipCondition, Check>> = {
	'no-changes': async (past, facts) => {
		if (!isAsLeft(past, facts)) return undefined;
		const message = `Nothing was committed to \`${facts.environment.refName}\` since the last run that ended well.`;
		return nothing('no-changes', message);
	},
	'own-pull-request': async (past, _facts, ports) => {
		const open = await openPull(past, ports);
		if (open === undefined) return undefined;
		const message = `Pull request #${open} of an earlier run is still open: merge or close it, and the next run begins.`;
		return nothing('own-pull-request-open', message);
	},
};

interface Past {
	readonly runs: readonly StandingRun[];
	readonly task: string;
}

interface PastHere extends Past {
	/** The number of the standing issue. */
	readonly thread: number;
	/** The id of the current run. */
	readonly self: string;
}

function isAsLeft({ runs, task }: Past, { environment }: GitHubJobFacts): boolean {
	const last = runs.find((run) => run.task === task && endedWell(run));
	return last?.sha === environment.sha;
}

/**
 * Returns the number of an open pull request that an earlier run of this task opened. If the issue no longer lists a run, its pull request
 * counts as one of this task. A pull request of the current run does not count: an earlier attempt of this job may have opened it.
 */
async function openPull({ runs, task, thread, self }: PastHere, { api }: GitHubJobPorts): Promise<number | undefined> {
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
