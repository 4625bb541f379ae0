import { CountersignError, type Outcome, outcomeTraits, type Ports, type Remembrance } from '../../core/index.ts';
import {
	answerMarker,
	checkText,
	furtherAnswers,
	progressComment,
	progressWith,
	refusalMarker,
} from '../../report/index.ts';
import { buttonsFor } from '../answers/buttons.ts';
import { showDecisions } from '../answers/show-decisions.ts';
import { answerOf, remembrancesOf } from '../context/remembrance.ts';
import { tellSpent } from '../loop/raise.ts';
import { headerOf, type Stage } from '../stage.ts';
import type { RunJournal } from '../state/run-journal.ts';
import type { State } from '../state/state.ts';
import { deliveredOf } from '../views/delivered-pull-request.ts';
import { type Ending, viewOf } from '../views/view.ts';
import { saveCheckpoint, savedHead } from './checkpoint.ts';

/**
 * Ends this process's part of the run. It saves the last checkpoint, then posts the comment with the journal's head. It records nothing
 * after that, so the published head is the last one. Repeating it changes nothing.
 */
export async function conclude(
	outcome: Outcome,
	journal: RunJournal,
	ports: Ports,
	job: Pick<Ending, 'jobUrl' | 'kept' | 'started'> = {},
): Promise<Outcome> {
	const state = journal.state();
	// A process also reports its usage if it lost the run to another process.
	const told = await orFailure(() => tellSpent(state, ports));
	if (outcomeTraits[outcome.kind].leavesRun || isAnothers(state)) return outcome;
	if (outcome.kind === 'refused') return refuseOnce(outcome, state, ports);
	const remembrances = await remembrancesOf(state, { journal, ports });
	const saved = await orFailure(() => saveCheckpoint({ state, journal, ports }, remembrances.at(-1)));
	const failure = saved instanceof CountersignError ? saved : told;
	if (saved !== 'conflict' && failure !== undefined) {
		const failed: Outcome = { kind: 'failed', reason: failure.code, message: `${failure.message} ${failure.fix}` };
		// Publish the head of the last saved state, because a later job cannot continue from unsaved entries. Without a published head, a later
		// job would accept any state.
		const head = savedHead(journal);
		return published(failed, { state, ports }, { ...job, ...(head === undefined ? {} : { head }) });
	}
	if (saved === 'conflict') {
		// A job that failed while it claimed the command may conflict with its own save. Its outcome stays `failed`. With `duplicate`, the job
		// would succeed, and nobody would start the next one.
		if (outcome.kind === 'failed' && state.process?.claimed === false) return outcome;
		return {
			kind: 'duplicate',
			reason: 'run-advanced-elsewhere',
			message: 'Another job advanced this run; this one stops.',
		};
	}
	// The run is already saved, and its head is published next. So a note about the memory goes into the comment, not into the journal.
	const note = await keep(remembrances, ports);
	return published(outcome, { state, ports }, { ...job, head: journal.head(), ...note });
}

/** Saves the memories of the run, and returns a note if this failed. If they are saved already, this changes nothing. */
async function keep(remembrances: readonly Remembrance[], { memory }: Ports): Promise<Pick<Ending, 'note'>> {
	let unkept: string | undefined;
	for (const one of remembrances) unkept = await memory.keep?.(one);
	return unkept === undefined ? {} : { note: unkept };
}

/** Returns whether the previous job of the run may still live. If this process saved now, that job could not continue. */
function isAnothers({ process }: State): boolean {
	return process?.claimed === false && process.previous?.ended === false;
}

type Shown = Pick<Ending, 'head' | 'jobUrl' | 'note' | 'kept' | 'started'>;
type Told = Pick<Stage, 'state' | 'ports'>;

/** Reasons for which GitHub will also refuse the next job. */
const forGood: ReadonlySet<string> = new Set(['github-archived', 'github-locked']);

/**
 * Publishes how the run ended. If the thread accepts no more comments, only the job's summary and log show the outcome. Then the outcome
 * becomes `failed`, unless a pull request shows people the result. @throws CountersignError if a later job can publish the outcome
 */
async function published(outcome: Outcome, told: Told, shown: Shown): Promise<Outcome> {
	const untold = await orFailure(() => publish(outcome, told, shown));
	if (!(untold instanceof CountersignError)) return outcome;
	if (!forGood.has(untold.code)) throw untold;
	if (outcome.reason === untold.code) return outcome;
	const message = `${outcome.message} Nobody was told in the thread: ${untold.message} ${untold.fix}`;
	const isFound = outcome.kind === 'failed' || deliveredOf(told.state).pullRequest !== undefined;
	return isFound ? { ...outcome, message } : { kind: 'failed', reason: untold.code, message };
}

/** Runs the effect and returns its error. A job that cannot save or publish ends with this error, and the thread shows it. */
async function orFailure<T>(effect: () => Promise<T>): Promise<T | CountersignError> {
	try {
		return await effect();
	} catch (error) {
		if (error instanceof CountersignError) return error;
		throw error;
	}
}

async function publish(outcome: Outcome, { state, ports }: Told, shown: Shown): Promise<void> {
	const { run, request } = headerOf(state);
	const answer = await answerOf(state, ports);
	const furtherParts = outcome.kind === 'waiting' ? [] : await tellOn(answer, { state, ports });
	const ending = { outcome, answer, furtherParts, ...shown };
	const view = viewOf(state, ending);
	await showDecisions(state, ports);
	const { url } = await ports.forge.upsertComment(request.thread, progressWith(run, shown.head), progressComment(view));
	if (!request.onPullRequest) return;
	const buttons = await buttonsFor(outcome, { state, ports });
	await ports.forge.showCheck(request.thread, { run, ...checkText(view), url, ...buttons });
}

/** Posts the rest of an answer that does not fit into the progress comment. Returns the addresses. */
async function tellOn(answer: string, { state, ports }: Told): Promise<readonly string[]> {
	const { run, request } = headerOf(state);
	const urls: string[] = [];
	for (const { part, body } of furtherAnswers(run, answer))
		urls.push((await ports.forge.upsertComment(request.thread, answerMarker(run, part), body)).url);
	return urls;
}

/** Posts a refusal once for each person and thread, however often they ask. */
async function refuseOnce(outcome: Outcome, state: State, ports: Ports): Promise<Outcome> {
	const { request } = headerOf(state);
	await ports.forge.upsertComment(request.thread, refusalMarker(request.actor.id), outcome.message);
	return outcome;
}
