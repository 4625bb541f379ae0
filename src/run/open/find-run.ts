import type { Command } from '../../approvals/index.ts';
import { CountersignError, isOfState, type RunLabel, type RunStore } from '../../core/index.ts';
import { openCalls } from '../state/open-calls.ts';
import { loadLabelled } from './load-labelled.ts';
import { isFromAnotherTime, stateOf } from './open-run.ts';

/** An answer: its thread, its commands, and its key. */
export interface AnswerKey {
	readonly thread: number;
	readonly commands: readonly Command[];
	readonly key: string;
}

/**
 * Returns the run of a thread that an answer is for, or undefined if no run waits for it. If the state of one run is invalid, another run
 * can still get the answer. A job may have died after it asked and before it recorded that. So its run gets an answer that no other run
 * asked for. @throws CountersignError with the reason, if the state of a run was refused and no other run waits.
 */
export async function findRun(answer: AnswerKey, store: RunStore): Promise<string | undefined> {
	const labels = [...(await store.labels(answer.thread))].sort((a, b) => b.lastApproval - a.lastApproval);
	const ids = namedIds(answer.commands);
	const faults: CountersignError[] = [];
	const unrecorded: string[] = [];
	for (const label of [...labels.filter(isWaiting), ...labels.filter(isRunning)]) {
		if (ids.length === 0) return label.run;
		const asked = await unlessRefused(asks(label, ids, store));
		if (asked === 'yes') return label.run;
		if (asked === 'unrecorded') unrecorded.push(label.run);
		else if (asked !== 'no') faults.push(asked);
	}
	if (unrecorded[0] !== undefined) return unrecorded[0];
	const served = await servedBy(answer.key, labels, store);
	if (served === undefined && faults[0] !== undefined) throw faults[0];
	return served;
}

async function unlessRefused<T>(looking: Promise<T>): Promise<T | CountersignError> {
	try {
		return await looking;
	} catch (error) {
		if (error instanceof CountersignError && isOfState(error.code)) return error;
		throw error;
	}
}

/**
 * Returns whether a run waits for one of these ids, or asked for it before its job ended. Threat: two runs of a thread lose their jobs at
 * the same moment. If the answer to one run continued the other, nothing would ever continue the first run.
 */
async function asks(label: RunLabel, ids: readonly string[], store: RunStore): Promise<'yes' | 'no' | 'unrecorded'> {
	const otherwise = isWaiting(label) ? 'no' : 'unrecorded';
	const checkpoint = await store.load(label.run);
	if (checkpoint === undefined) return otherwise;
	// Another version wrote this journal, so it is not known what the run waits for. When the run is opened, the error says so.
	if (isFromAnotherTime(checkpoint.journal)) return isWaiting(label) ? 'yes' : otherwise;
	const state = stateOf(checkpoint);
	const asked = isWaiting(label) ? openCalls(state).flatMap(({ request }) => request ?? []) : state.asked.requests;
	return asked.some(({ id }) => ids.includes(id)) ? 'yes' : otherwise;
}

/**
 * Returns the run that this command has already finished, if there is one. If a job dies before it can report that, its event is delivered
 * again.
 */
async function servedBy(key: string, labels: readonly RunLabel[], store: RunStore): Promise<string | undefined> {
	const newest = labels.find((label) => label.status === 'finished' && label.lastApproval > 0);
	const checkpoint = newest === undefined ? undefined : await loadLabelled(newest, store);
	if (checkpoint === undefined || isFromAnotherTime(checkpoint.journal)) return undefined;
	return stateOf(checkpoint).process?.command === key ? newest?.run : undefined;
}

/** Returns the ids that the answers name. */
export function namedIds(commands: readonly Command[]): readonly string[] {
	return commands.flatMap((command) =>
		(command.kind === 'approve' || command.kind === 'deny') && typeof command.ids !== 'string' ? command.ids : [],
	);
}

function isWaiting(label: RunLabel): boolean {
	return label.status === 'waiting';
}

function isRunning(label: RunLabel): boolean {
	return label.status === 'running';
}
