import type { Content, EntryOf, JsonObject, Ports, ToolCall } from '../core/index.ts';
import type { CallState } from './state/call-state.ts';
import type { RunJournal } from './state/run-journal.ts';
import type { State } from './state/state.ts';

/** What a step may see and use. */
export interface Stage {
	readonly state: State;
	readonly journal: RunJournal;
	readonly ports: Ports;
}

/** A step about one call. */
export interface CallStep {
	readonly call: CallState;
}

/** Returns the header of a run that has begun. */
export function headerOf(state: State): EntryOf<'run_started'> {
	if (state.header === undefined) throw new Error('the journal has no header');
	return state.header;
}

/** Returns a call with its complete arguments. */
export async function toolCallOf(call: CallState, ports: Ports): Promise<ToolCall> {
	return { id: call.id, name: call.name, args: await argsOf(call.args, ports) };
}

/** Returns the complete arguments of a call. */
export async function argsOf(content: Content, ports: Pick<Ports, 'blobs'>): Promise<JsonObject> {
	return JSON.parse(await ports.blobs.get(content)) as JsonObject;
}

/** Returns the verdict of a call that was already judged. */
export function verdictOf(call: CallState): EntryOf<'tool_attempt'> {
	if (call.verdict === undefined) throw new Error(`call ${call.id} has not been judged`);
	return call.verdict;
}
