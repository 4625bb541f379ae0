import type { Command } from '../approvals/index.ts';
import type { CheckpointLabel, RunStore } from '../core/index.ts';
import { stateOf } from './open-run.ts';
import { openCalls } from './state.ts';

/** The run of a thread that an answer is for; undefined when nothing there waits for it. */
export async function findRun(
	thread: number,
	commands: readonly Command[],
	store: RunStore,
): Promise<string | undefined> {
	const labels = await store.labels(thread);
	const open = labels.filter((label) => label.status !== 'finished').sort((a, b) => b.lastApproval - a.lastApproval);
	const ids = namedIds(commands);
	for (const label of [...open.filter(isWaiting), ...open.filter((other) => !isWaiting(other))]) {
		if (ids.length === 0 || (await mayAsk(label, ids, store))) return label.run;
	}
	return undefined;
}

/** A run that waits for one of these, or one whose job ended before it could say that it waits. */
async function mayAsk(label: CheckpointLabel, ids: readonly string[], store: RunStore): Promise<boolean> {
	if (!isWaiting(label)) return true;
	const checkpoint = await store.load(label.run);
	if (checkpoint === undefined) return false;
	return openCalls(stateOf(checkpoint)).some((call) => call.request !== undefined && ids.includes(call.request.id));
}

function namedIds(commands: readonly Command[]): readonly string[] {
	return commands.flatMap((command) =>
		(command.kind === 'approve' || command.kind === 'deny') && typeof command.ids !== 'string' ? command.ids : [],
	);
}

function isWaiting(label: CheckpointLabel): boolean {
	return label.status === 'waiting';
}
