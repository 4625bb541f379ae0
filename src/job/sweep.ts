import { asCountersignError, type Outcome, type SwitchedOffBy } from '../core/index.ts';
import { refreshApprovalsIssue } from '../github/index.ts';
import { type ApprovalsView, approvalsText, type WaitingRow } from '../report/index.ts';
import { headerOf, isDue, type State, stateOf, waitsOf } from '../run/index.ts';
import type { GitHubJobPorts } from './job-context.ts';

/** The parts of a job's ports that a sweep needs. A sweep in a terminal has them, too. */
export type SweepContext = Pick<GitHubJobPorts, 'api' | 'forge' | 'store' | 'clock' | 'warn'>;

/** Continues a run that is due, and returns its outcome. */
export type Settle = (run: string) => Promise<Outcome>;

/** What a sweep found and did. */
export interface Swept {
	readonly rows: readonly WaitingRow[];
	/** The runs that the sweep continued, whatever their outcome. */
	readonly settled: readonly string[];
	readonly troubles: ApprovalsView['troubles'];
	/** The number of runs that are due but were not continued. */
	readonly left: number;
	readonly off?: SwitchedOffBy;
	/** The text of the approvals issue, and its number if it exists. */
	readonly text: string;
	readonly issue?: number;
}

interface Waiting {
	readonly run: string;
	readonly thread: number;
	readonly state: State;
	/** ISO 8601 UTC. */
	readonly askedAt: string;
	readonly rows: readonly WaitingRow[];
}

/** The most runs that one sweep continues, so that the job does not take too long. The next sweep continues the others. */
const mostRuns = 10;
/**
 * The most runs that one sweep tries to continue, including runs that cannot be opened. Such runs stay the oldest ones in each sweep. So if
 * `mostRuns` limited these tries, ten such runs would block all others.
 */
const mostTries = 100;

/**
 * Continues the runs that are due, the oldest first, and updates the approvals issue. Without `settle`, it only reports, and opens no
 * issue. An error in one run does not stop the others. @throws CountersignError `github-unreachable`
 */
export async function sweep(context: SweepContext, settle?: Settle): Promise<Swept> {
	const troubles: ApprovalsView['troubles'][number][] = [];
	const attempt = async <T>(run: string, thread: number, work: () => Promise<T>): Promise<T | undefined> => {
		try {
			return await work();
		} catch (thrown) {
			const { code, message, fix } = asCountersignError(thrown);
			// A sweep reads the same runs again at its end, so a run that cannot be read must be reported only once.
			if (troubles.some((one) => one.run === run)) return undefined;
			context.warn(`Run ${run} of #${thread}: ${message}`);
			// The state was saved without a key, so the run cannot continue. A person who answers is told so. The hourly job should not fail because
			// of this.
			if (code === 'checkpoint-unsealed') return undefined;
			troubles.push({ run, thread, why: code === 'internal' ? message : `${message} ${fix}` });
			return undefined;
		}
	};
	const off = await context.forge.switchedOff();
	const waiting = await waitingRuns(context, attempt);
	const due = await dueAmong(waiting, context, attempt);
	const settled: string[] = [];
	let opened = 0;
	for (const { run, thread } of settle === undefined || off !== undefined ? [] : due.slice(0, mostTries)) {
		if (opened === mostRuns) break;
		settled.push(run);
		const outcome = await attempt(run, thread, async () => settle?.(run));
		opened += outcome === undefined ? 0 : 1;
		if (outcome?.reason === 'thread-gone') context.warn(`Run ${run} of #${thread}: ${outcome.message}`);
		if (outcome?.kind === 'failed' || outcome?.kind === 'incompatible-checkpoint')
			troubles.push({ run, thread, why: outcome.message });
	}
	const now = settled.length === 0 ? waiting : await waitingRuns(context, attempt);
	const rows = now.flatMap((one) => one.rows);
	const left = due.length - settled.length;
	const view = { now: context.clock.now(), rows, troubles, left, ...(off === undefined ? {} : { off }) };
	const text = approvalsText(view);
	const make = settle !== undefined && (rows.length > 0 || troubles.length > 0);
	const issue = await refreshApprovalsIssue(context.api, { body: text, make });
	return { ...view, settled, text, ...(issue === undefined ? {} : { issue }) };
}

type Attempt = <T>(run: string, thread: number, work: () => Promise<T>) => Promise<T | undefined>;

/** Returns the runs that wait, the oldest request first. */
async function waitingRuns(context: SweepContext, attempt: Attempt): Promise<readonly Waiting[]> {
	const found: Waiting[] = [];
	for (const label of await context.store.waiting()) {
		const waiting = await attempt(label.run, label.thread, () => readWaiting(label, context));
		if (waiting !== undefined) found.push(waiting);
	}
	return found.sort((a, b) => (a.askedAt < b.askedAt ? -1 : 1));
}

async function readWaiting(
	{ run, thread }: Pick<Waiting, 'run' | 'thread'>,
	{ store, api }: SweepContext,
): Promise<Waiting | undefined> {
	const checkpoint = await store.load(run);
	if (checkpoint === undefined) return undefined;
	const state = stateOf(checkpoint);
	const askedAt = waitsOf(state)[0]?.askedAt ?? state.begunAt;
	return { run, thread, state, askedAt, rows: rowsOf(thread, state, api) };
}

async function dueAmong(
	waiting: readonly Waiting[],
	context: SweepContext,
	attempt: Attempt,
): Promise<readonly Waiting[]> {
	const due: Waiting[] = [];
	for (const one of waiting) {
		const is = await attempt(one.run, one.thread, () =>
			isDue(one.state, { forge: context.forge, now: context.clock.now() }),
		);
		if (is === true) due.push(one);
	}
	return due;
}

function rowsOf(thread: number, state: State, api: SweepContext['api']): readonly WaitingRow[] {
	const page = `${api.webUrl}/${api.owner}/${api.repo}/${headerOf(state).request.onPullRequest ? 'pull' : 'issues'}`;
	return waitsOf(state).map(({ commentId, ...wait }) => ({
		...wait,
		thread,
		url: `${page}/${thread}#issuecomment-${commentId}`,
	}));
}
