import {
	asCountersignError,
	CountersignError,
	holdsMarker,
	type Outcome,
	outcomeTraits,
	type RunRequest,
	type StandingRun,
	sha256,
	triggerTraits,
} from '../core/index.ts';
import {
	neutralLine,
	neutralTitle,
	ownerMarker,
	progressMarker,
	standingRuns,
	standingText,
	withRun,
} from '../report/index.ts';
import { headerOf, type State } from '../run/index.ts';
import type { JobContext, JobPorts } from './job-context.ts';
import type { JobResult } from './job-result.ts';

/** A run that ended, or that waits for an answer. */
interface Ended extends Pick<JobResult, 'pullRequest'> {
	readonly state: State;
	readonly outcome: Outcome;
	readonly waits: StandingRun['waits'];
}

const longestWhat = 60;

/** Returns a digest of a task. By this digest, the next run of a workflow recognizes the same task. */
export function taskDigest(task: string): string {
	return sha256(task).slice(0, 12);
}

/**
 * Updates the standing issue of the run's workflow, and mentions the owner if a person must look. An error here does not affect the
 * run.
 */
export async function tellStanding({ state, outcome, waits, pullRequest }: Ended, ports: JobPorts): Promise<void> {
	const { run, request, settings, base_sha: baseSha } = headerOf(state);
	if (ports.standing === undefined || !isOfWorkflow(request) || isSilent(outcome)) return;
	const { job } = ports.standing;
	const row = {
		run,
		...wordsOf(request, settings.skill),
		begunAt: state.begunAt,
		...endOf(outcome),
		sha: baseSha,
		job,
	};
	await besides(request, ports, async () => {
		const comments = await ports.forge.comments(request.thread);
		const progress = comments.find(({ mine, body }) => mine && holdsMarker(body, progressMarker(run)));
		const { number: pull } = pullRequest ?? {};
		await tell(
			{
				...row,
				waits: waits.slice(0, 10).map(({ id, until }) => ({ id, until })),
				...(progress === undefined ? {} : { comment: progress.id }),
				...(pull === undefined ? {} : { pull }),
			},
			{ request, outcome },
			ports,
		);
	});
}

/** Updates the standing issue for a run that could not begin. */
export async function tellUnbegun(
	{ run, request }: { readonly run: string; readonly request: RunRequest },
	error: unknown,
	{ facts, ports }: Pick<JobContext, 'facts' | 'ports'>,
): Promise<void> {
	if (ports.standing === undefined || !isOfWorkflow(request)) return;
	const { code, message, fix } = asCountersignError(error);
	if (code.startsWith('github-')) return;
	// The message of a bug is not written for people, so the issue does not show it. The job's log does, with secrets masked.
	const told = code === 'internal' ? 'This is a bug of Countersign; the log of the job has more.' : `${message} ${fix}`;
	const outcome: Outcome = { kind: 'failed', reason: code, message: told };
	const { job } = ports.standing;
	const begunAt = ports.clock.now().toISOString();
	const words = wordsOf(request, facts.inputs.skill === '' ? undefined : facts.inputs.skill);
	const row = { run, ...words, begunAt, ...endOf(outcome), sha: facts.environment.sha, job, waits: [] };
	await besides(request, ports, () => tell(row, { request, outcome }, ports));
}

async function tell(
	row: StandingRun,
	{ request, outcome }: { readonly request: RunRequest; readonly outcome: Outcome },
	ports: JobPorts,
): Promise<void> {
	const { thread, owner } = request;
	const { standing } = ports;
	if (standing === undefined) return;
	const place = { page: standing.page, thread, now: ports.clock.now() };
	await standing.rewrite(thread, (body) => standingText(withRun(standingRuns(body, place.now), row), place));
	if (owner === undefined || outcomeTraits[outcome.kind].standing !== 'mentions owner') return;
	// A request for approval already mentions the owner.
	if (outcomeTraits[outcome.kind].failsJob) {
		const text = `@${owner}, a run of this workflow failed: ${neutralLine(outcome.message)}`;
		await ports.forge.upsertComment(thread, ownerMarker(row.run), text);
	}
	if (!owner.includes('/')) await standing.assign(thread, owner);
}

/** Does work after the run is over and published. An error of this work is only a warning. */
async function besides({ thread }: RunRequest, ports: JobPorts, work: () => Promise<void>): Promise<void> {
	try {
		await work();
	} catch (error) {
		if (!(error instanceof CountersignError)) throw error;
		ports.warn(`The standing issue #${thread} is not up to date: ${error.message}`);
	}
}

/** Whether the standing issue is not updated. An interrupted job has only seconds, so the next job of the run reports it. */
function isSilent({ kind, reason }: Outcome): boolean {
	return outcomeTraits[kind].standing === 'left out' || reason === 'interrupted';
}

function isOfWorkflow({ trigger }: RunRequest): boolean {
	return triggerTraits[trigger].isListed;
}

function wordsOf({ task, owner }: RunRequest, skill?: string): Pick<StandingRun, 'what' | 'task' | 'owner'> {
	const [line = ''] = (skill ?? task).trim().split('\n');
	const what = neutralTitle(line).slice(0, longestWhat);
	return { what, task: taskDigest(task), ...(owner === undefined ? {} : { owner }) };
}

function endOf({ kind, reason }: Outcome): Pick<StandingRun, 'outcome' | 'reason'> {
	return { outcome: kind, reason };
}
