import { CountersignError, type RunLabel, type RunRequest } from '../core/index.ts';
import type { Incoming } from '../github/index.ts';
import { helpText, statusText, type UnreadRun } from '../report/index.ts';
import { headerOf, loadLabelled, runIdOf, type State, stateOf, statusOf, waitsOf } from '../run/index.ts';
import { refuse, rightsOfAsker } from './entitled.ts';
import type { JobContext, JobPorts } from './job-context.ts';
import type { JobResult } from './job-result.ts';
import { proceed } from './proceed.ts';
import { reply } from './reply.ts';
import { isInOwnWords } from './run-mode.ts';
import { tellFailure } from './tell-failure.ts';

type Controlling = Extract<Incoming, { kind: 'control' }>;

/** Handles a command about runs, such as `/agent status`, of a person who may start runs. */
export async function control(incoming: Controlling, context: JobContext): Promise<JobResult> {
	const rights = await rightsOfAsker(incoming, context.ports);
	if (!rights.mayWrite) return refuse('control', incoming, rights, context.ports);
	await context.ports.forge.react(incoming.commentId, 'eyes');
	try {
		return await controlled(incoming, context);
	} catch (error) {
		await tellFailure(incoming, error, context.ports);
		throw error;
	}
}

function controlled(incoming: Controlling, context: JobContext): Promise<JobResult> {
	switch (incoming.what) {
		case 'help':
			return reply(incoming, helpText(), 'help-only', context.ports);
		case 'status':
			return status(incoming, context.ports);
		case 'revoke':
			return reply(
				incoming,
				'What was granted for a run before this comment counts no more.',
				'help-only',
				context.ports,
			);
		case 'stop':
			return stop(incoming, context);
		case 'retry':
			return retry(incoming, context);
	}
}

interface Runs {
	/** Oldest first. */
	readonly states: readonly State[];
	readonly unread: readonly UnreadRun[];
}

/** Returns the runs of the thread. For a run whose state cannot be read, returns the reason. */
async function runsOf({ thread }: Controlling, { store }: JobPorts): Promise<Runs> {
	const states: State[] = [];
	const unread: UnreadRun[] = [];
	for (const label of await store.labels(thread)) {
		const found = await stateIn(label, store);
		if (found instanceof CountersignError) unread.push({ run: label.run, why: `${found.message} ${found.fix}` });
		else if (found !== undefined) states.push(found);
	}
	return { states: states.sort((a, b) => (a.begunAt < b.begunAt ? -1 : 1)), unread };
}

async function stateIn(label: RunLabel, store: JobPorts['store']): Promise<State | CountersignError | undefined> {
	try {
		const checkpoint = await loadLabelled(label, store);
		return checkpoint === undefined ? undefined : stateOf(checkpoint);
	} catch (error) {
		if (error instanceof CountersignError && error.code !== 'github-unreachable') return error;
		throw error;
	}
}

async function status(incoming: Controlling, ports: JobPorts): Promise<JobResult> {
	const { states, unread } = await runsOf(incoming, ports);
	return reply(incoming, statusText(states.map(statusOf), unread), 'help-only', ports);
}

/**
 * Stops the runs of the thread. It continues each run that is not over, and the run then reads the comment itself. If another job works on
 * a run, that job reads the comment before the run's next step.
 */
async function stop(incoming: Controlling, context: JobContext): Promise<JobResult> {
	const open = (await context.ports.store.labels(incoming.thread)).filter(({ status }) => status !== 'finished');
	if (open.length === 0) return reply(incoming, 'Nothing runs or waits here.', 'nothing-pending', context.ports);
	const ends: PromiseSettledResult<JobResult>[] = [];
	// If the state of a run cannot be read, the others still stop. The job reports the error after that.
	for (const { run } of open)
		ends.push(...(await Promise.allSettled([proceed({ run, command: incoming.key }, context)])));
	const failed = ends.find((end) => end.status === 'rejected');
	if (failed !== undefined) throw failed.reason;
	const results = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
	return results.reduce((_, last) => last);
}

/** Continues a run whose job failed, or starts the task of the last run again. */
async function retry(incoming: Controlling, context: JobContext): Promise<JobResult> {
	const { states: runs, unread } = await runsOf(incoming, context.ports);
	// The same comment can come twice: GitHub may repeat an event, and a job may die and be re-run. If a run already continued because of this
	// comment, this run continues, and no other one starts.
	const gone = runs.findLast(({ process }) => process?.served.includes(incoming.key));
	if (gone !== undefined) return proceed({ run: headerOf(gone).run, command: incoming.key }, context);
	const last = runs.at(-1);
	if (last === undefined) {
		const text = unread.length === 0 ? 'There is no run here to repeat.' : statusText([], unread);
		return reply(incoming, text, 'nothing-pending', context.ports);
	}
	const waits = runs
		.filter((state) => state.finished === undefined)
		.flatMap((state) => waitsOf(state).map(({ id }) => id));
	if (waits.length > 0) {
		const ids = waits.join(' ');
		const text = `A run waits for ${ids}: answer it, or write \`/agent stop\` first.`;
		return reply(incoming, text, 'help-only', context.ports);
	}
	const { run, settings, pull } = headerOf(last);
	if (last.finished === undefined) return proceed({ run, command: incoming.key }, context);
	const { actor, thread, onPullRequest, commentId, key } = incoming;
	const { task, actor: before, taskBy = before, code } = headerOf(last).request;
	const own = isInOwnWords(headerOf(last).request) ? {} : { foreignWords: true as const };
	const words = { task, ...(code === undefined ? {} : { code }), ...own };
	const again = taskBy.id === actor.id ? words : { ...words, taskBy };
	const request: RunRequest = { trigger: 'comment', actor, thread, onPullRequest, ...again, key, commentId };
	const mode = settings.mode === 'plan' && pull?.readOnly !== true ? { mode: 'plan' as const } : {};
	return proceed({ run: runIdOf(thread, key), command: key, request, opening: incoming.opening, ...mode }, context);
}
