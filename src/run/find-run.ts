import type { Command } from '../approvals/index.ts';
import { CountersignError, type RunLabel, type RunStore } from '../core/index.ts';
import { loadLabelled } from './load-labelled.ts';
import { isFromAnotherTime, stateOf } from './open-run.ts';
import { openCalls } from './state.ts';

/** An answer as it came: what it says, and the key of the command that carries it. */
export interface AnswerKey {
	readonly thread: number;
	readonly commands: readonly Command[];
	readonly key: string;
}

/**
 * The run of a thread that an answer is for; undefined when nothing there waits for it. One whose state is refused keeps no answer from
 * another run; where no other one waits, @throws CountersignError why it was refused
 */
export async function findRun(answer: AnswerKey, store: RunStore): Promise<string | undefined> {
	const labels = [...(await store.labels(answer.thread))].sort((a, b) => b.lastApproval - a.lastApproval);
	const ids = namedIds(answer.commands);
	const faults: CountersignError[] = [];
	for (const label of [...labels.filter(isWaiting), ...labels.filter(isRunning)]) {
		if (ids.length === 0) return label.run;
		const may = await unlessRefused(mayAsk(label, ids, store));
		if (may === true) return label.run;
		if (may !== false) faults.push(may);
	}
	const served = await servedBy(answer.key, labels, store);
	if (served === undefined && faults[0] !== undefined) throw faults[0];
	return served;
}

async function unlessRefused(looking: Promise<boolean>): Promise<boolean | CountersignError> {
	try {
		return await looking;
	} catch (error) {
		if (error instanceof CountersignError && /^(checkpoint|state-key|journal)-/.test(error.code)) return error;
		throw error;
	}
}

/** A run that waits for one of these, or one whose job ended before it could say that it waits. */
async function mayAsk(label: RunLabel, ids: readonly string[], store: RunStore): Promise<boolean> {
	if (!isWaiting(label)) return true;
	const checkpoint = await store.load(label.run);
	if (checkpoint === undefined) return false;
	// What it waits for cannot be read: opening it says so.
	if (isFromAnotherTime(checkpoint.journal)) return true;
	return openCalls(stateOf(checkpoint)).some((call) => call.request !== undefined && ids.includes(call.request.id));
}

/** A run that this very command brought to its end: a job that died before it could say so is delivered again. */
async function servedBy(key: string, labels: readonly RunLabel[], store: RunStore): Promise<string | undefined> {
	const newest = labels.find((label) => label.status === 'finished' && label.lastApproval > 0);
	const checkpoint = newest === undefined ? undefined : await loadLabelled(newest, store);
	if (checkpoint === undefined || isFromAnotherTime(checkpoint.journal)) return undefined;
	return stateOf(checkpoint).process?.command === key ? newest?.run : undefined;
}

/** The ids that answers name. */
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
