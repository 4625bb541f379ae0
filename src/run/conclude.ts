import { CountersignError, type Outcome, type OutcomeKind, type Ports, type Remembrance } from '../core/index.ts';
import type { Journal } from '../journal/index.ts';
import {
	answerMarker,
	checkText,
	furtherAnswers,
	progressComment,
	progressMarker,
	refusalMarker,
} from '../report/index.ts';
import { buttonsFor } from './buttons.ts';
import { saveCheckpoint, savedHead } from './checkpoint.ts';
import { deliveredOf } from './delivered-pull-request.ts';
import { tellSpent } from './raise.ts';
import { answerOf, remembrancesOf } from './remembrance.ts';
import { showDecisions } from './show-decisions.ts';
import { headerOf, type Stage } from './stage.ts';
import { replay, type State } from './state.ts';
import { type Ending, viewOf } from './view.ts';

/** A process that found the run in other hands leaves no trace of itself. */
const silent: readonly OutcomeKind[] = ['duplicate', 'nothing-to-do'];

/**
 * Makes the end of this process's part durable and visible: last checkpoint, then the comment with the journal's head. Nothing is
 * recorded after it, so that the published head is the head. Repeating it changes nothing.
 */
export async function conclude(
	outcome: Outcome,
	journal: Journal,
	ports: Ports,
	job: Pick<Ending, 'jobUrl' | 'kept' | 'started'> = {},
): Promise<Outcome> {
	const state = replay(journal.entries());
	// Also what a process used that lost the run to another one is used.
	const told = await orFailure(() => tellSpent(state, ports));
	if (silent.includes(outcome.kind) || isAnothers(state)) return outcome;
	if (outcome.kind === 'refused') return refuseOnce(outcome, state, ports);
	const remembrances = await remembrancesOf(state, { journal, ports });
	const saved = await orFailure(() => saveCheckpoint({ state, journal, ports }, remembrances.at(-1)));
	const failure = saved instanceof CountersignError ? saved : told;
	if (saved !== 'conflict' && failure !== undefined) {
		const failed: Outcome = { kind: 'failed', reason: failure.code, message: `${failure.message} ${failure.fix}` };
		// What is not saved is not what a later job goes on from; without a head it could go on from anything.
		const head = savedHead(journal);
		return published(failed, { state, ports }, { ...job, ...(head === undefined ? {} : { head }) });
	}
	if (saved === 'conflict') {
		return {
			kind: 'duplicate',
			reason: 'run-advanced-elsewhere',
			message: 'Another job advanced this run; this one stops.',
		};
	}
	// The run is durable and over, and what is published next is its head: what is said of its memory is said there, not in the journal.
	const note = await keep(remembrances, ports);
	return published(outcome, { state, ports }, { ...job, head: journal.head(), ...note });
}

/** What is kept already is found to be there. */
async function keep(remembrances: readonly Remembrance[], { memory }: Ports): Promise<Pick<Ending, 'note'>> {
	let unkept: string | undefined;
	for (const one of remembrances) unkept = await memory.keep?.(one);
	return unkept === undefined ? {} : { note: unkept };
}

/** Whether nobody knows yet that the job which had the run before is gone: what is saved over it ends it, too. */
function isAnothers({ process }: State): boolean {
	return process?.claimed === false && process.previous?.ended === false;
}

type Shown = Pick<Ending, 'head' | 'jobUrl' | 'note' | 'kept' | 'started'>;
type Told = Pick<Stage, 'state' | 'ports'>;

/** What GitHub will refuse the next job, too. */
const forGood: ReadonlySet<string> = new Set(['github-archived', 'github-locked']);

/**
 * Publishes how the run ended. Where the thread takes no word any more the job's summary and its log tell it: with a pull request there is
 * something that people find, without one nobody was answered.
 * @throws CountersignError where a later job can tell it.
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

/** What cannot be saved or told ends the job, and the thread is told. */
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
	const { url } = await ports.forge.upsertComment(request.thread, progressMarker(run), progressComment(view));
	if (!request.onPullRequest) return;
	const buttons = await buttonsFor(outcome, { state, ports });
	await ports.forge.showCheck(request.thread, { run, ...checkText(view), url, ...buttons });
}

/** Puts up what of an answer does not fit into the progress comment; where it is. */
async function tellOn(answer: string, { state, ports }: Told): Promise<readonly string[]> {
	const { run, request } = headerOf(state);
	const urls: string[] = [];
	for (const { part, body } of furtherAnswers(run, answer))
		urls.push((await ports.forge.upsertComment(request.thread, answerMarker(run, part), body)).url);
	return urls;
}

/** One answer for each person and thread, however often they ask. */
async function refuseOnce(outcome: Outcome, state: State, ports: Ports): Promise<Outcome> {
	const { request } = headerOf(state);
	await ports.forge.upsertComment(request.thread, refusalMarker(request.actor.id), outcome.message);
	return outcome;
}
